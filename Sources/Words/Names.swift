import Device
import Names

/// The words that go with the core's numbers: who is who, and what a reminder says. ALZ-1, ALZ-5.
public struct Names: Equatable, Sendable {
  /// Letters of a name, of a wearer, a caregiver or a reminder.
  public static let longestName = 60
  /// Letters of a word for kinship.
  public static let longestKinship = 30

  public enum Gender: String, CaseIterable, Sendable, Spelled {
    case female
    case male
    case other
  }

  public struct Wearer: Equatable, Sendable {
    public var name: String
    /// A file name; the picture itself stays where it is.
    public var photo: String?
    public init(name: String = "", photo: String? = nil) {
      self.name = name
      self.photo = photo
    }
  }

  public struct Caregiver: Equatable, Sendable {
    public var name: String
    public var gender: Gender?
    /// The relation to the wearer, in the family's own word: "hija".
    public var kinship: String
    public var email: String?
    public var photo: String?
    public init(
      name: String, gender: Gender? = nil, kinship: String, email: String? = nil,
      photo: String? = nil
    ) {
      self.name = name
      self.gender = gender
      self.kinship = kinship
      self.email = email
      self.photo = photo
    }
  }

  public struct Reminder: Equatable, Sendable {
    public var name: String
    public var description: String?
    /// The amount of a medication: "1 pastilla".
    public var dose: String?
    public var photo: String?
    public init(
      name: String, description: String? = nil, dose: String? = nil, photo: String? = nil
    ) {
      self.name = name
      self.description = description
      self.dose = dose
      self.photo = photo
    }
  }

  public var wearer = Wearer()
  /// The caregivers in the order in which they are told; the core's caregiver numbers are indices of it.
  public var caregivers: [Caregiver] = []
  /// The reminders by the core's number.
  public var reminders: [UInt16: Reminder] = [:]
  /// The rules of these reminders, which tell the one of a number from another that had it before.
  public var rules: [UInt16: ReminderRule] = [:]
  /// The name of the reminder that ok on the home page opens; nil: none.
  public var onDemand: String?
  /// Reminders of earlier lists, of which a mail may still tell.
  private var earlier: [Earlier] = []

  public init() {}

  /// Names are equal that say the same of the list of now.
  public static func == (a: Self, b: Self) -> Bool {
    a.wearer == b.wearer && a.caregivers == b.caregivers && a.reminders == b.reminders
      && a.onDemand == b.onDemand
  }
}

/// A reminder with its times, without words.
public typealias ReminderRule = Reminder

extension Names {
  private struct Earlier: Sendable {
    var rule: ReminderRule
    var words: Reminder
  }

  /// The reminders of earlier lists that are kept: four lists of the most that a profile has.
  private static let mostEarlier = 128

  /// Returns the words of what was due then; nil: no list that is known had it. Its number may be another thing's now.
  public func reminder(_ occurrence: Occurrence) -> Reminder? {
    if rules[occurrence.reminder]?.has(occurrence) ?? true { return reminders[occurrence.reminder] }
    return earlier.last { $0.rule.id == occurrence.reminder && $0.rule.has(occurrence) }?.words
  }

  /// Another list has come in the place of that one, of which a mail may still tell.
  public mutating func follow(_ before: Names) {
    earlier = before.earlier
    for (id, rule) in before.rules.sorted(by: { $0.key < $1.key }) {
      guard let words = before.reminders[id] else { continue }
      earlier.removeAll { $0.rule == rule && $0.words == words }
      earlier.append(Earlier(rule: rule, words: words))
    }
    if earlier.count > Names.mostEarlier { earlier.removeFirst(earlier.count - Names.mostEarlier) }
  }
}

/// A caregiver's identity as a number: FNV-1a with 32 bits over bytes, so that it is equal on every machine.
///
/// G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm". See the example in
/// docs/traces.md.
extension Names.Caregiver {
  /// The hash of the name, the mail address and whether the relay is used, a zero byte between two of them.
  ///
  /// The kinship is not in it: a person whom the wearer calls by another word is the same person.
  public static func who(name: String, email: String?, hasRelay: Bool) -> UInt32 {
    hash([name.utf8, (email ?? "").utf8, (hasRelay ? "yes" : "no").utf8].joined(separator: [0]))
  }

  /// The hash of the name alone, where a trace says no more; 0 without a name.
  public static func who(name: String) -> UInt32 { name.isEmpty ? 0 : hash(name.utf8) }

  /// Never 0, which stands for nobody.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash == 0 ? 1 : hash
  }
}
