import CLinux
import Device
import Diary
import Entries
import HAL
import Link
import Linux
import Profile
import Sync

/// The log and the settings of a lost device, as the portal has them, for the one that takes its place.
struct Replacement {
  private(set) var records: [LoggedRecord] = []
  private(set) var boot: UInt32 = 0
  /// The text of the lost device's own file; nil: the portal has none.
  private(set) var file: String?
  /// The revision of the portal that was in force.
  private(set) var revision: SyncProfile?
  private var lost = LostDevice()
  private var hasTokens = false

  /// The last number of a life that leaves room for lives after it.
  private static let lastBoot = UInt32.max - 1_000_000

  /// Gets all pages.
  /// - Throws: `SyncRefusal` for nonsense, `Trouble` for a portal that does not answer.
  init(_ calls: PairingCalls, key: String, device: UInt64) throws {
    while true {
      let request = RestoreRequest(device: device, after: records.last?.sequence ?? 0)
      let reply = try calls.post(
        "/device/restore", key: key, request.json, isRepeatable: true)
      guard reply.status == 200 else { throw Trouble(line: reply.refusal) }
      let page: RestoreAnswer
      do {
        page = try RestoreAnswer(json: reply.body)
      } catch {
        // Whatever answered in the portal's place goes away again. The records of a real page are judged below.
        throw Trouble(line: "its answer cannot be used: \(error)")
      }
      try take(page, behind: request.after)
      guard page.records.isEmpty else { continue }
      (file, revision) = (page.profileKept, page.profile)
      boot = max(boot, lost.boot)
      return
    }
  }

  struct Trouble: Error {
    var line: String
  }

  private mutating func take(_ page: RestoreAnswer, behind last: Int64) throws(SyncRefusal) {
    func refuse(_ line: String) -> SyncRefusal { SyncRefusal(.malformed, line) }
    if let first = page.records.first, first.sequence <= last {
      throw refuse(
        "record \(first.sequence) comes behind \(last); expected rising sequences")
    }
    guard records.count + page.records.count <= SyncLimits.log else {
      throw refuse("the log is too long; expected up to \(SyncLimits.log) records")
    }
    guard page.boot <= Replacement.lastBoot else {
      throw refuse("boot is \(page.boot); expected up to \(Replacement.lastBoot)")
    }
    boot = max(boot, page.boot)
    var notes = page.annotations[...]
    for entry in page.records {
      guard let words = entry.words, let record = Record(words), record.isOfLog else {
        throw refuse(
          "record \(entry.sequence) cannot be read; expected one that this version knows")
      }
      if case .outbox(.notice(let notice)) = record {
        hasTokens = hasTokens || notice.token != 0
        guard notice.id.boot <= Replacement.lastBoot else {
          throw refuse("record \(entry.sequence) is of a life that no device has")
        }
      }
      lost.take(record, written: entry.written.map(WallTime.init(milliseconds:)))
      var kept = LoggedRecord(
        sequence: entry.sequence, written: entry.written.map(WallTime.init(milliseconds:)),
        words: words)
      if let note = notes.first, note.sequence == entry.sequence {
        kept.annotation = Annotation(category: note.category, notes: note.notes)
        notes.removeFirst()
      }
      records.append(kept)
    }
    guard notes.isEmpty else {
      throw refuse("a note belongs to no record; expected its record in the same page")
    }
  }

  /// Writes log, settings and memory of the link into the state.
  ///
  /// - Throws: `InputError` for a state with other records; it stays as it is.
  func store(in folder: StateFolder, key: String) throws {
    let store = try RecordStore(folder, as: .editor)
    let isNew = try refusing(folder) { () throws(StorageError) in try store.lastSequence() == 0 }
    // The tokens of the lost device's mails must not count here.
    guard !isNew || !hasTokens else {
      throw SyncRefusal(.malformed, "a notice has a token; expected none of a lost device")
    }
    let log = RestoredLog(
      records: records,
      closing: lost.closing(at: WallTime(milliseconds: clinux_realtime())).map(\.words), boot: boot)
    guard try refusing(folder, { () throws(StorageError) in try store.restore(log) }) != .foreign
    else {
      throw InputError(
        file: folder.path,
        "has records of its own, and stays as it is; expected an empty state for the lost device's log"
      )
    }
    if let revision, let file, PortalProfile(in: folder.path) == nil {
      try PortalProfile(
        revision: revision.revision, base: file,
        untold: ProfileChanges(), text: revision.yaml
      ).store(in: folder.path)
    }
    let memory = LinkMemory(
      restored: records.last?.sequence ?? 0, revision: revision?.revision ?? 0)
    try WholeFile.replace(
      folder.path + "/portal.json", KeptLink(mark: PortalProfile.mark(of: key), memory: memory).json
    )
  }
}

/// The disk's refusal as a line that names the file.
private func refusing<T>(
  _ folder: StateFolder, _ body: () throws(StorageError) -> T
) throws(InputError) -> T {
  do throws(StorageError) {
    return try body()
  } catch {
    throw InputError(
      file: folder.database, "cannot be written (\(error)); expected room and permission")
  }
}

extension Record {
  /// Signs of life never leave a device.
  fileprivate var isOfLog: Bool {
    switch self {
    case .alive: false
    case .place, .reminder, .outbox, .accompanied, .diary, .meal: true
    }
  }
}
