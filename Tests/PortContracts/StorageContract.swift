import HAL
import Testing

/// The contract of storage, as tests that any backend of it can run.
public enum StorageContract {
  public static func record(_ number: UInt64) -> RecordWords {
    var record = RecordWords()
    for i in 0..<10 { record.words[i] = number << 8 | UInt64(i) }
    return record
  }

  public static func records(_ storage: inout some Storage) throws -> [RecordWords] {
    var records: [RecordWords] = []
    try storage.restore { records.append($0) }
    return records
  }

  /// Appended records come back, in that order, as often as they are asked for.
  /// - Parameter cutPower: takes the power away and opens the same medium again.
  public static func survives<S: Storage>(
    _ storage: inout S, cutPower: (inout S) throws -> Void
  ) throws {
    let before = try records(&storage)
    #expect(before == [], "an empty medium has no records")
    let all = (1...20).map { record(UInt64($0)) }
    for (index, one) in all.enumerated() {
      try storage.append(one)
      if index % 3 == 0 { try cutPower(&storage) }
      let restored = try records(&storage)
      #expect(restored == Array(all[...index]))
    }
    try cutPower(&storage)
    for _ in 0..<2 {
      let restored = try records(&storage)
      #expect(restored == all)
    }
  }

  /// A record that was being written when the power went is there whole or not at all, and does not
  /// impede the next.
  /// - Parameter cutPower: takes the power away when that part (0 to 1) of the record is written, and
  ///   opens the same medium again.
  public static func isNeverHalf<S: Storage>(
    _ make: () throws -> S,
    cutPower: (inout S, _ writing: RecordWords, _ part: Double) throws -> Void
  ) throws {
    for tenth in 0..<10 {
      for restoresFirst in [true, false] {
        var storage = try make()
        try storage.append(record(1))
        try storage.append(record(2))
        try cutPower(&storage, record(3), Double(tenth) / 10)
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

  /// A refused record waits: it is durable before the next one, unless the power goes before.
  /// - Parameters:
  ///   - fail: from now on the medium refuses with that error.
  ///   - repair: it takes two records more.
  public static func refuses<S: Storage>(
    _ storage: inout S, _ error: StorageError, break fail: (inout S) throws -> Void,
    repair: (inout S) throws -> Void, cutPower: (inout S) throws -> Void
  ) throws {
    func refuse(_ number: UInt64) {
      var met: StorageError?
      do { try storage.append(record(number)) } catch { met = error }
      #expect(met == error)
    }
    let before = try records(&storage)
    try fail(&storage)
    refuse(99)
    try repair(&storage)
    try storage.append(record(100))
    let more = try records(&storage)
    #expect(more == before + [record(99), record(100)], "no gap before what came later")
    try cutPower(&storage)
    let durable = try records(&storage)
    #expect(durable == more)

    try fail(&storage)
    refuse(101)
    try cutPower(&storage)
    try repair(&storage)
    let left = try records(&storage)
    #expect(left == more, "what was refused is not there after a power cut")
    try storage.append(record(102))
    let last = try records(&storage)
    #expect(last == more + [record(102)])
  }
}
