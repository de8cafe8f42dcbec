import HAL

extension DeliveryOutcome {
  /// The dialogue ended before the server said yes or no to the mail.
  package static func mail(_ ending: Ending) -> DeliveryOutcome {
    switch ending.kind {
    // Somebody can mend it: the clock, the certificate, the server.
    case .untrusted: .transient
    // 454 is a server in trouble; a wrong password stays wrong.
    case .denied: ending.code / 100 == 4 ? .transient : .permanent
    case .done, .broken: ending.code / 100 == 5 ? .permanent : .transient
    }
  }
}

/// Says once what is wrong with a way, and once that it works again.
package final class NetworkJournal {
  private let log: (String) -> Void
  private var complaints: [String: String] = [:]

  package init(_ log: @escaping (String) -> Void) { self.log = log }

  package func say(_ line: String) { log(line) }

  /// - Parameter complaint: nil: it worked.
  package func note(_ way: String, _ complaint: String?) {
    guard complaints[way] != complaint else { return }
    complaints[way] = complaint
    log("\(way): \(complaint ?? "works again")")
  }
}
