import CLinux
import HAL

extension DeliveryOutcome {
  /// Of a mail whose conversation ended too soon.
  static func mail(_ ending: Transport.Ending) -> DeliveryOutcome {
    switch ending.kind {
    // Somebody can mend it: the clock, the certificate, the server.
    case CLINUX_UNTRUSTED: .transient
    // 454 is a server in trouble; a wrong password stays wrong.
    case CLINUX_DENIED: ending.code / 100 == 4 ? .transient : .permanent
    default: ending.code / 100 == 5 ? .permanent : .transient
    }
  }

  /// Of a request over HTTP: the status decides, also when what follows it breaks off.
  static func relay(_ ending: Transport.Ending) -> DeliveryOutcome {
    if ending.kind == CLINUX_UNTRUSTED { return .transient }
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

/// Says once what is wrong with a way, and once that it works again.
final class NetworkJournal {
  private let log: (String) -> Void
  private var complaints: [String: String] = [:]

  init(_ log: @escaping (String) -> Void) { self.log = log }

  /// - Parameter complaint: nil: it worked.
  func note(_ way: String, _ complaint: String?) {
    guard complaints[way] != complaint else { return }
    complaints[way] = complaint
    log("\(way): \(complaint ?? "works again")")
  }
}
