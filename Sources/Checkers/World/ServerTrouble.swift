import Device
import HAL

/// What is wrong with some ways to the caregivers.
public struct ServerTrouble: Equatable, Sendable {
  public enum Kind: Sendable, CaseIterable {
    case transient
    case permanent
    /// It never says a word.
    case silent
    /// The connection stands and nothing goes through.
    case halfOpen
    /// It takes the notice, and its yes is lost.
    case lostAnswers
  }

  public var kind: Kind
  /// By the place in the list that the plan begins with; nil: everybody's.
  public var caregiver: UInt8?
  /// Nil: every route.
  public var route: Route?

  public init(_ kind: Kind, of caregiver: UInt8? = nil, by route: Route? = nil) {
    self.kind = kind
    self.caregiver = caregiver
    self.route = route
  }
}
