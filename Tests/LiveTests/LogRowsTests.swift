import Device
import Entries
import HAL
import Sync
import Testing

@testable import Diary
@testable import Live

@Suite("The log on its way to the portal")
struct LogRowsTests {
  private func entry(_ sequence: Int64, _ annotation: Annotation?) -> LoggedRecord {
    LoggedRecord(sequence: sequence, written: nil, words: RecordWords(), annotation: annotation)
  }

  private func request(_ rows: LogRows) -> SyncRequest {
    var request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: ""))
    (request.records, request.annotations) = (rows.records, rows.annotations)
    return request
  }

  @Test("Long notes go up in several calls, each of which the portal can take")
  func longNotes() throws {
    // A control character has six letters in JSON.
    let notes = String(repeating: "\u{1}", count: 2000)
    var log = (1...201).map { entry($0, Annotation(notes: notes)) }
    var seen: [SyncAnnotation] = []
    var calls = 0
    while !log.isEmpty {
      let rows = LogRows(log, .open)
      let request = request(rows)
      #expect(request.json.count < SyncLimits.bytes / 2)
      #expect(try SyncRequest(json: request.json) == request)
      #expect(rows.more == (rows.records.count < log.count))
      log.removeFirst(rows.records.count)
      seen += rows.annotations
      calls += 1
    }
    #expect(seen.map(\.sequence) == Array(1...201) && seen.allSatisfy { $0.notes == notes })
    #expect(calls > 5)
  }

  @Test("A text that no portal takes stays on the device, and the log goes on")
  func tooLong() throws {
    let heavy = "a" + String(repeating: "\u{301}", count: 400)
    let rows = LogRows(
      [entry(1, Annotation(category: heavy, notes: "zumo")), entry(2, nil)], .open)
    #expect(rows.annotations == [SyncAnnotation(sequence: 1, category: nil, notes: "zumo")])
    #expect(rows.records.map(\.sequence) == [1, 2] && !rows.more)
    #expect(throws: Never.self) { try request(rows).check() }
  }
}
