import Device
import Entries
import HAL

/// The diary, open for changes from the command line. Each change is an appended record. DIA-4.
///
/// A device that runs on the state is asked to make the change. So it knows of the change at once and
/// stays the only writer. Otherwise this holds the state's lock. Open it for the moment of the change,
/// never while a person thinks.
public final class DiaryEditor {
  private enum Way {
    case own(RecordStore)
    case device(DeviceLink, StateFolder)
  }
  private let way: Way

  public init(_ folder: StateFolder) throws(StateError) {
    if let link = DeviceLink(folder) {
      way = .device(link, folder)
    } else {
      way = .own(try RecordStore(folder, as: .editor, patience: .seconds(10)))
    }
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
        try appender.append(
          entry.record.words, written: written, annotation == Annotation() ? nil : annotation)
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
          file: seen.id.text, "was changed by somebody else meanwhile; list it again, and repeat")
      }
      try appender.append(record.words, written: written, annotation)
    }
  }

  private func change<T>(
    _ body: (DiaryBook, any DiaryAppender) throws -> T
  ) throws(StateError) -> T {
    switch way {
    case .own(let store):
      do {
        return try store.write { appender in
          try body(DiaryBook(DiaryLine.all(appender.db)), appender)
        }
      } catch {
        throw StateSchema.error(error, store.folder.database)
      }
    case .device(let link, let folder): return try change(through: link, folder, body)
    }
  }

  private func change<T>(
    through link: DeviceLink, _ folder: StateFolder,
    _ body: (DiaryBook, any DiaryAppender) throws -> T
  ) throws(StateError) -> T {
    // Somebody else's change comes between once in a while, the wearer's own too.
    for _ in 0..<5 {
      let (book, latest) = try RecordReader(folder).bookAndLatest()
      let gathered = GatheredChanges(EditRequest(after: latest))
      let result: T
      do {
        result = try body(book, gathered)
      } catch {
        throw StateSchema.error(error, folder.database)
      }
      if try link.send(gathered.request) { return result }
    }
    throw folder.refuse("changes all the time; expected a moment without other edits")
  }
}

/// The destination of an editor's records.
protocol DiaryAppender {
  func append(_ record: RecordWords, written: WallTime?, _ annotation: Annotation?) throws
}

extension RecordAppender: DiaryAppender {
  func append(_ record: RecordWords, written: WallTime?, _ annotation: Annotation?) throws {
    let _: Int64 = try append(record, written: written, annotation)
  }
}

/// Gathers changes for the running device.
private final class GatheredChanges: DiaryAppender {
  var request: EditRequest
  init(_ request: EditRequest) { self.request = request }

  func append(_ record: RecordWords, written: WallTime?, _ annotation: Annotation?) {
    request.changes.append(
      EditRequest.Change(
        record: record.data, written: written?.milliseconds, category: annotation?.category,
        notes: annotation?.notes, isAnnotated: annotation != nil))
  }
}
