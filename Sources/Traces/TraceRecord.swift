import Device
import HAL

/// One epoch of a trace: what the core sees, and what only people and file formats want.
public struct TraceRecord: Equatable, Sendable {
  /// The epoch as the core sees it.
  public var fix: Fix
  /// Altitude above mean sea level; nil when the trace has none.
  public var altitude: Metres?
  /// Horizontal dilution of precision, without a unit; nil when the trace has none.
  public var hdop: Double?
  /// The number of satellites in the solution; nil when the trace does not say.
  public var satellitesUsed: Int?
  /// Horizontal standard deviation by the receiver (NMEA GST); nil without one. It serves reports, never
  /// decisions, because gpsd does not use it either.
  public var sigma: Metres?
  /// Arrival on the device's clock, in milliseconds; nil when the trace does not say.
  public var atMilliseconds: Int64?
  /// The first epoch of a GPX track segment.
  public var startsSegment = false
  /// The line of the file, from 1; 0 before any line.
  public var line: Int

  /// A record before any line.
  static let none = TraceRecord(fix: Fix(mode: .none), line: 0)

  public init(fix: Fix, line: Int) {
    self.fix = fix
    self.line = line
  }

  /// Whether the receiver claims a fix and states its place.
  public var hasPosition: Bool { fix.mode != .none && fix.position != nil }
}

/// The content of a trace, in the order of its lines. Small: there is one for every fix.
enum TraceItem {
  /// It is in the record that the decoder was given.
  case epoch
  indirect case event(Event.Kind, atMilliseconds: Int64?)
  case mark(String, atMilliseconds: Int64?)
  /// The power is gone, until the next event.
  case off(atMilliseconds: Int64?)
}

/// The reason why a line, sentence or track point was skipped.
public enum SkipReason: String, CaseIterable, Sendable {
  case otherKind = "of a kind not needed here"
  case malformed = "malformed"
  case badChecksum = "with a wrong checksum"
  case noChecksum = "without a checksum"
  case outOfRange = "with a coordinate that is not on Earth"
  case tooLong = "longer than 10,240 characters"
  case noise = "that are not sentences"
}

/// The number of skipped lines, by reason.
public struct SkipCounts: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: SkipReason.allCases.count)

  public init() {}

  mutating func add(_ reason: SkipReason) {
    counts[SkipReason.allCases.firstIndex(of: reason)!] += 1
  }
  /// The number of lines skipped for that reason.
  public subscript(reason: SkipReason) -> Int {
    counts[SkipReason.allCases.firstIndex(of: reason)!]
  }
  /// The number of all skipped lines.
  public var total: Int { counts.reduce(0, +) }
  /// The number of well-formed lines that no replay needs. A receiver's other sentences are no reason to
  /// worry.
  public var unneeded: Int { self[.otherKind] }
  /// The number of damaged or unreadable lines.
  public var damaged: Int { total - unneeded }
}

/// The reason why a trace cannot be read or written: file, line, what was wrong, what was expected.
public struct TraceError: Error, Equatable, CustomStringConvertible {
  /// The path as it was given, or "standard input".
  public var file: String
  /// Counted from 1; nil when the whole file is meant.
  public var line: Int?
  /// The fault, and what was expected.
  public var message: String

  public init(file: String, line: Int? = nil, _ message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  public var description: String {
    if let line { return "\(file): line \(line): \(message)" }
    return "\(file): \(message)"
  }
}
