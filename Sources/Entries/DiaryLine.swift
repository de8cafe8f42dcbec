import Device
import HAL

/// One record of the log that concerns the diary.
public struct DiaryLine: Sendable {
  /// Its place in the log.
  public var sequence: Int64
  /// Nil when it cannot be read: of a newer program, or spoilt.
  public var record: Record?
  public var writer: StateWriter
  /// Nil when no clock was trusted.
  public var written: WallTime?
  /// Nil when the text of an earlier version holds.
  public var annotation: Annotation?

  /// A line of a log that holds records alone, without their writers.
  /// - Parameter words: nil for a record that stayed on the device.
  public init(
    sequence: Int64, words: RecordWords?, written: WallTime?, annotation: Annotation? = nil
  ) {
    self.init(
      sequence: sequence, record: words.flatMap { Record($0) }, writer: .device, written: written,
      annotation: annotation)
  }

  package init(
    sequence: Int64, record: Record?, writer: StateWriter, written: WallTime?,
    annotation: Annotation? = nil
  ) {
    self.sequence = sequence
    self.record = record
    self.writer = writer
    self.written = written
    self.annotation = annotation
  }

  /// The kinds that make up the diary, asked of the codec instead of written down twice.
  public static let kinds: [Int64] = [
    .diary(
      .reading(
        DiaryReading(
          id: EntryID(0), taken: WallTime(milliseconds: 0), result: .low, category: .other))),
    .diary(
      .dose(
        DiaryDose(
          id: EntryID(0), taken: WallTime(milliseconds: 0), meal: .lunch, mealPart: .zero,
          correction: .zero, insulinOnBoard: .zero, proposed: .zero, confirmed: .zero))),
    .diary(.readingRemoved(EntryID(0))), .diary(.doseRemoved(EntryID(0))),
    .diary(.doseDated(EntryID(0), WallTime(milliseconds: 0))),
  ].map { (record: Record) in record.words.kind }
}

extension RecordWords {
  /// The kind of the record: its lowest byte.
  package var kind: Int64 { Int64(words[0] & 0xff) }
}

/// The writer that appends to a state.
public enum StateWriter: String, Sendable {
  /// The device that the wearer has on.
  case device
  /// The command line.
  case editor
}
