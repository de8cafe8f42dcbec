import Device
import HAL

/// A change of the diary from afar, by a program whose checks nobody here has seen.
///
/// It is made once, however often it comes. After a power cut the records behind `after` say whether it was made.
public struct RemoteEdit: Sendable {
  public struct Change: Sendable {
    public var record: Record
    /// Nil: the text of the entry before holds.
    public var annotation: Annotation?

    public init(record: Record, annotation: Annotation? = nil) {
      self.record = record
      self.annotation = annotation
    }
  }

  /// The reason why nothing is changed.
  public enum Refusal: Equatable, Sendable {
    /// The diary has a record that the editor has not seen.
    case outdated
    /// The entry is dated ahead of the clock, or before the year 2000.
    case ahead
    /// There is no such entry any more, or the number of a new one is not new.
    case gone
    /// It is no entry of a diary, or one with amounts or texts beyond `DiaryRules`.
    case unfit
  }

  /// The decision about it.
  public enum Judgement: Equatable, Sendable {
    case new
    /// It was made already, or the diary has the same from somebody else.
    case before
    case refused(Refusal)
  }

  /// The outcome, durably.
  public enum Outcome: Sendable {
    /// The core is to be told of these records.
    case applied([Record])
    case before
    /// It was over, and is not made.
    case expired
    case refused(Refusal)
  }

  /// The last record of the diary that the editor has seen; 0: none.
  public var after: Int64
  /// The record in that place; nil: the place says enough, or the record is one that this program does not read.
  public var last: Record?
  /// Records of the editor's earlier changes, which may stand behind that one.
  public var seen: [Record]
  public var changes: [Change]

  public init(after: Int64, last: Record? = nil, seen: [Record] = [], changes: [Change]) {
    self.after = after
    self.last = last
    self.seen = seen
    self.changes = changes
  }

  /// - Parameters:
  ///   - lines: the diary's, in the order of the log.
  ///   - now: by a clock that is trusted.
  public func judgement(_ lines: [DiaryLine], at now: WallTime) -> Judgement {
    let behind = lines.filter { $0.sequence > after }
    if isHeld(by: behind) { return .before }
    let isSeen = behind.allSatisfy { $0.record.map(seen.contains) ?? false }
    // A device that was put back from a copy has fewer records, or another one there.
    let isSameLog =
      after <= lines.last?.sequence ?? 0
      && (last == nil || lines.first { $0.sequence == after }?.record == last)
    guard isSeen, isSameLog else { return .refused(.outdated) }
    var book = lines
    for change in changes {
      if let refusal = RemoteEdit.refusal(of: change, DiaryBook(book), at: now) {
        return .refused(refusal)
      }
      book.append(
        DiaryLine(
          sequence: (book.last?.sequence ?? 0) + 1, record: change.record, writer: .editor,
          written: now, annotation: change.annotation))
    }
    return changes.isEmpty ? .refused(.unfit) : .new
  }

  /// Whether its records stand there, and each is the last about its entry.
  ///
  /// An entry that was changed again since, or came back, is not as the editor wants it.
  /// - Parameter behind: the diary's lines behind `after`, in the order of the log.
  public func isHeld(by behind: [DiaryLine]) -> Bool {
    guard let first = behind.indices.last(where: { isMade(by: behind[$0...]) }) else {
      return false
    }
    let places = Set(changes.compactMap { DiaryBook.Place($0.record) })
    return behind[(first + changes.count)...].allSatisfy { line in
      line.record.flatMap { DiaryBook.Place($0) }.map { !places.contains($0) } ?? true
    }
  }

  /// Whether the lines begin with its records, and with its texts where it has some.
  private func isMade(by lines: ArraySlice<DiaryLine>) -> Bool {
    lines.count >= changes.count
      && zip(changes, lines).allSatisfy { change, line in
        change.record == line.record
          && (change.annotation == nil || change.annotation == line.annotation ?? Annotation())
      }
  }

  private static func refusal(
    of change: Change, _ book: DiaryBook, at now: WallTime
  ) -> Refusal? {
    if let annotation = change.annotation, !DiaryRules.allows(annotation) { return .unfit }
    switch change.record {
    case .diary(.reading(let reading)):
      return refusal(of: .reading(reading), change.record, book, at: now)
    case .diary(.dose(let dose)):
      return refusal(of: .dose(dose), change.record, book, at: now)
    case .diary(.readingRemoved(let id)):
      return book.present(id, isDose: false) == nil ? .gone : nil
    case .diary(.doseRemoved(let id)): return book.present(id, isDose: true) == nil ? .gone : nil
    case .diary(.doseDated), .alive, .place, .reminder, .outbox, .accompanied, .meal: return .unfit
    }
  }

  /// A value that stays as it was may lie beyond the rules: the wearer or a meter brought it in.
  private static func refusal(
    of entry: DiaryEntry, _ record: Record, _ book: DiaryBook, at now: WallTime
  ) -> Refusal? {
    let old = book.present(entry.id, isDose: entry.isDose)
    if old == nil {
      let numbers = book.items.map(\.id.value).filter { $0 >> 32 == 0 }
      guard entry.id.value >> 32 == 0, entry.id.value > numbers.max() ?? 0 else { return .gone }
    }
    switch (entry, old) {
    case (.reading(let new), .reading(let old)):
      guard new.result == old.result || DiaryRules.allows(new.result) else { return .unfit }
    case (.reading(let new), nil), (.reading(let new), .dose):
      guard DiaryRules.allows(new.result) else { return .unfit }
    case (.dose(let new), _): guard DiaryRules.allows(new) else { return .unfit }
    }
    return entry.taken == old?.taken || DiaryRules.allows(entry.taken, at: now) ? nil : .ahead
  }
}

extension DiaryBook {
  /// The entry of that kind and number, if it is in the diary now.
  public func present(_ id: EntryID, isDose: Bool) -> DiaryEntry? {
    items(numbered: id).first { $0.known.isDose == isDose }?.latest.entry
  }

  /// The number that the next entry of an editor gets.
  public var nextNumber: EntryID {
    EntryID((items.map(\.id.value).filter { $0 >> 32 == 0 }.max() ?? 0) + 1)
  }
}
