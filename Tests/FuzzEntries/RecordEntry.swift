import Device
import Diary
import Foundation
import HAL
import Traces

/// Blobs of a log become records, and those the same words again, also by way of a trace.
enum RecordEntry {
  static func run(_ bytes: [UInt8]) throws {
    var records: [Record] = []
    for start in stride(from: 0, to: bytes.count, by: 80) {
      let blob = Data(bytes[start..<min(start + 80, bytes.count)])
      guard let words = RecordWords(data: blob) else {
        try must(blob.count != 80, "a whole blob is no words")
        continue
      }
      try must(words.data == blob, "words make another blob")
      guard let record = Record(words) else { continue }
      try must(Record(record.words) == record, "\(record) comes back as another")
      records.append(record)
    }
    try trace(records)
  }

  private static func trace(_ records: [Record]) throws {
    guard !records.isEmpty else { return }
    var text = ""
    let writer = TraceWriter { text += $0 }
    for (i, record) in records.enumerated() {
      let at = Instant(milliseconds: Int64(i))
      try writer.write(Event(at: at, i % 2 == 0 ? .restored(record) : .edited(record)))
    }
    let file = try MemoryFile(text.utf8)
    let reader = try TraceReader(path: file.path)
    for record in records {
      switch try reader.nextEvent()?.kind {
      case .restored(let again), .edited(let again):
        try must(again == record, "\(record) comes back from a trace as \(again)")
      default: throw Broken(description: "\(record) does not come back from a trace")
      }
    }
  }
}
