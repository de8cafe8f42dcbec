import Names

/// The languages that wearer, caregiver and timeline can have.
public enum Language: String, CaseIterable, Sendable, Spelled {
  case spanish = "es"
  case english = "en"
}
