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
    /// To the wearer, in the family's own word: "hija".
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
    /// Of a medication: "1 pastilla".
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
  /// In the order in which they are told; the core's caregiver numbers are indices of it.
  public var caregivers: [Caregiver] = []
  /// By the core's number of the reminder.
  public var reminders: [UInt16: Reminder] = [:]

  public init() {}
}
