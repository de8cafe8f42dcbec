import HAL
import Mail

extension DeliveryOutcome {
  /// Of a request over HTTP: the status decides, also when what follows it breaks off.
  static func relay(_ ending: Ending) -> DeliveryOutcome {
    if case .untrusted = ending.kind { return .transient }
    return switch ending.code {
    case 200..<300: .accepted
    // Too slow, too early, too much.
    case 408, 425, 429: .transient
    // A redirection is not followed: the positions of a person go where the profile says.
    case 300..<500: .permanent
    default: .transient
    }
  }
}
