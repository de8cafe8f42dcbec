import Words

/// The page of a wearer's readings and doses.
enum DiaryPhrase: PageKey {
  case title, see, span, spanOne, spans, from, to, show, fortnight, month, quarter, all
  case earlier, later, unreadableDay, backwards, unreadableRecords
  case asOf, asOfLost, never, none, noneAtAll
  case ranges, rangesText, rangesNote, veryLow, low, inRange, high, veryHigh, share, shareOne
  case figures, byCategory, count, countWords, maximum, minimum, andHigh, andLow, mean, deviation
  case variation, noDeviation, noNumber
  case pattern, patternTitle, patternText, patternHelp, patternNote, patternList, patternFew
  case patternRow, patternNone
  case day, dayTitle, dayText, dayHelp, dayNone, entries, entriesCut, showDay
  case dose, doseParts, doseProposed, doseOnBoard, ahead, insulin, insulinNote, target, sensitivity
  case baseFor, maximumDose, perUnit, ratio, meal1, meal2, meal3
  case export, csv, csvHelp, spreadsheet, spreadsheetHelp, paper, paperHelp, paperCut
  case aReading, aDose, readingAt, doseAt
  case sheet, sheetLine, sheetDate, sheetInsulin, sheetUnit, sheetMore

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Diario de glucosa", en: "Glucose diary")
    case .see: Phrase(es: "Ver medidas y dosis", en: "See readings and doses")
    case .span: Phrase(es: "Del {from} al {until}", en: "From {from} to {until}")
    case .spanOne: Phrase(es: "El {date}", en: "On {date}")
    case .spans: Phrase(es: "Qué días se ven", en: "Which days are shown")
    case .from: Phrase(es: "Desde el día", en: "From the day")
    case .to: Phrase(es: "Hasta el día", en: "To the day")
    case .show: Phrase(es: "Ver esos días", en: "Show those days")
    case .fortnight: Phrase(es: "14 días", en: "14 days")
    case .month: Phrase(es: "30 días", en: "30 days")
    case .quarter: Phrase(es: "90 días", en: "90 days")
    case .all: Phrase(es: "Todo", en: "Everything")
    case .earlier: Phrase(es: "Los días de antes", en: "The days before")
    case .later: Phrase(es: "Los días de después", en: "The days after")
    case .unreadableDay:
      Phrase(
        es: "No se entiende el día «{name}». Escríbelo así: 2026-11-24.",
        en: "The day \u{201C}{name}\u{201D} cannot be read. Write it like this: 2026-11-24.")
    case .backwards:
      Phrase(
        es: "El primer día es posterior al último. Cámbialos, por favor.",
        en: "The first day is after the last. Please change them.")
    case .unreadableRecords:
      Phrase(
        es: "Anotaciones que este portal no puede leer: {number}. Puede que sea más antiguo que el "
          + "dispositivo.",
        en: "Entries that this portal cannot read: {number}. Perhaps it is older than the device.")
    case .asOf:
      Phrase(
        es: "Lo anotado se conoce hasta el último contacto del dispositivo, {age}.",
        en: "Entries are known up to the device's last contact, {age}.")
    case .asOfLost:
      Phrase(
        es: "No hay contacto con el dispositivo desde {time}. Lo anotado después no se ve aquí.",
        en:
          "There has been no contact with the device since {time}. Entries made after that are not "
          + "shown here.")
    case .never:
      Phrase(
        es: "El dispositivo todavía no ha llamado.", en: "The device has not called yet.")
    case .none:
      Phrase(
        es: "No hay medidas ni dosis en esos días.",
        en: "There are no readings or doses on those days.")
    case .noneAtAll:
      Phrase(
        es: "El dispositivo no ha enviado ninguna medida ni dosis.",
        en: "The device has sent no reading and no dose.")
    case .ranges: Phrase(es: "En rango", en: "In range")
    case .rangesText: Phrase(es: "Medidas por rango", en: "Readings by range")
    case .rangesNote:
      Phrase(
        es: "Son partes de las medidas, no del tiempo. Los límites son los del consenso "
          + "internacional (Battelino 2019).",
        en: "These are shares of the readings, not of time. The limits are those of the "
          + "international consensus (Battelino 2019).")
    case .veryLow: Phrase(es: "Muy baja, menos de {number}", en: "Very low, below {number}")
    case .low: Phrase(es: "Baja, de {from} a menos de {until}", en: "Low, {from} to below {until}")
    case .inRange: Phrase(es: "En rango, de {from} a {until}", en: "In range, {from} to {until}")
    case .high:
      Phrase(es: "Alta, más de {from}, hasta {until}", en: "High, above {from}, up to {until}")
    case .veryHigh: Phrase(es: "Muy alta, más de {number}", en: "Very high, above {number}")
    case .share: Phrase(es: "{percent} ({number} medidas)", en: "{percent} ({number} readings)")
    case .shareOne: Phrase(es: "{percent} (1 medida)", en: "{percent} (1 reading)")
    case .figures: Phrase(es: "Todas las medidas", en: "All readings")
    case .byCategory: Phrase(es: "Según el momento del día", en: "By the time of day")
    case .count: Phrase(es: "Medidas", en: "Readings")
    case .countWords: Phrase(es: "{number}, con {value}", en: "{number}, with {value}")
    case .maximum: Phrase(es: "La más alta", en: "Highest")
    case .minimum: Phrase(es: "La más baja", en: "Lowest")
    case .andHigh: Phrase(es: "{value}, y HI", en: "{value}, and HI")
    case .andLow: Phrase(es: "{value}, y LO", en: "{value}, and LO")
    case .mean: Phrase(es: "Media", en: "Mean")
    case .deviation: Phrase(es: "Desviación típica", en: "Standard deviation")
    case .variation: Phrase(es: "Coeficiente de variación", en: "Coefficient of variation")
    case .noDeviation:
      Phrase(es: "no hay: menos de dos números", en: "none: fewer than two numbers")
    case .noNumber: Phrase(es: "no hay números", en: "no numbers")
    case .pattern: Phrase(es: "Un día típico", en: "A typical day")
    case .patternTitle:
      Phrase(es: "Perfil ambulatorio de glucosa", en: "Ambulatory glucose profile")
    case .patternText:
      Phrase(
        es: "Todos los días, uno sobre otro, de dos en dos horas. Los mismos números están en la "
          + "lista.",
        en: "All days laid over each other, two hours at a time. The same numbers are in the list.")
    case .patternHelp:
      Phrase(
        es: "La línea es la mediana. La franja oscura tiene la mitad de las medidas, y la clara, "
          + "nueve de cada diez.",
        en:
          "The line is the median. The dark band has half of the readings, and the light one nine "
          + "of ten.")
    case .patternNote:
      Phrase(
        es: "Sale de medidas sueltas, no de un sensor continuo: entre dos medidas no se sabe nada.",
        en: "It is made of single readings, not of a continuous sensor: nothing is known between "
          + "two readings.")
    case .patternList: Phrase(es: "Los números en una lista", en: "The numbers as a list")
    case .patternFew:
      Phrase(
        es: "{time}: muy pocas medidas ({number}).", en: "{time}: too few readings ({number}).")
    case .patternRow:
      Phrase(
        es:
          "{time}: mediana {value}; la mitad, de {from} a {until}; nueve de cada diez, de {title} "
          + "a {name} ({number} medidas).",
        en: "{time}: median {value}; half of them {from} to {until}; nine of ten {title} to {name} "
          + "({number} readings).")
    case .patternNone:
      Phrase(
        es: "Hacen falta cinco medidas o más a las mismas horas.",
        en: "Five readings or more at the same hours are needed.")
    case .day: Phrase(es: "Un día", en: "One day")
    case .dayTitle: Phrase(es: "{date}: glucosa por horas", en: "{date}: glucose by the hour")
    case .dayText:
      Phrase(
        es: "Medidas: {number}. Dosis: {value}. Están en la lista de ese día.",
        en: "Readings: {number}. Doses: {value}. They are in that day's list.")
    case .dayHelp:
      Phrase(
        es:
          "Un círculo es una medida en rango, una flecha hacia abajo una baja, y hacia arriba una "
          + "alta. Un rombo es una dosis. La franja va de {from} a {until}.",
        en:
          "A circle is a reading in range, an arrow down a low one, and an arrow up a high one. A "
          + "diamond is a dose. The band is {from} to {until}.")
    case .dayNone:
      Phrase(es: "El {date} no hay nada anotado.", en: "There is no entry on {date}.")
    case .entries: Phrase(es: "Medidas y dosis", en: "Readings and doses")
    case .entriesCut:
      Phrase(
        es: "Anotaciones: {number}. Aquí están las últimas {value}; en los archivos están todas.",
        en: "Entries: {number}. The last {value} are here; the files have all of them.")
    case .showDay: Phrase(es: "Ver este día en el dibujo", en: "Show this day in the chart")
    case .dose: Phrase(es: "Dosis de {value}, {name}", en: "Dose of {value}, {name}")
    case .doseParts:
      Phrase(
        es: "para la comida {from}, corrección {until}",
        en: "for the meal {from}, correction {until}")
    case .doseProposed: Phrase(es: "propuesta {value}", en: "proposed {value}")
    case .doseOnBoard: Phrase(es: "insulina activa {value}", en: "insulin on board {value}")
    case .ahead:
      Phrase(
        es: "Su hora va por delante del reloj con el que se anotó.",
        en: "Its time is ahead of the clock by which it was written down.")
    case .insulin: Phrase(es: "Los números de la insulina", en: "The figures for insulin")
    case .insulinNote:
      Phrase(
        es: "Son los que están en el dispositivo. Solo se cambian allí, nunca desde este "
          + "portal.",
        en: "These are those on the device. They are changed there only, never from "
          + "this portal.")
    case .target: Phrase(es: "Objetivo", en: "Target")
    case .sensitivity:
      Phrase(es: "Una unidad baja la glucosa", en: "One unit lowers the glucose by")
    case .baseFor: Phrase(es: "Dosis base, {name}", en: "Base dose, {name}")
    case .maximumDose:
      Phrase(es: "La dosis más alta que propone", en: "The largest dose it proposes")
    case .perUnit: Phrase(es: "de {from} a {until}", en: "{from} to {until}")
    case .ratio: Phrase(es: "Hidratos por unidad", en: "Carbohydrates for one unit")
    case .meal1: Phrase(es: "desayuno", en: "breakfast")
    case .meal2: Phrase(es: "almuerzo", en: "lunch")
    case .meal3: Phrase(es: "cena", en: "dinner")
    case .export: Phrase(es: "Para el médico", en: "For the doctor")
    case .csv: Phrase(es: "Archivo CSV", en: "CSV file")
    case .csvHelp:
      Phrase(
        es: "Es, letra por letra, lo que da el dispositivo con «vigia diary export».",
        en: "It is, letter for letter, what \u{201C}vigia diary export\u{201D} gives on the device."
      )
    case .spreadsheet: Phrase(es: "Archivo para una hoja de cálculo", en: "File for a spreadsheet")
    case .spreadsheetHelp:
      Phrase(
        es: "Lo mismo, y ninguna nota puede actuar como una fórmula.",
        en: "The same, and no note can act as a formula.")
    case .paper: Phrase(es: "En papel", en: "On paper")
    case .paperHelp:
      Phrase(
        es: "Imprime esta página con el navegador: sale una hoja por cada 14 días.",
        en: "Print this page with the browser: it gives one sheet for each 14 days.")
    case .paperCut:
      Phrase(
        es:
          "Se imprimen los últimos {number} tramos de 14 días. Para los de antes, elige los días.",
        en: "The last {number} spans of 14 days are printed. For earlier ones, choose the days.")
    case .aReading: Phrase(es: "una medida", en: "a reading")
    case .aDose: Phrase(es: "una dosis", en: "a dose")
    case .readingAt: Phrase(es: "{value}, {name}, a {time}", en: "{value}, {name}, at {time}")
    case .doseAt:
      Phrase(es: "dosis de {value}, {name}, a {time}", en: "dose of {value}, {name}, at {time}")
    case .sheet:
      Phrase(es: "{wearer}: diario de glucosa. {title}", en: "{wearer}: glucose diary. {title}")
    case .sheetLine:
      Phrase(
        es: "Medidas: {number}. Media {value}, desviación típica {from}, coeficiente de variación "
          + "{until}.",
        en: "Readings: {number}. Mean {value}, standard deviation {from}, coefficient of variation "
          + "{until}.")
    case .sheetDate: Phrase(es: "Día", en: "Day")
    case .sheetInsulin: Phrase(es: "Insulina rápida", en: "Rapid insulin")
    case .sheetUnit:
      Phrase(
        es: "Glucosa en {value}. Horas de {zone}. Impreso a {time}. No es consejo médico.",
        en: "Glucose in {value}. Times of {zone}. Printed at {time}. Not medical advice.")
    case .sheetMore: Phrase(es: "y {number} más", en: "and {number} more")
    }
  }
}
