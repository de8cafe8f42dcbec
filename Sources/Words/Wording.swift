import Device
import HAL

/// A language with the family's words: who is who, what a reminder says, what time it is here.
struct Wording {
  let language: Language
  let names: Names
  let zone: ZoneOffset

  func say(_ key: some CatalogueKey, _ values: (Slot, String)...) -> String {
    Language.fill(language.template(key), values)
  }

  func caregiver(_ index: UInt8) -> Names.Caregiver? {
    Int(index) < names.caregivers.count ? names.caregivers[Int(index)] : nil
  }

  /// A caregiver's name, or their number, counted from 1.
  func name(_ index: UInt8) -> String {
    let name = caregiver(index).map { oneLine($0.name) } ?? ""
    return name.isEmpty ? say(PersonPhrase.caregiver, (.number, String(Int(index) + 1))) : name
  }

  /// Nil when the profile gives none.
  var wearer: String? {
    let name = oneLine(names.wearer.name)
    return name.isEmpty ? nil : name
  }

  /// "«Losartán»", or its number.
  func reminder(_ occurrence: Occurrence) -> String {
    let name = oneLine(names.reminder(occurrence)?.name ?? "")
    return name.isEmpty
      ? say(PersonPhrase.unnamedReminder, (.number, String(occurrence.reminder)))
      : say(PersonPhrase.reminder, (.name, name))
  }

  func meal(_ meal: Meal) -> String {
    switch meal {
    case .breakfast: say(PersonPhrase.breakfast)
    case .lunch: say(PersonPhrase.lunch)
    case .dinner: say(PersonPhrase.dinner)
    }
  }

  /// The time of the day alone: "13:05".
  func clock(_ time: WallTime) -> String { zone.local(time).clock }

  /// The time of the day inside a sentence.
  func hour(_ time: WallTime) -> String { language.hour(zone.local(time)) }
}

/// Text from the profile on one line: a line break would begin a header of a mail, or a forged line on a screen.
public func oneLine(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: line.unicodeScalars.append(" ")
    case .format where scalar.turnsText: break
    default: line.unicodeScalars.append(scalar)
    }
  }
  return line.split(separator: " ").joined(separator: " ")
}

extension Unicode.Scalar {
  /// It turns the direction of the text after it, so that a reader sees another order than was written.
  public var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A terminal would obey it instead of showing it. Tab and the ends of lines do no harm.
  public var steersTerminal: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0: true
    default: turnsText
    }
  }
}
