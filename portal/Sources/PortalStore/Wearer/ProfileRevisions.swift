import Foundation
import GRDB
import HAL
import Sync

/// One text of a profile that the portal has had: the device's own, or one that somebody made on a page.
public struct ProfileRevision: Sendable {
  public var revision: Int
  public var made: WallTime
  public var yaml: String
  /// The change by which it was made; nil for a text of the device's own file.
  public var change: ProfileChange?
  public var fate: Fate

  /// The way of a change to the device.
  public enum Fate: Equatable, Sendable {
    case queued
    /// It first went to the device then.
    case fetched(WallTime)
    /// The device named this revision, or a later one that stands on it.
    case applied(WallTime)
    /// The device cannot use it. The text before stays in force.
    case refused(WallTime, why: String)
    /// The device's own file was changed then, and has the last word.
    case overtaken(WallTime)
  }

  /// Whether the text before counts, and somebody should look at both.
  public var isLost: Bool {
    switch fate {
    case .refused, .overtaken: change != nil
    case .queued, .fetched, .applied: false
    }
  }
}

/// The change that somebody made on a page.
public struct ProfileChange: Sendable {
  /// The account and its name then.
  public var account: Int64
  public var who: String
  /// The revision whose text was changed.
  public var base: Int
  /// The form's name, and what it is about: a reminder's number, a person's. Empty: the form has one thing.
  public var form: String
  public var target: String
  /// The name of what it is about, at that time.
  public var about: String
  /// The fields as they were sent.
  public var fields: [String: String]
  /// Somebody looked at a lost change, and lets what stands stand.
  public var isSettled: Bool

  /// The reason of the portal itself: the text that it was made from is older than the one in force on the device.
  public static let outdated = "made from settings older than the device's"

  public init(
    by account: Account, base: Int, form: String, target: String, about: String,
    fields: [String: String]
  ) {
    self.account = account.id
    who = account.name
    self.base = base
    self.form = form
    self.target = target
    self.about = about
    self.fields = fields
    isSettled = false
  }

  /// Whether both are of the same form, about the same thing.
  func isAbout(_ other: ProfileChange?) -> Bool {
    form == other?.form && target == other?.target && about == other?.about
  }

  init?(_ row: Row) {
    guard let form = row["form"] as String?, let account = row["account"] as Int64? else {
      return nil
    }
    self.form = form
    self.account = account
    who = row["who"] ?? ""
    base = row["base"] ?? 0
    target = row["target"] ?? ""
    about = row["about"] ?? ""
    let json: String = row["fields"] ?? ""
    fields = (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
    isSettled = row["is_settled"]
  }
}

/// The revisions of a wearer's profile, and who made them.
extension WearerFile {
  /// The newest text that was not refused: a form shows it, and a change is made to it.
  public func currentRevision() async throws -> ProfileRevision? {
    try await queue.read { try WearerFile.newestText($0) }
  }

  /// The newest text of the device's own file; nil before it has told one.
  public func ownRevision() async throws -> ProfileRevision? {
    try await queue.read { try WearerFile.revisions($0, where: "is_device", most: 1).first }
  }

  /// Nil: there is none of that number.
  public func revision(_ number: Int) async throws -> ProfileRevision? {
    try await queue.read { db in
      try WearerFile.revisions(db, where: "revision = ?", [number]).first
    }
  }

  /// The newest first, those of the device's own file as well.
  public func revisions(most: Int) async throws -> [ProfileRevision] {
    try await queue.read { try WearerFile.revisions($0, most: most) }
  }

  /// Lost changes that nobody has decided about, the newest first; of several of one thing, the newest.
  public func lostChanges() async throws -> [ProfileRevision] {
    try await queue.read { db in
      try WearerFile.revisions(db, where: "form IS NOT NULL AND is_settled = 0").filter(\.isLost)
        .reduce(into: []) { newest, lost in
          let isOlder = newest.contains { $0.change?.isAbout(lost.change) == true }
          if !isOlder { newest.append(lost) }
        }
    }
  }

