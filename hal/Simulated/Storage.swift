import Device
import HAL

/// A medium in memory that fails, loses and tears on command.
///
/// Each record lies there as its ten words and their checksum. So a torn or rotten record is told from
/// a whole one, as on a real medium.
public struct SimulatedStorage: Storage {
  private static let stride = 11

  /// The most records that wait, as on a real board; then the oldest is given up.
  public static let mostWaiting = 4096

  /// The fault that every append meets. `.failed` meets every restore, too.
  public var fault: StorageError?
  /// The number of records that fit.
  public var capacity = Int.max
  /// The medium says "written" before it is: until `flush`, a power cut takes it back.
  public var holdsBack = false

  private var medium: [UInt64] = []
  /// The number of words that a power cut leaves.
  private var durable = 0
  /// The number of words up to the end of the last whole record; the words behind it are torn.
  private var end = 0
  /// Refused, oldest first.
  private var waiting: [RecordWords] = []

  public init() {}

  /// Whole records that lie there.
  public var count: Int { end / SimulatedStorage.stride }

  public mutating func append(_ record: RecordWords) throws(StorageError) {
    waiting.append(record)
    if waiting.count > SimulatedStorage.mostWaiting { waiting.removeFirst() }
    try retry()
  }

  /// Calls `visit` for each record that lies there, with its place from 1, until it says no.
  public func visit(behind place: Int, _ visit: (Int, RecordWords) -> Bool) {
    var record = RecordWords()
    var at = max(place, 0)
    while at < count {
      for i in 0..<10 { record.words[i] = medium[at * SimulatedStorage.stride + i] }
      at += 1
      guard visit(at, record) else { return }
    }
  }

  /// Records that the medium refused and that wait.
  public var refused: Int { waiting.count }

  /// Writes what waits.
  public mutating func retry() throws(StorageError) {
    while let next = waiting.first {
      try write(next)
      waiting.removeFirst()
    }
  }

  private mutating func write(_ record: RecordWords) throws(StorageError) {
    if let fault { throw fault }
    guard end / SimulatedStorage.stride < capacity else { throw .full }
    medium.removeSubrange(end...)
    medium += SimulatedStorage.words(of: record)
    end = medium.count
    if !holdsBack { durable = end }
  }

  public mutating func restore(_ visit: (RecordWords) -> Void) throws(StorageError) {
    if fault == .failed { throw .failed }
    end = 0
    while end + SimulatedStorage.stride <= medium.count {
      var record = RecordWords()
      for i in 0..<10 { record.words[i] = medium[end + i] }
      guard medium[end + 10] == SimulatedStorage.check(record) else { break }
      visit(record)
      end += SimulatedStorage.stride
    }
    durable = min(durable, end)
    for record in waiting { visit(record) }
  }

  /// The medium writes what it held back.
  public mutating func flush() { durable = end }

  /// The power goes: what the medium held back is gone.
  public mutating func cutPower() {
    medium.removeSubrange(durable...)
    end = durable
    waiting = []
  }

  /// The power goes while a record is being written.
  /// - Parameter words: how many of its eleven words got through, 0 to 10.
  public mutating func cutPower(writing record: RecordWords, words: Int) {
    precondition(words >= 0 && words < SimulatedStorage.stride)
    cutPower()
    medium += SimulatedStorage.words(of: record).prefix(words)
  }

  /// One bit of a record rots; that record and those after it are lost.
  /// - Parameter record: counted from 0, one that is there.
  public mutating func rot(record: Int, word: Int, bit: Int) {
    medium[record * SimulatedStorage.stride + word] ^= 1 << UInt64(bit & 63)
  }

  private static func words(of record: RecordWords) -> [UInt64] {
    (0..<10).map { record.words[$0] } + [check(record)]
  }

  private static func check(_ record: RecordWords) -> UInt64 {
    var digest = Digest()
    for i in 0..<10 { digest.fold(record.words[i]) }
    return digest.value
  }
}
