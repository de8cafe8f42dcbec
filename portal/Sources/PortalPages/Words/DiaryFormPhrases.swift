import Words

/// The form of an entry of the diary, and changes on their way.
enum DiaryFormPhrase: PageKey {
  case newReading, newDose, editReading, editDose, deleteTitle, change
  case amount, amountHelp, unit, date, time, zone, which, first, second
  case category, newCategory, newCategoryHelp, notes, notesHelp
  case dose, doseHelp, meal, base, baseHelp, correction, correctionHelp, counts
  case next, delete, back, old, new, askAdd, askChange, askDelete, yesAdd, yesChange, yesDelete
  case wrongAmount, wrongAmountRange, wrongTime, wrongSkipped, wrongTwice, wrongAhead, wrongOld
  case wrongCategory, wrongNotes, wrongDose, wrongBase, wrongCorrection, wrongTooMuch, wrongSame
  case wrongOutdated, wrongUnderWay, wrongTooMany
  case changes, notKnown, notKnownHelp, putAway, rowUnderWay

  var phrase: Phrase {
    switch self {
    case .newReading: Phrase(es: "Anotar una medida", en: "Enter a reading")
    case .newDose: Phrase(es: "Anotar una dosis", en: "Enter a dose")
    case .editReading: Phrase(es: "Cambiar una medida", en: "Change a reading")
    case .editDose: Phrase(es: "Cambiar una dosis", en: "Change a dose")
    case .deleteTitle: Phrase(es: "Borrar del diario", en: "Delete from the diary")
    case .change: Phrase(es: "Cambiar", en: "Change")
    case .amount: Phrase(es: "Glucosa", en: "Glucose")
    case .amountHelp:
      Phrase(
        es: "El número del medidor, o LO o HI si es lo que pone.",
        en: "The number on the meter, or LO or HI if it says so.")
    case .unit: Phrase(es: "Unidad", en: "Unit")
    case .date: Phrase(es: "Día", en: "Day")
    case .time: Phrase(es: "Hora", en: "Time")
    case .zone: Phrase(es: "Hora de {zone}.", en: "{zone} time.")
    case .which: Phrase(es: "Cuál de las dos", en: "Which of the two")
    case .first: Phrase(es: "La primera, antes del cambio", en: "The first, before the change")
    case .second: Phrase(es: "La segunda, después del cambio", en: "The second, after the change")
    case .category: Phrase(es: "Momento", en: "Occasion")
    case .newCategory:
      Phrase(es: "Otro momento, con tus palabras", en: "Another occasion, in your words")
    case .newCategoryHelp:
      Phrase(es: "Solo si no está en la lista.", en: "Only if the list does not have it.")
    case .notes: Phrase(es: "Notas", en: "Notes")
    case .notesHelp: Phrase(es: "Hasta 2000 caracteres.", en: "Up to 2000 characters.")
    case .dose: Phrase(es: "Unidades que se inyectaron", en: "Units that were injected")
    case .doseHelp:
      Phrase(es: "De insulina rápida, por ejemplo 4,5.", en: "Of rapid insulin, for example 4.5.")
    case .meal: Phrase(es: "Comida", en: "Meal")
    case .base: Phrase(es: "Para la comida", en: "For the meal")
    case .baseHelp:
      Phrase(es: "Vacío: el resto de la dosis.", en: "Empty: the rest of the dose.")
    case .correction: Phrase(es: "Corrección", en: "Correction")
    case .correctionHelp:
      Phrase(es: "Vacío: ninguna. Puede ser negativa.", en: "Empty: none. It may be negative.")
    case .counts:
      Phrase(
        es: "El dispositivo cuenta lo que anotes como si se hubiera anotado en él, también para la "
          + "insulina activa.",
        en:
          "The device counts what you enter as if it had been entered there, for insulin on board, "
          + "too.")
    case .next: Phrase(es: "Seguir", en: "Go on")
    case .delete: Phrase(es: "Borrar esta anotación", en: "Delete this entry")
    case .back: Phrase(es: "Volver al diario", en: "Back to the diary")
    case .old: Phrase(es: "Ahora", en: "Now")
    case .new: Phrase(es: "Quedará así", en: "It will be")
    case .askAdd: Phrase(es: "¿Es correcto?", en: "Is this right?")
    case .askChange: Phrase(es: "¿Cambiarla así?", en: "Change it like this?")
    case .askDelete: Phrase(es: "¿Borrar esta anotación?", en: "Delete this entry?")
    case .yesAdd: Phrase(es: "Sí, anotarla", en: "Yes, enter it")
    case .yesChange: Phrase(es: "Sí, cambiarla", en: "Yes, change it")
    case .yesDelete: Phrase(es: "Sí, borrarla", en: "Yes, delete it")
    case .wrongAmount:
      Phrase(
        es: "No se entiende la glucosa. Escribe el número del medidor, o LO o HI.",
        en: "The glucose cannot be read. Write the number on the meter, or LO or HI.")
    case .wrongAmountRange:
      Phrase(
        es: "Ningún medidor muestra ese número. Va de 20 a 600 mg/dL, o de 1,1 a 33,3 mmol/L: mira "
          + "la unidad.",
        en: "No meter shows that number. It goes from 20 to 600 mg/dL, or 1.1 to 33.3 mmol/L: look "
          + "at the unit.")
    case .wrongTime:
      Phrase(
        es: "No se entiende el día o la hora. Escríbelos así: 2026-11-24 y 15:04.",
        en: "The day or the time cannot be read. Write them like this: 2026-11-24 and 15:04.")
    case .wrongSkipped:
      Phrase(
        es: "Ese día los relojes se adelantaron, y esa hora no existió. Elige otra.",
        en: "The clocks went forward on that day, and there was no such time. Choose another.")
    case .wrongTwice:
      Phrase(
        es: "Ese día los relojes se atrasaron, y esa hora pasó dos veces. Elige cuál.",
        en: "The clocks went back on that day, and that time came twice. Choose which.")
    case .wrongAhead:
      Phrase(es: "Esa hora no ha llegado todavía.", en: "That time is still to come.")
    case .wrongOld: Phrase(es: "Es anterior al año 2000.", en: "It is before the year 2000.")
    case .wrongCategory:
      Phrase(
        es: "El momento tiene que estar en la lista, o tener de 1 a 40 caracteres.",
        en: "The occasion must be in the list, or have 1 to 40 characters.")
    case .wrongNotes:
      Phrase(
        es: "Las notas tienen más de 2000 caracteres.",
        en: "The notes have more than 2000 characters.")
    case .wrongDose:
      Phrase(
        es: "No se entiende la dosis. Escribe las unidades, de 0 a 100, y elige la comida.",
        en: "The dose cannot be read. Write the units, 0 to 100, and choose the meal.")
    case .wrongBase:
      Phrase(
        es: "La parte para la comida va de 0 a 100 unidades.",
        en: "The part for the meal goes from 0 to 100 units.")
    case .wrongCorrection:
      Phrase(
        es: "La corrección va de -100 a 100 unidades.",
        en: "The correction goes from -100 to 100 units.")
    case .wrongTooMuch:
      Phrase(
        es: "La corrección es mayor que la dosis. Escribe también la parte para la comida.",
        en: "The correction is more than the dose. Write the part for the meal, too.")
    case .wrongSame: Phrase(es: "No has cambiado nada.", en: "You have changed nothing.")
    case .wrongOutdated:
      Phrase(
        es: "El diario ha cambiado entretanto. Mira si lo que has escrito sigue siendo correcto.",
        en: "The diary has changed meanwhile. See whether what you wrote is still right.")
    case .wrongUnderWay:
      Phrase(
        es: "Otro cambio de esta anotación está en camino. Espera a que el dispositivo lo sepa.",
        en: "Another change of this entry is on its way. Wait until the device knows.")
    case .wrongTooMany:
      Phrase(
        es: "Hay demasiados cambios en camino. Espera a que el dispositivo los recoja.",
        en: "Too many changes are on their way. Wait until the device has fetched them.")
    case .changes: Phrase(es: "Cambios en camino", en: "Changes on their way")
    case .notKnown:
      Phrase(es: "El dispositivo todavía no lo sabe.", en: "The device does not know yet.")
    case .notKnownHelp:
      Phrase(
        es: "Hasta entonces no cuenta, y no está en los números ni en los dibujos.",
        en: "Until then it does not count, and is in no figure and no chart.")
    case .putAway: Phrase(es: "Visto, quitarlo de aquí", en: "Seen, take it away")
    case .rowUnderWay: Phrase(es: "Un cambio está en camino.", en: "A change is on its way.")
    }
  }
}
