import Words

/// A piece of advice for a craving, or for the day. The words are ours; the finding is the source's. QUIT-4.
public struct Tip: Equatable, Sendable {
  public let text: Phrase
  public let source: Source

  /// All tips in a fixed order: a number names a tip for good, and new ones come last.
  public static let all: [Tip] = [
    Tip(
      text: Phrase(
        es: "Espera cinco minutos antes de decidir. Las ganas suben, y después bajan.",
        en: "Wait five minutes before you decide. A craving rises, and then it falls."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Camina a buen paso cinco minutos. Moverse quita ganas de fumar.",
        en: "Walk briskly for five minutes. Moving takes the edge off a craving."),
      source: .haasova2013),
    Tip(
      text: Phrase(
        es: "Respira hondo y despacio diez veces. Calma las ganas y los nervios.",
        en: "Take ten deep, slow breaths. It calms the craving and the nerves."),
      source: .mcclernon2004),
    Tip(
      text: Phrase(
        es: "Di a alguien de casa que ahora tienes ganas. Con compañía es más fácil.",
        en: "Tell somebody at home that you have a craving now. Company makes it easier."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Aparta de la vista ceniceros, encendedores y tabaco.",
        en: "Put ashtrays, lighters and tobacco out of sight."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Elige ahora: si llegan las ganas después de comer, entonces te levantas de la mesa.",
        en: "Decide now: if the craving comes after a meal, then you get up from the table."),
      source: .armitage2008),
    Tip(
      text: Phrase(
        es: "El alcohol despierta las ganas. Las primeras semanas, mejor sin él.",
        en: "Alcohol wakes the craving. Leave it out in the first weeks."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Pregunta en la farmacia por parches o chicles de nicotina. Ayudan a dejarlo.",
        en: "Ask a pharmacist about nicotine patches or gum. They help people to quit."),
      source: .hartmann2018),
    Tip(
      text: Phrase(
        es: "Un cigarrillo no borra lo conseguido. Apúntalo, y el siguiente no lo enciendas.",
        en: "One cigarette does not undo what you did. Note it down, and do not light the next."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Los nervios de los primeros días pasan. Al dejar de fumar el ánimo mejora.",
        en: "The nerves of the first days pass. Mood gets better after quitting."),
      source: .taylor2014),
    Tip(
      text: Phrase(
        es: "Ten a mano fruta o verdura cortada. Subir algo de peso es normal.",
        en: "Keep cut fruit or vegetables at hand. Gaining some weight is normal."),
      source: .aubin2012),
    Tip(
      text: Phrase(
        es: "Si en casa alguien fuma, pídele que no lo haga delante de ti.",
        en: "If somebody at home smokes, ask them not to do it in front of you."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Piensa en qué momento del día fumabas más. Ese momento, cámbialo de sitio.",
        en: "Think of the time of day when you smoked most. Spend that time in another place."),
      source: .fiore2008),
    Tip(
      text: Phrase(
        es: "Nunca es tarde: dejarlo a los 60 da unos 3 años de vida, a los 50 unos 6.",
        en: "It is never too late: quitting at 60 gains about 3 years of life, at 50 about 6."),
      source: .doll2004),
  ]

  /// The tip of a moment: another one each time, and the same for the same minute.
  public static func at(_ minute: Int32) -> Int {
    // 1440 minutes a day must not bring the same one back at the same time of each day.
    let turn = Int(minute) / 1440 + Int(minute) % 1440
    return (turn % all.count + all.count) % all.count
  }
}
