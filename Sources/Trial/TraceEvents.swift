import Device
import HAL
import Simulated
import Traces

/// A trace as the events of a board, with the perimeter of the command line in front.
final class TraceEvents: EventSource {
  private let reader: TraceReader
  private var perimeter: Perimeter?
  private(set) var hasPerimeter = false
  private var isStopped = false
  /// Why the trace ended early.
  private(set) var failure: TraceError?
  /// What the last event was made of.
  private(set) var record: TraceRecord?

  init(_ reader: TraceReader, perimeter: Perimeter?) {
    self.reader = reader
    self.perimeter = perimeter
  }

  /// No more events come.
  func stop() { isStopped = true }

  func next() -> Event? {
    if isStopped { return nil }
    if let perimeter {
      self.perimeter = nil
      hasPerimeter = true
      return Event(at: .start, .configured(Configuration(perimeter: perimeter)))
    }
    do throws(TraceError) {
      guard let item = try reader.next() else { return nil }
      record = item.record
      if case .configured = item.event.kind { hasPerimeter = true }
      // Found out at once, not after two gigabytes.
      guard hasPerimeter else { throw TraceEvents.noPerimeter(reader) }
      return item.event
    } catch {
      failure = error
      return nil
    }
  }

  static func noPerimeter(_ reader: TraceReader) -> TraceError {
    TraceError(
      file: reader.name,
      "holds no perimeter; expected --perimeter LAT,LON,RADIUS_M or --profile FILE")
  }

  func wallTime(at instant: Instant) -> WallTime { reader.wallTime(at: instant) }
  var knowsWallTime: Bool { reader.knowsWallTime }
}
