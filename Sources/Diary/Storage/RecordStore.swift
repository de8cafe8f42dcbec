import Device
import Entries
import Foundation
import GRDB
import HAL

/// The log of records in `DIR/vigia.sqlite`, open for writing.
///
/// It fulfils the contract of HAL's `Storage`: an append is durable when it returns (write-ahead log,
/// synchronous FULL). After a power cut `restore` gives back a prefix. Only the newest sign of life of
/// that prefix comes back: each goes in and the one before goes out in one transaction. One process at
/// a time may have it; see `StateLock`.
///
/// Reading and writing happen on the caller's thread. Closing lets libdispatch start two threads of its
/// own, with signals blocked: a device keeps its store as long as it runs.
public final class RecordStore {
  public let folder: StateFolder
  private let writer: StateWriter
  private var queue: DatabaseQueue
  private let lock: StateLock
  /// Opening it changed the tables of an older program.
  public private(set) var update: StateUpdate?

  /// Opens the state, and makes directory and database when they are not there.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for another writer to end.
  ///   - isPatient: false: nor does opening wait for others who have the database, such as a backup.
  ///   - needsCopy: false: changes the tables of an older program also where the copy cannot be kept.
  /// - Throws: one line for a person: in use by another, made by a newer vigia, not ours, unusable.
  public init(
    _ folder: StateFolder, as writer: StateWriter, patience: Milliseconds = .seconds(1),
    isPatient: Bool = true, needsCopy: Bool = true
  ) throws(StateError) {
    try folder.make()
    lock = try StateLock(folder, for: writer, patience: Int(patience.count))
    try folder.finishSettingAside()
    try folder.makeDatabaseFile()
    self.folder = folder
    self.writer = writer
    do {
      (queue, update) = try RecordStore.open(
        folder, as: writer, isPatient: isPatient, needsCopy: needsCopy)
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  deinit {
    // The queue is closed before the lock is released, for then the next writer may begin.
    try? queue.close()
  }

  /// A device goes on with what can be read of a damaged file; nobody else moves it.
  private static func open(
    _ folder: StateFolder, as writer: StateWriter, isPatient: Bool, needsCopy: Bool
  ) throws -> (DatabaseQueue, StateUpdate?) {
    do {
      if WriteAheadLog(folder.database + "-wal").isDamaged {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
      let opened = try open(folder, isPatient: isPatient, needsCopy: needsCopy)
      try opened.0.read { try StateSchema.checkPages($0) }
      return opened
    } catch  where writer == .device && StateSchema.isDamage(error) {
      guard try folder.mend(life: nil) != nil else { throw error }
      try folder.finishSettingAside()
      return try open(folder, isPatient: isPatient, needsCopy: needsCopy)
    }
  }

  /// The file is damaged: goes on in a new one with all that can be read of it.
  ///
  /// - Parameter life: the one that goes on.
  /// - Throws: `.full` for want of room; `.failed` where a new file cannot be had either.
  public func setAside(life: DeviceLife) throws(StorageError) {
    do {
      guard try folder.mend(life: life) != nil else {
        throw StorageError.failed
      }
      // The salvage is complete by now: closing may move the log's pages into the damaged file.
      try queue.close()
      try folder.finishSettingAside()
      (queue, _) = try RecordStore.open(folder, isPatient: true, needsCopy: false)
    } catch {
      let error = RecordStore.storageError(error)
      throw error == .damaged ? .failed : error
    }
  }

  /// Damaged files of which the caregivers are not told yet.
  public func untoldDamage() throws(StorageError) -> [SetAside] {
    do {
      return try queue.read { try StateSchema.setAside($0, in: folder, isTold: false) }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  private static func open(
    _ folder: StateFolder, isPatient: Bool, needsCopy: Bool
  ) throws -> (DatabaseQueue, StateUpdate?) {
    var configuration = Configuration()
    // Readers hold the database for moments only, at checkpoints.
    configuration.busyMode = isPatient ? .timeout(5) : .immediateError
    let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
    try queue.read { try StateSchema.check($0, folder.database) }
    try queue.writeWithoutTransaction { db in
      // Ours instead of GRDB's, which would lower synchronous to NORMAL: a power cut could then take
      // back a reading that was confirmed.
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    let update = try StateSchema.update(queue, in: folder, needsCopy: needsCopy)
    if !isPatient {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 5000") }
    }
    return (queue, update)
  }

  /// Appends one record. It is durable when this returns.
  ///
  /// - Parameter written: nil when no clock is trusted.
  public func append(_ record: RecordWords, written: WallTime?) throws(StorageError) {
    do {
      _ = try write { appender throws in try appender.append(record, written: written) }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  /// Calls `visit` for each record, oldest first. O(records).
  public func restore(_ visit: (RecordWords) -> Void) throws(StorageError) {
    do {
      try queue.read { db in
        let rows = try Row.fetchCursor(db, sql: "SELECT words FROM record ORDER BY sequence")
        while let row = try rows.next() {
          let record = try row.withUnsafeData(atIndex: 0) { $0.flatMap { RecordWords(data: $0) } }
          guard let record else { throw StorageError.damaged }
          visit(record)
        }
      }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  /// One transaction on any table.
  func writeAny<T>(_ body: (Database) throws -> T) throws -> T { try queue.write(body) }

  /// Several appends that happen together or not at all.
  func write<T>(_ body: (RecordAppender) throws -> T) throws -> T {
    try queue.write { db in try body(RecordAppender(db: db, writer: writer)) }
  }

  static func storageError(_ error: any Error) -> StorageError {
    if let error = error as? StorageError { return error }
    if StateSchema.isDamage(error) { return .damaged }
    return switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_FULL?: .full
    case .SQLITE_READONLY?, .SQLITE_PERM?, .SQLITE_CANTOPEN?: .readOnly
    default: .failed
    }
  }
}

/// The inside of one transaction.
struct RecordAppender {
  let db: Database
  let writer: StateWriter

  /// - Returns: the record's place in the log.
  func append(
    _ record: RecordWords, written: WallTime?, _ annotation: Annotation? = nil
  ) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO record (kind, words, writer, written_ms) VALUES (?, ?, ?, ?)",
      arguments: [record.kind, record.data, writer.rawValue, written?.milliseconds])
    let sequence = db.lastInsertedRowID
    if record.kind == StateSchema.signOfLife { try StateSchema.forgetOldSignsOfLife(db) }
    // The notice and its mark are in one transaction, so that a power cut tells it neither twice nor never.
    if case .outbox(.notice(let notice))? = Record(record),
      notice.matter == .storageFailed(.damaged)
    {
      try db.execute(sql: "UPDATE damage SET is_told = 1")
    }
    if let annotation {
      try db.execute(
        sql: "INSERT INTO annotation (record, category, notes) VALUES (?, ?, ?)",
        arguments: [sequence, annotation.category, annotation.notes])
    }
    return sequence
  }
}

/// A record in the database: ten words, each eight bytes, the lowest first.
extension RecordWords {
  static let byteCount = 80

  package var data: Data {
    var data = Data(capacity: RecordWords.byteCount)
    for index in 0..<10 {
      withUnsafeBytes(of: words[index].littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Nil for a blob of another length.
  package init?(data: Data) {
    guard data.count == RecordWords.byteCount else { return nil }
    self.init()
    data.withUnsafeBytes { bytes in
      for i in words.indices {
        words[i] = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self))
      }
    }
  }
}

extension EditRequest {
  /// The place of the diary's last record in the log.
  static func latest(_ db: Database) throws -> Int64 {
    let kinds = DiaryLine.kinds.map(String.init).joined(separator: ", ")
    return try Int64.fetchOne(
      db, sql: "SELECT max(sequence) FROM record WHERE kind IN (\(kinds))") ?? 0
  }
}

extension RecordStore {
  /// - Returns: false, and nothing appended, when the diary is not as the editor saw it.
  func append(_ request: EditRequest) throws -> Bool {
    try writeAny { db in
      guard try EditRequest.latest(db) == request.after else { return false }
      let appender = RecordAppender(db: db, writer: .editor)
      for change in request.changes {
        guard let words = RecordWords(data: change.record), DiaryLine.kinds.contains(words.kind)
        else {
          throw StateError(file: folder.path, "is no record of a diary; expected a reading or dose")
        }
        let annotation = Annotation(category: change.category, notes: change.notes)
        let _: Int64 = try appender.append(
          words, written: change.written.map(WallTime.init(milliseconds:)),
          change.isAnnotated ?? (annotation != Annotation()) ? annotation : nil)
      }
      return true
    }
  }
}
