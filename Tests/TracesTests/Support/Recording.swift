import Device
import HAL
import Names
import TestSupport
import Traces

/// Everything that a reader made of one file.
struct Recording {
  var format: TraceFormat
  var items: [TraceReader.Item] = []
  var fixes = 0
  var skips = SkipCounts()
  var endsTorn = false
  var knowsWallTime = false

  init(path: String, options: TraceReader.Options = .init()) throws(TraceError) {
    let reader = try TraceReader(path: path, options: options)
    format = reader.format
    while let item = try reader.next() { items.append(item) }
    fixes = reader.fixes
    skips = reader.skips
    endsTorn = reader.endsTorn
    knowsWallTime = reader.knowsWallTime
  }

  var events: [Event] { items.map(\.event) }
  var records: [TraceRecord] { items.compactMap(\.record) }
  var positioned: [TraceRecord] { records.filter(\.hasPosition) }
  /// Device time of every event, in milliseconds.
  var stamps: [Int64] { items.map { $0.event.at.milliseconds } }
  /// Wall time of every epoch as text, "-" for an epoch without one.
  var times: [String] {
    records.map { record in record.fix.time.map { CivilTime.text($0.wall) } ?? "-" }
  }
}

func read(_ text: String, options: TraceReader.Options = .init()) throws -> Recording {
  try read(Array(text.utf8), options: options)
}

func read(_ bytes: [UInt8], options: TraceReader.Options = .init()) throws -> Recording {
  let file = try TemporaryFile(bytes)
  return try Recording(path: file.path, options: options)
}
