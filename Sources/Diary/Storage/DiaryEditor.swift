import Device
import HAL

/// The diary, open for changes from the command line. Each is an appended record. DIA-4.
///
/// It holds the state's lock: open it for the moment of the change, never while a person thinks.
public final class DiaryEditor {
  private let store: RecordStore

  public init(_ folder: StateFolder) throws(StateError) {
    store = try RecordStore(folder, as: .editor, patience: .seconds(10))
  }

  /// Adds entries, all or none, and numbers them.
  ///
  /// - Returns: the entries with their numbers, above every number that was ever used from here. The
  ///   device's own have the boot in their upper half, which is 0 here.
  public func add(
    _ entries: [(entry: DiaryEntry, annotation: Annotation)], at written: WallTime
  ) throws(StateError) -> [DiaryEntry] {
    try change { book, appender in
      var number =
        book.items.map(\.id.value).filter { $0 >> 32 == 0 }.max() ?? 0
      return try entries.map { entry, annotation in
        number += 1
        var entry = entry
        entry.id = EntryID(number)
        _ = try appender.append(
          entry.record.words, written: written,
          annotation == Annotation() ? nil : annotation)
        return entry
      }
    }
  }

  /// Puts another version in the place of the one that the person saw.
  public func change(
    _ seen: DiaryBook.Item, to entry: DiaryEntry, _ annotation: Annotation, at written: WallTime
  ) throws(StateError) {
    try append(entry.record, annotation, after: seen, at: written)
  }

  public func remove(_ seen: DiaryBook.Item, at written: WallTime) throws(StateError) {
    try append(seen.known.removal, nil, after: seen, at: written)
  }

  private func append(
    _ record: Record, _ annotation: Annotation?, after seen: DiaryBook.Item, at written: WallTime
  ) throws(StateError) {
    try change { book, appender in
      let now = book.items(numbered: seen.id).first { $0.known.isDose == seen.known.isDose }
      guard now?.latest.sequence == seen.latest.sequence else {
        throw StateError(
          file: seen.id.text, "was changed by another in the meantime; expected it as it was shown")
      }
      _ = try appender.append(record.words, written: written, annotation)
    }
  }

  private func change<T>(
    _ body: (DiaryBook, RecordAppender) throws -> T
  ) throws(StateError) -> T {
    do {
      return try store.write { appender in
        try body(DiaryBook(DiaryLine.all(appender.db)), appender)
      }
    } catch {
      throw StateSchema.error(error, store.folder.database)
    }
  }
}
