/// The reason why something was not stored.
public enum StorageError: Error, Equatable, Sendable {
  case full
  case readOnly
  case failed
  /// The stored records cannot all be read any more.
  case damaged
}

/// One durable record: what it means is the core's business.
public struct RecordWords: Equatable, Sendable {
  /// The first is the kind of the record.
  public var words: InlineArray<10, UInt64>
  public init() { words = InlineArray(repeating: 0) }

  public static func == (a: RecordWords, b: RecordWords) -> Bool {
    for i in 0..<10 where a.words[i] != b.words[i] { return false }
    return true
  }
}

/// Records that outlive a power cut.
///
/// Contract: when `append` returns, the record is durable and comes after every earlier one. After
/// a power cut `restore` gives back a prefix of what was appended, in that order, never half a
/// record. So a record that is refused waits in memory and becomes durable before the next one: a
/// gap would be no prefix. A power cut forgets what waits.
public protocol Storage {
  mutating func append(_ record: RecordWords) throws(StorageError)
  /// Calls `visit` for each record, oldest first, those that wait included.
  mutating func restore(_ visit: (RecordWords) -> Void) throws(StorageError)
}
