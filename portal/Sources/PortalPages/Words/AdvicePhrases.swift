import Words

/// The device's advice on the perimeter.
enum AdvicePhrase: PageKey {
  case title, lead, ask, use, radius, moved, off, farthest, nowhere, margin, seldom
  case beyond, most, rival, little, fewDays

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Consejo del dispositivo", en: "The device's advice")
    case .lead:
      Phrase(
        es: "El dispositivo mira lo que grabó en los últimos siete días y aconseja un radio. No "
          + "dice "
          + "por dónde se anduvo, y no cambia nada por sí mismo.",
        en: "The device looks at what it recorded in the last seven days, and advises a radius. It "
          + "does not say where anybody went, and changes nothing by itself.")
    case .ask: Phrase(es: "Pedir consejo", en: "Ask for advice")
    case .use:
      Phrase(es: "Poner {number} m en el formulario", en: "Put {number} m into the form")
    case .radius:
      Phrase(
        es: "Aconseja un radio de {number} m ({age}).",
        en: "It advises a radius of {number} m "
          + "({age}).")
    case .moved:
      Phrase(
        es: "El centro ha cambiado desde entonces. Pide otro consejo.",
        en: "The centre has changed since. Ask for advice again.")
    case .off:
      Phrase(
        es: "La casa que vio el dispositivo está a {distance} m del centro. Mira si el centro es "
          + "el "
          + "de la casa.",
        en: "The home that the device saw is {distance} m from the centre. See whether the "
          + "centre is "
          + "that of the home.")
    case .farthest:
      Phrase(
        es: "El sitio más lejano de la mayoría de los días está a {distance} m de casa (días: "
          + "{number} de {days}).",
        en: "The farthest place of most days is {distance} m from home (days: {number} of {days}).")
    case .nowhere:
      Phrase(
        es: "A menos de 1000 m no hay otro sitio al que se vaya la mayoría de los días "
          + "(días grabados: {days}).",
        en: "Within 1000 m there is no other place that is visited on most days (days recorded: "
          + "{days}).")
    case .margin:
      Phrase(
        es: "En casa, 95 de cada 100 posiciones caen a {accuracy} m o menos. Con ese margen hacen "
          + "falta {number} m; menos de 150 m no se aconseja.",
        en: "At home, 95 of 100 positions lie within {accuracy} m. With that margin {number} m are "
          + "needed; less than 150 m is not advised.")
    case .seldom:
      Phrase(
        es: "No cuenta un sitio a {distance} m (días: {number} de {days}): al ir habría aviso.",
        en:
          "A place {distance} m away does not count (days: {number} of {days}): going there would "
          + "bring a notice.")
    case .beyond:
      Phrase(
        es: "La mayoría de los días también se va a {distance} m, más de lo que cabe en un "
          + "círculo: "
          + "hace falta compañía, o un horario.",
        en: "On most days the wearer also goes {distance} m away, which no circle can hold: "
          + "somebody "
          + "should go along, or a schedule helps.")
    case .most:
      Phrase(
        es: "Harían falta más de 1000 m, que es lo máximo: habrá avisos en el sitio más lejano.",
        en: "More than 1000 m would be needed, which is the most: expect notices at the farthest "
          + "place.")
    case .rival:
      Phrase(
        es: "La casa también podría ser otro sitio, a {distance} m. La familia lo sabe.",
        en: "Home may also be another place, {distance} m away. The family knows.")
    case .little:
      Phrase(
        es: "Hay poco grabado en casa: hace falta una hora o más para un consejo seguro.",
        en: "Little was recorded at home: an hour or more makes the advice sure.")
    case .fewDays:
      Phrase(
        es: "Días grabados: {days}. Tres o más muestran lo que se hace a diario.",
        en: "Days recorded: {days}. Three or more show what is done daily.")
    }
  }
}
