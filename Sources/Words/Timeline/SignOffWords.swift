import Device

/// The words at the end of a page that somebody signs.
public struct SignOffWords: Sendable {
  private let language: Language

  public init(_ language: Language) { self.language = language }

  public var section: String { language.say(SignOffPhrase.section) }
  public var note: String { language.say(SignOffPhrase.note) }
  public var version: String { language.say(SignOffPhrase.version) }
  public var trace: String { language.say(SignOffPhrase.trace) }
  public var profile: String { language.say(SignOffPhrase.profile) }
  public var expectations: String { language.say(SignOffPhrase.expectations) }
  public var ownSettings: String { language.say(SignOffPhrase.ownSettings) }
  public var circleOnly: String { language.say(SignOffPhrase.circleOnly) }
  public var nothingExpected: String { language.say(SignOffPhrase.nothingExpected) }
  public var perimeter: String { language.say(SignOffPhrase.perimeter) }
  public var sensitivity: String { language.say(SignOffPhrase.sensitivity) }
  public var digest: String { language.say(SignOffPhrase.digest) }
  public var module: String { language.say(SignOffPhrase.module) }
  public var command: String { language.say(SignOffPhrase.command) }
  public var signatures: String { language.say(SignOffPhrase.signatures) }

  /// The heads of the lines to sign.
  public var toSign: [String] {
    [.name, .verdict, .date, .signature].map { (key: SignOffPhrase) in language.say(key) }
  }

  /// "168290 bytes; SHA-256"
  public func bytes(_ count: Int) -> String {
    language.say(SignOffPhrase.bytes, (.number, String(count)))
  }

  public func text(_ temper: PerimeterTemper) -> String {
    switch temper {
    case .calm: language.say(SignOffPhrase.calm)
    case .normal: language.say(SignOffPhrase.normal)
    case .quick: language.say(SignOffPhrase.quick)
    }
  }
}
