import Foundation

/// Events as the commands print them with `--format json`, one object a line.
public enum EventLines {
  public typealias Event = [String: Any]

  /// Lines that are no objects are passed over.
  public static func read(_ text: some StringProtocol) -> [Event] {
    text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? Event
    }
  }
}

extension [EventLines.Event] {
  /// The events of that name, in order.
  public func named(_ name: String) -> [EventLines.Event] {
    filter { $0["event"] as? String == name }
  }
}
