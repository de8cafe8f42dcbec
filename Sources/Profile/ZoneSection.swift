import Device
import Foundation

/// The `time_zone` of a profile, and the table that the core gets of it.
enum ZoneSection {
  /// 2000-01-01T00:00:00Z to 2050-01-01T00:00:00Z.
  static let span: Range<Int64> = 946_684_800..<2_524_608_000

  static func read(_ value: YAMLValue) throws -> TimeZone {
    let name = try value.text()
    if name.utf8.count <= 100, let zone = TimeZone(identifier: name) { return zone }
    let hint =
      Spelling.nearest(name, TimeZone.knownTimeZoneIdentifiers).map { "did you mean \"\($0)\"?" }
      ?? "expected a name such as America/Guayaquil"
    throw value.refuse("is \(value.shown); \(hint)")
  }

  /// What the zone does from 2000 to 2049: the offset at the beginning, then each change of it.
  ///
  /// Foundation asks the zone tables that its own ICU carries. What it says is frozen into the trace
  /// with the other settings, so that a later table changes no replay.
  static func transitions(_ zone: TimeZone) -> [ZoneTransition] {
    func offset(_ at: Int64) -> Int {
      zone.secondsFromGMT(for: .init(timeIntervalSince1970: Double(at)))
    }
    func transition(_ at: Int64, _ seconds: Int) -> ZoneTransition {
      ZoneTransition(at: at, offset: Int16((Double(seconds) / 60).rounded()))
    }
    var last = offset(span.lowerBound)
    var table = [transition(span.lowerBound, last)]
    // Day by day, because Foundation's own search leaves out changes that are no daylight saving.
    for day in stride(from: span.lowerBound, to: span.upperBound, by: 86_400) {
      var before = day
      var after = day + 86_400
      let next = offset(after)
      guard next != last, after < span.upperBound else { continue }
      while after - before > 1 {
        let middle = (before + after) / 2
        if offset(middle) == last { before = middle } else { after = middle }
      }
      table.append(transition(after, next))
      last = next
    }
    return Array(table.prefix(Capacity.transitions))
  }
}
