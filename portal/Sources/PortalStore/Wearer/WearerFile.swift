import Device
import Diary
import Entries
import Foundation
import GRDB
import HAL
import Profile
import Sync

/// `wearers/ID.sqlite`: one wearer's replica, places, health and messages.
public actor WearerFile {
  let queue: DatabaseQueue
  private var log = CareLog()
  /// The number of the log that `log` was read from.
  private var number: Int64 = 0
  private var profile: KnownProfile?
  private var own: OwnProfile?
  private var people: [UInt32: String] = [:]
  /// People and own settings are known up to this revision.
  private var readRevision = -1
  /// The revision that `profile` was read for.
  private var inForce = 0
  /// The diary as it was read last, with the log and the place in it.
  private var readDiary: (log: Int64, stored: Int64, book: DiaryBook, last: DiaryLine?)?

  init(path: String) throws { queue = try PortalSchema.open(path, WearerSchema.migrator) }

  func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    do {
      return try await queue.write(body)
    } catch let error as DatabaseError {
      throw PortalError.unwritable(error.message ?? error.resultCode.description)
    }
  }

  nonisolated func close() throws { try queue.close() }

  nonisolated func copy(to path: String) throws { try PortalDatabase.copy(queue, to: path) }

  // MARK: The log

  /// The log as far as it is stored now.
  public func careLog() async throws -> CareLog {
    let (last, from) = (number, log.sequence)
    let (current, after, records) = try await queue.read { db in
      let current = try WearerFile.current(db)
      let after = current.number == last && current.stored >= from ? from : 0
      return (current, after, try WearerFile.records(db, of: current.number, after: after))
    }
    // Another call may have read on meanwhile, or the log begun anew.
    if current.number != number || current.stored < log.sequence {
      log = CareLog()
      number = current.number
    }
    if log.sequence < after { return try await careLog() }
    for record in records where record.sequence > log.sequence {
      log.take(
        record.sequence, record.words, written: record.written.map(WallTime.init(milliseconds:)))
    }
    return log
  }

  /// The logs of the devices that the wearer had before the present one.
  public func logsBefore() async throws -> [CareLog] {
    try await queue.read { db in
      let numbers = try Int64.fetchAll(
        db, sql: "SELECT number FROM log WHERE number < (SELECT max(number) FROM log)")
      return try numbers.sorted().map { number in
        var log = CareLog()
        for record in try WearerFile.records(db, of: number, after: 0) {
          log.take(
            record.sequence, record.words, written: record.written.map(WallTime.init(milliseconds:))
          )
        }
        return log
      }
    }
  }

  /// The log must be read anew, because the device put its state back from a copy.
  func forgetLog() {
    log = CareLog()
    readDiary = nil
  }

  /// The diary of the present device, as far as its log is stored now, and its last record.
  public func diary() async throws -> (book: DiaryBook, last: DiaryLine?) {
    let current = try await queue.read { try WearerFile.current($0) }
    if let readDiary, readDiary.log == current.number, readDiary.stored == current.stored {
      return (readDiary.book, readDiary.last)
    }
    let lines = try await queue.read { try WearerFile.diaryLines($0, of: current.number) }
    let (book, last) = (DiaryBook(lines), lines.last)
    readDiary = (current.number, current.stored, book, last)
    return (book, last)
  }

  static func current(_ db: Database) throws -> (number: Int64, stored: Int64) {
    let row = try Row.fetchOne(db, sql: "SELECT number, stored FROM log ORDER BY number DESC")
    return row.map { ($0[0], $0[1]) } ?? (0, 0)
  }

  private static func records(
    _ db: Database, of log: Int64, after sequence: Int64
  ) throws -> [SyncRecord] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT sequence, written_ms, words FROM record WHERE log = ? AND sequence > ?
        ORDER BY sequence
        """, arguments: [log, sequence]
    ).map { SyncRecord(sequence: $0[0], written: $0[1], words: RecordWords(data: $0[2])) }
  }

  /// All records of a device's log, for comparison with the device's own.
  public func replica(of device: String) async throws -> [SyncRecord] {
    try await queue.read { db in
      let log = try Int64.fetchOne(
        db, sql: "SELECT number FROM log WHERE device = ?", arguments: [device])
      return try log.map { try WearerFile.records(db, of: $0, after: 0) } ?? []
    }
  }

  // MARK: The profile

  /// The profile on which the device lives, as far as the portal can read it; nil before it has told one.
  public func knownProfile() async throws -> KnownProfile? {
    let (after, last) = (readRevision, inForce)
    let (force, texts) = try await queue.read { db in
      let force = try WearerFile.revisionInForce(db) ?? 0
      let texts = try Row.fetchAll(
        db, sql: "SELECT * FROM revision WHERE revision > ? ORDER BY revision", arguments: [after]
      ).map { row in
        (
          revision: row["revision"] as Int, yaml: row["yaml"] as String,
          told: row["is_device"] ? WearerFile.told(row) : nil
        )
      }
      return (force, texts)
    }
    for text in texts where text.revision > readRevision {
      readRevision = text.revision
      let known = KnownProfile(revision: text.revision, yaml: text.yaml)
      if let told = text.told {
        let whole = known.flatMap { $0.isWhole ? $0 : nil }
        own = OwnProfile(told: told, profile: whole, before: own)
      }
      for caregiver in known?.caregivers ?? [] {
        people[caregiver.setting.who] = caregiver.words.name
      }
    }
    try await readOwnAgain()
    if force != last {
      // A text that the portal cannot read leaves the one before.
      let readable = try await queue.read { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT revision, yaml FROM revision
            WHERE (is_device OR applied_ms IS NOT NULL) AND revision <= ? ORDER BY revision DESC
            """, arguments: [force]
        ).lazy.compactMap { KnownProfile(revision: $0["revision"], yaml: $0["yaml"]) }.first
      }
      profile = readable ?? profile
      inForce = force
    }
    // The zone is the one thing of it that no portal changes.
    if let zone = own?.timeZone { profile?.timeZone = zone }
    return profile
  }

  /// The device's own file came anew, and left the changes in force: its text has the number of the one before.
  private func readOwnAgain() async throws {
    let newest = try await queue.read { db in
      try Row.fetchOne(
        db, sql: "SELECT * FROM revision WHERE is_device ORDER BY revision DESC LIMIT 1"
      ).map {
        (revision: $0["revision"] as Int, yaml: $0["yaml"] as String, told: WearerFile.told($0))
      }
    }
    guard let newest, newest.told != own?.told else { return }
    let known = KnownProfile(revision: newest.revision, yaml: newest.yaml)
    own = OwnProfile(
      told: newest.told, profile: known.flatMap { $0.isWhole ? $0 : nil }, before: own)
  }

  /// The time at which a text of the device's own file came.
  private static func told(_ row: Row) -> WallTime {
    WallTime(milliseconds: row["edited_ms"] ?? row["made_ms"])
  }

  /// The wearer's name in the profile in force; the one by which the portal was told of them, where it has none.
  public func name(of entry: WearerEntry) async throws -> String {
    let name = try await knownProfile()?.names.wearer.name ?? ""
    return name.isEmpty ? entry.name : name
  }

  /// The reminders on which the device lives; nil before it has told a profile.
  public func remindersInForce() async throws -> [ProfileReminder]? {
    try await knownProfile()?.reminders
  }

  /// The settings of the device's own file; nil before the device has told any.
  public func ownProfile() async throws -> OwnProfile? {
    _ = try await knownProfile()
    return own
  }

  /// The names of all people who were ever in the profile, by the numbers that records have.
  public func knownPeople() async throws -> [UInt32: String] {
    _ = try await knownProfile()
    return people
  }

  // MARK: Requests

  /// Queues a caregiver's word for the device.
  public func ask(_ request: NewCareRequest, at now: WallTime, real: WallTime) async throws -> Int64
  {
    try await write { db in
      // Never twice for a device, even if this file was lost: the clock on the wall goes on.
      let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM message") ?? 0
      let message = SyncMessage(
        id: max(last + 1, real.milliseconds), until: request.until?.milliseconds,
        who: request.identity, request.word)
      let json = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
      try db.execute(
        sql: """
          INSERT INTO message (id, made_ms, until_ms, account, who, json, notice, edit)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          message.id, now.milliseconds, message.until, request.account, request.who, json,
          request.notice.map { Int64(bitPattern: $0.value) }, request.edit?.rawValue,
        ])
      return message.id
    }
  }

  /// Ends what waits for the device and whose authors have no right to it any more: words, and changes of the settings.
  ///
  /// - Parameter levels: the rights of all accounts that have one.
  /// - Returns: whether there were any.
  public func endRequests(
    without levels: [Int64: Level], at now: WallTime
  ) async throws -> Bool {
    let (words, changes) = try await queue.read { db in
      let words = try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM message WHERE outcome IS NULL AND (until_ms IS NULL OR until_ms > ?)
          """, arguments: [now.milliseconds - WearerFile.afterlife]
      ).compactMap(CareRequest.init).filter { request in
        guard let needs = request.needs else { return false }
        return levels[request.account].map { $0 < needs } ?? true
      }.map(\.message.id)
      return (words, try WearerFile.changes(without: levels, db))
    }
    guard !words.isEmpty || !changes.isEmpty else { return false }
    try await write { db in
      for id in words {
        try db.execute(
          sql: """
            UPDATE message SET outcome = 'refused', why = ?, done_ms = ?
            WHERE id = ? AND outcome IS NULL
            """, arguments: [CareRequest.noRight, now.milliseconds, id])
      }
      // Somebody may have made another one from them meanwhile.
      for revision in try WearerFile.changes(without: levels, db) {
        try db.execute(
          sql: "UPDATE revision SET refused_ms = ?, why = ? WHERE revision = ?",
          arguments: [now.milliseconds, CareRequest.noRight, revision])
      }
    }
    return true
  }

  /// The newest first.
  public func requests(
    since: WallTime, before: WallTime = WallTime(milliseconds: .max), most: Int = 100
  ) async throws -> [CareRequest] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT * FROM message WHERE made_ms >= ? AND made_ms < ? ORDER BY id DESC LIMIT ?",
        arguments: [since.milliseconds, before.milliseconds, most]
      ).compactMap(CareRequest.init)
    }
  }

  /// The newest question that the device answered with advice; nil: none.
  public func newestAdvice() async throws -> CareRequest? {
    try await queue.read { db in
      try Row.fetchOne(
        db, sql: "SELECT * FROM message WHERE advice IS NOT NULL ORDER BY id DESC LIMIT 1"
      ).flatMap(CareRequest.init)
    }
  }

  /// The requests to take one notice, the newest first.
  public func requests(taking notice: NoticeID) async throws -> [CareRequest] {
    try await queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM message WHERE notice = ? ORDER BY id DESC",
        arguments: [Int64(bitPattern: notice.value)]
      ).compactMap(CareRequest.init)
    }
  }
}