  /// Stores a changed text for the device to take, unless another text has become the current one meanwhile.
  ///
  /// A base of 0 makes the first text, while there is none.
  /// - Parameter lost: the number of the lost change that it repeats.
  /// - Returns: its number; nil: nothing is stored, because the base is no longer current.
  public func change(
    _ yaml: String, _ change: ProfileChange, repeating lost: Int? = nil, at now: WallTime
  ) async throws -> Int? {
    let fields = String(
      decoding: try PortalJSON.sorted.encode(change.fields), as: UTF8.self)
    return try await write { db in
      guard try WearerFile.newestText(db)?.revision ?? 0 == change.base else { return nil }
      // The clock's seconds: a file that was put back from an old copy gives no number twice. A device
      // that met another copy may have higher ones, and the one below stays free for a first device.
      let number = max(
        try WearerFile.highest(db) + 1, change.base + 1, 2, Int(now.milliseconds / 1000))
      try db.execute(
        sql: """
          INSERT INTO revision
            (revision, made_ms, is_device, yaml, account, who, base, form, target, about, fields)
          VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          number, now.milliseconds, yaml, change.account, change.who, change.base, change.form,
          change.target, change.about, fields,
        ])
      if let lost { try WearerFile.settle(lost, db) }
      try WearerFile.dropPictures(now, db)
      return number
    }
  }

  /// Lets what stands stand.
  ///
  /// - Returns: whether there is such a lost change.
  public func settle(_ number: Int) async throws -> Bool {
    try await write { db in
      try WearerFile.settle(number, db)
      return db.changesCount > 0
    }
  }

  private static func settle(_ number: Int, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE revision SET is_settled = 1
        WHERE revision <= :number AND form IS NOT NULL
          AND (refused_ms IS NOT NULL OR EXISTS (SELECT 1 FROM revision AS own
            WHERE own.is_device AND own.revision > revision.revision))
          AND EXISTS (SELECT 1 FROM revision AS chosen
            WHERE chosen.revision = :number AND chosen.form = revision.form
              AND chosen.target = revision.target AND chosen.about = revision.about)
        """, arguments: ["number": number])
  }

  // MARK: Within a transaction

  static func newestText(_ db: Database) throws -> ProfileRevision? {
    try revisions(db, where: "refused_ms IS NULL", most: 1).first
  }

  /// The number of the text in force: the device's own, or the newest one that it has named.
  static func revisionInForce(_ db: Database) throws -> Int? {
    try Int.fetchOne(
      db, sql: "SELECT max(revision) FROM revision WHERE is_device OR applied_ms IS NOT NULL")
  }

  /// The highest number that portal or device has used.
  static func highest(_ db: Database) throws -> Int {
    let own = try Int.fetchOne(db, sql: "SELECT max(revision) FROM revision") ?? 0
    let told = try Int.fetchOne(
      db, sql: "SELECT json_extract(json, '$.profile') FROM newest_health")
    return max(own, min(told ?? 0, SyncLimits.revision))
  }

  /// The newest first.
  private static func revisions(
    _ db: Database, where condition: String = "1", most: Int = 1000,
    _ arguments: StatementArguments = []
  ) throws -> [ProfileRevision] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT *, (SELECT min(made_ms) FROM revision AS own
          WHERE own.is_device AND own.revision > revision.revision) AS overtaken_ms
        FROM revision WHERE \(condition) ORDER BY revision DESC LIMIT \(most)
        """, arguments: arguments
    ).map(ProfileRevision.init)
  }
}

extension ProfileRevision {
  init(_ row: Row) {
    func time(_ column: String) -> WallTime? {
      (row[column] as Int64?).map(WallTime.init(milliseconds:))
    }
    revision = row["revision"]
    made = WallTime(milliseconds: row["made_ms"])
    yaml = row["yaml"]
    change = ProfileChange(row)
    fate =
      if let refused = time("refused_ms") {
        .refused(refused, why: row["why"] ?? "")
      } else if let overtaken = time("overtaken_ms") {
        .overtaken(overtaken)
      } else if let applied = time("applied_ms") {
        .applied(applied)
      } else if let sent = time("sent_ms") {
        .fetched(sent)
      } else {
        .queued
      }
  }
}

/// JSON whose members have one order: the same fields are the same bytes.
enum PortalJSON {
  static let sorted = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()
}
