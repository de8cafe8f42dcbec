import HAL
import Testing

/// The contract of storage, as tests that any backend of it can run.
enum StorageContract {
  static func record(_ number: UInt64) -> RecordWords {
    var record = RecordWords()
    for i in 0..<10 { record.words[i] = number << 8 | UInt64(i) }
    return record
  }

  static func records(_ storage: inout some Storage) throws -> [RecordWords] {
    var records: [RecordWords] = []
    try storage.restore { records.append($0) }
    return records
  }

  /// What was appended comes back, in that order, as often as it is asked for.
  /// - Parameter cutPower: takes the power away and opens the same medium again.
  static func survives<S: Storage>(_ storage: inout S, cutPower: (inout S) -> Void) throws {
    let before = try records(&storage)
    #expect(before == [], "an empty medium has no records")
    let all = (1...20).map { record(UInt64($0)) }
    for (index, one) in all.enumerated() {
      try storage.append(one)
      if index % 3 == 0 { cutPower(&storage) }
      let restored = try records(&storage)
      #expect(restored == Array(all[...index]))
    }
    cutPower(&storage)
    for _ in 0..<2 {
      let restored = try records(&storage)
      #expect(restored == all)
    }
  }

  /// A record that was being written when the power went is there whole or not at all, and does not
  /// stand in the way of the next.
  /// - Parameter cutPower: takes the power away when that part (0 to 1) of the record is written,
  ///   and opens the same medium again.
  static func isNeverHalf<S: Storage>(
    _ make: () -> S, cutPower: (inout S, _ writing: RecordWords, _ part: Double) -> Void
  ) throws {
    for tenth in 0..<10 {
      for restoresFirst in [true, false] {
        var storage = make()
        try storage.append(record(1))
        try storage.append(record(2))
        cutPower(&storage, record(3), Double(tenth) / 10)
        if restoresFirst {
          let restored = try records(&storage)
          #expect(restored == [record(1), record(2)], "\(tenth) tenths written")
        }
        try storage.append(record(4))
        let restored = try records(&storage)
        #expect(restored == [record(1), record(2), record(4)], "\(tenth) tenths written")
      }
    }
  }

  /// A refused record changes nothing of what is there.
  static func refuses<S: Storage>(
    _ storage: inout S, _ error: StorageError, break fail: (inout S) -> Void,
    repair: (inout S) -> Void
  ) throws {
    let before = try records(&storage)
    fail(&storage)
    var met: StorageError?
    do { try storage.append(record(99)) } catch { met = error }
    #expect(met == error)
    repair(&storage)
    let after = try records(&storage)
    #expect(after == before)
    try storage.append(record(100))
    let more = try records(&storage)
    #expect(more == before + [record(100)])
  }
}
