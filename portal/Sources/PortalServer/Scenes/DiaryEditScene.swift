import Device
import Diary
import Entries
import HAL
import PortalPages
import PortalStore
import Sync

/// The changes of a wearer's diary that caregivers asked for, beside the diary itself.
struct DiaryDesk: Sendable {
  /// Changes that may be on their way at once: half of what an answer to the device carries.
  static let most = SyncLimits.messages / 2
  /// A change that the device made stays on the page for so long.
  private static let recent = Milliseconds.seconds(600)

  let scene: WearerScene
  let book: DiaryBook
  /// The last record of the diary.
  let last: DiaryLine?
  /// Those that nobody has put away, the oldest first.
  let edits: [CareRequest]

  init(_ scene: WearerScene) async throws {
    self.scene = scene
    (book, last) = try await scene.file.diary()
    edits = try await scene.file.edits(since: scene.now + .seconds(-86_400))
  }

  /// Changes that the device may still make, or has made without their record here.
  var waiting: [SyncEdit] {
    edits.compactMap { request in
      guard case .edit(let edit, _) = request.message.word, !scene.log.has(edit) else { return nil }
      switch request.outcome {
      case .refused, .expired: return nil
      case .applied: return edit
      case nil:
        let end = request.message.until.map(WallTime.init(milliseconds:)) ?? scene.now
        return end + .seconds(86_400) > scene.now ? edit : nil
      }
    }
  }

  private static func record(_ edit: SyncEdit) -> Record? {
    edit.changes.first.flatMap { Record($0.words) }
  }

  private static func name(_ record: Record?) -> String? {
    switch record {
    case .diary(.reading(let reading)): DiaryView.name(reading.id, isDose: false)
    case .diary(.dose(let dose)): DiaryView.name(dose.id, isDose: true)
    case .diary(.readingRemoved(let id)): DiaryView.name(id, isDose: false)
    case .diary(.doseRemoved(let id)), .diary(.doseDated(let id, _)):
      DiaryView.name(id, isDose: true)
    case .alive, .place, .reminder, .outbox, .accompanied, .meal, nil: nil
    }
  }

  /// The entries of which a change is on its way.
  var underWay: Set<String> {
    Set(waiting.compactMap { DiaryDesk.name(DiaryDesk.record($0)) })
  }

  /// The entry of that name, if it is in the diary now.
  func item(_ name: String) -> DiaryBook.Item? {
    guard let first = name.first, first == "r" || first == "d",
      let id = EntryID(text: String(name.dropFirst()))
    else { return nil }
    return book.items(numbered: id).first { $0.known.isDose == (first == "d") && !$0.isRemoved }
  }

  /// A number above all that the diary has, and above those that are on their way.
  var nextNumber: EntryID {
    let coming = waiting.compactMap { edit -> UInt64? in
      switch DiaryDesk.record(edit) {
      case .diary(.reading(let reading)): reading.id.value
      case .diary(.dose(let dose)): dose.id.value
      case .diary, .alive, .place, .reminder, .outbox, .accompanied, .meal, nil: nil
      }
    }.filter { $0 >> 32 == 0 }
    return EntryID(max(book.nextNumber.value, (coming.max() ?? 0) + 1))
  }

  /// Whether the same new entry is on its way already: somebody pressed twice.
  func isOnItsWay(_ entry: DiaryEntry) -> Bool {
    waiting.contains { edit in
      guard case .diary(let record)? = DiaryDesk.record(edit) else { return false }
      var other: DiaryEntry
      switch record {
      case .reading(let reading): other = .reading(reading)
      case .dose(let dose): other = .dose(dose)
      case .readingRemoved, .doseRemoved, .doseDated: return false
      }
      other.id = entry.id
      return other == entry
    }
  }

  /// Whether the same entry came into the diary behind that record, and stands there unchanged.
  /// Then the same form was sent again.
  func has(_ entry: DiaryEntry, behind sequence: Int64) -> Bool {
    book.current.contains { item in
      guard let latest = item.latest.entry else { return false }
      return item.versions.contains { $0.sequence > sequence && isSame($0.entry, entry) }
        && isSame(latest, entry)
    }
  }

  /// Whether the same entry came into the diary behind that record, whatever became of it.
  func had(_ entry: DiaryEntry, behind sequence: Int64) -> Bool {
    book.items.contains { item in
      item.versions.contains { $0.sequence > sequence && isSame($0.entry, entry) }
    }
  }

  private func isSame(_ entry: DiaryEntry?, _ other: DiaryEntry) -> Bool {
    guard var entry else { return false }
    entry.id = other.id
    return entry == other
  }

  /// The message that makes a change, behind all that is here and on its way.
  func edit(_ record: Record, _ annotation: Annotation?) -> SyncEdit {
    SyncEdit(
      after: last?.sequence ?? 0, last: last?.record?.words,
      seen: waiting.flatMap { $0.changes.map(\.words) },
      changes: [
        SyncEdit.Change(
          words: record.words,
          text: annotation.map { SyncEdit.Text(category: $0.category, notes: $0.notes) })
      ])
  }

  // MARK: Pages

  /// The changes that a page shows, the newest first.
  var shown: [DiaryView.Change] {
    edits.reversed().compactMap { request in
      guard case .edit(let edit, _) = request.message.word else { return nil }
      var view = scene.view(request)
      switch view.fate {
      case .applied(let at) where at + DiaryDesk.recent <= scene.now: return nil
      case .applied, .queued, .fetched, .refused, .expired: break
      }
      guard case .diary(var change) = view.wish else { return nil }
      if change.kind == .removed, let name = DiaryDesk.name(DiaryDesk.record(edit)),
        let known = known(name)
      {
        (change.entry, change.annotation) = (known.known, known.annotation)
        view.wish = .diary(change)
      }
      return DiaryView.Change(
        id: String(request.message.id), request: view, note: change.annotation.notes)
    }
  }

  private func known(_ name: String) -> DiaryBook.Item? {
    guard let id = EntryID(text: String(name.dropFirst())) else { return nil }
    return book.items(numbered: id).first { $0.known.isDose == (name.first == "d") }
  }
}
