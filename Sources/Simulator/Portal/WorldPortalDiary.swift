import Checkers
import Device
import Entries
import HAL
import Link
import Sync

/// Changes of the diary that caregivers ask for through the portal.
extension World {
  // MARK: The page

  /// A caregiver who sees the portal's copy asks for a change, as its page lets them.
  mutating func ask(_ edit: DiaryEdit, by caregiver: UInt8, for span: Milliseconds) {
    guard let server = portal?.server, Int(caregiver) < household.caregivers.count else { return }
    let now = trueWall(at: truth.now)
    let shown = server.diary
    let coming = server.editsUnderWay
    var shelf = DiaryShelf()
    for record in shown.map(\.record) { shelf.take(record) }
    // The number of an entry that is on its way is not given twice.
    shelf.skipNumbers(of: coming.flatMap(\.changes).compactMap { Record($0.words) })
    guard let record = shelf.record(of: edit, at: now),
      !coming.contains(where: { $0.changes.contains { Record($0.words)?.entry == record.entry } })
    else { return }
    let made = SyncEdit(
      after: shown.last?.sequence ?? 0, last: shown.last?.record.words,
      seen: coming.flatMap { $0.changes.map(\.words) },
      changes: [SyncEdit.Change(words: record.words)])
    let who = household.caregivers[Int(caregiver)].who
    let until = WallTime(milliseconds: now.milliseconds + span.count)
    let word = SyncMessage.Word.edit(made, caregiver: Int(caregiver) + 1)
    guard let id = portal?.server.say(at: now, until: until, who: who, word) else { return }
    portal?.seen[id] = SeenDiary(
      shown: Dictionary(uniqueKeysWithValues: shown.map { ($0.sequence, $0.record) }),
      coming: coming.flatMap(\.changes).compactMap { Record($0.words) })
    tell(.portal(.edited(id, record, until: until)))
    answerHeld()
  }

  // MARK: The device

  /// The device makes a change by the decision of the wrist, durably, or ends it. On a medium in trouble it
  /// does neither, and the change comes again.
  mutating func make(_ edit: SyncEdit, _ id: Int64, isOver: Bool) {
    guard let wall = portalWall, faults.storage == nil, !faults.storageLies, storage?.refused == 0
    else { return }
    let lines = diaryLines()
    let unseen = (portal?.seen[id] ?? SeenDiary(shown: [:], coming: [])).unseen(of: lines)
    guard let change = RemoteEdit(edit), let record = change.changes.first?.record else {
      return end(id, .refused, .entryUnfit, unseen, false)
    }
    let isHeld = lines.last { $0.record?.entry == record.entry }?.record == record
    switch change.judgement(lines, at: wall) {
    case .before:
      tell(.portal(.dealt(id, .before, unseen: unseen, isHeld: isHeld)))
      portal?.link.ended(id, refused: nil, at: truth.now)
    case .new where isOver, .refused where isOver:
      tell(.portal(.dealt(id, .refused, unseen: unseen, isHeld: isHeld)))
      portal?.link.expired(id, at: truth.now)
    case .refused(.outdated): end(id, .outdated, .diaryChanged, unseen, isHeld)
    case .refused(.ahead): end(id, .refused, .entryAhead, unseen, isHeld)
    case .refused(.gone): end(id, .refused, .entryGone, unseen, isHeld)
    case .refused(.unfit): end(id, .refused, .entryUnfit, unseen, isHeld)
    case .new:
      guard (try? storage?.append(record.words)) != nil else { return }
      tell(.portal(.dealt(id, .made(record), unseen: unseen, isHeld: true)))
      tell(.edited(record))
      schedule(.event(.edited(record)), at: truth.now)
      portal?.link.ended(id, refused: nil, at: truth.now)
    }
  }

  private mutating func end(
    _ id: Int64, _ fate: PortalEditFate, _ why: SyncReason, _ unseen: Int, _ isHeld: Bool
  ) {
    tell(.portal(.dealt(id, fate, unseen: unseen, isHeld: isHeld)))
    portal?.link.ended(id, refused: why.rawValue, at: truth.now)
  }

  /// The diary as it lies on the medium.
  private func diaryLines() -> [DiaryLine] {
    var lines: [DiaryLine] = []
    storage?.visit(behind: 0) { place, words in
      if DiaryLine.kinds.contains(words.kind) {
        lines.append(DiaryLine(sequence: Int64(place), words: words, written: nil))
      }
      return true
    }
    return lines
  }
}

/// The diary as its page showed it to somebody.
struct SeenDiary: Equatable, Sendable {
  /// The copy's records, by their places in the log.
  var shown: [Int64: Record]
  /// Records of changes on their way. A place they do not have yet.
  var coming: [Record]

  /// The lines that nobody was shown. An entry that is deleted again after it came back is a new line.
  func unseen(of lines: [DiaryLine]) -> Int {
    var coming = coming
    return lines.count { line in
      guard let record = line.record else { return true }
      if shown[line.sequence] == record { return false }
      guard let i = coming.firstIndex(of: record) else { return true }
      coming.remove(at: i)
      return false
    }
  }
}

extension PortalServer {
  /// The diary's records of the copy, in the order of the log.
  var diary: [(sequence: Int64, record: Record)] {
    log.compactMap { row in
      guard let words = row.words, DiaryLine.kinds.contains(words.kind) else { return nil }
      return Record(words).map { (row.sequence, $0) }
    }
  }
}

extension Record {
  /// The entry of the diary that it is about; nil: about none.
  fileprivate var entry: PortalEntry? {
    guard case .diary(let record) = self else { return nil }
    return switch record {
    case .reading(let reading): PortalEntry(id: reading.id, isDose: false)
    case .dose(let dose): PortalEntry(id: dose.id, isDose: true)
    case .readingRemoved(let id): PortalEntry(id: id, isDose: false)
    case .doseRemoved(let id), .doseDated(let id, _): PortalEntry(id: id, isDose: true)
    }
  }
}

private struct PortalEntry: Equatable {
  var id: EntryID
  var isDose: Bool
}
