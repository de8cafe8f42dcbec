/// A cause of the seconds between a crossing and its announcement.
///
/// The raw values are the contract with scripts.
public enum LatenessCause: String, CaseIterable, Sendable {
  case estimate, clearance, depth, evidence
  case unknownAccuracy = "unknown_accuracy"
  case statedAccuracy = "stated_accuracy"
  case scatter, agreement, stay
  case noPosition = "no_position"
  case refused
  case notWatched = "not_watched"
}
