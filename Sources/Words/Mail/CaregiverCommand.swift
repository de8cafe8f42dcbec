import Device

/// What a caregiver can ask of the device in a line of a mail, in either language.
public enum CaregiverCommand: Equatable, Sendable {
  /// "DÓNDE", "Where is Rosa?"
  case whereIs
  /// "CON COMPAÑÍA HASTA 18:30", "ACCOMPANIED UNTIL 18.30": minutes after local midnight, 0 to 1439.
  case accompanied(untilMinute: Int16)
  /// "SIN COMPAÑÍA", "NOT ACCOMPANIED"
  case notAccompanied

  /// The command that a line is; nil for any other line.
  ///
  /// Accents, case and punctuation do not matter, but nothing else may stand beside a command: a
  /// sentence that only mentions one, such as our own that offers it, is none.
  public init?(line: String) {
    guard let words = MailLine.words(line.unicodeScalars, most: MailLine.longest) else {
      return nil
    }
    self.init(words)
  }

  init?(_ words: [String]) {
    guard let first = words.first else { return nil }
    if ["donde", "where"].contains(first) {
      guard words.count == 1 || words.count <= 8 && ["esta", "is", "s"].contains(words[1]) else {
        return nil
      }
      self = .whereIs
      return
    }
    let plain = words.filter { !Self.courtesies.contains($0) }
    if Self.endings.contains(plain) {
      self = .notAccompanied
      return
    }
    guard let time = plain.last, Self.beginnings.contains(Array(plain.dropLast())),
      let minute = Self.minute(time)
    else { return nil }
    self = .accompanied(untilMinute: minute)
  }

  /// As the core takes it.
  public func message(from caregiver: UInt8) -> Message {
    switch self {
    case .whereIs: .whereIs(caregiver: caregiver)
    case .accompanied(let minute): .accompanied(untilMinute: minute, caregiver: caregiver)
    case .notAccompanied: .accompanied(untilMinute: -1, caregiver: caregiver)
    }
  }

  private static let beginnings = [
    ["con", "compania", "hasta"], ["con", "alguien", "hasta"], ["acompanada", "hasta"],
    ["acompanado", "hasta"], ["accompanied", "until"], ["with", "somebody", "until"],
    ["with", "someone", "until"],
  ]
  private static let endings = [
    ["sin", "compania"], ["sin", "acompanante"], ["not", "accompanied"],
    ["no", "longer", "accompanied"],
  ]
  private static let courtesies: Set = [
    "las", "la", "h", "hs", "hrs", "horas", "por", "favor", "gracias", "please", "thanks",
  ]

  /// "18:30", "18.30", "18h30", "18h"; nothing is guessed from "6" or "6:30pm".
  private static func minute(_ time: String) -> Int16? {
    guard let match = time.wholeMatch(of: /([0-9]{1,2})(?:[:.h]([0-9]{2})h?|h)/),
      let hour = ForeignNumber.whole(match.1, in: 0...23)
    else { return nil }
    guard let digits = match.2 else { return Int16(clamping: hour * 60) }
    guard let minute = ForeignNumber.whole(digits, in: 0...59) else { return nil }
    return Int16(clamping: hour * 60 + minute)
  }
}
