import Device
import Foundation
import GRDB
import HAL
import Sync

/// Questions that pages ask of a wearer's file.
extension WearerFile {
  public struct LastContact: Sendable {
    /// The time of the last call, or of a pairing after it.
    public var at: WallTime
    /// The time at which the device was told to call again.
    public var due: WallTime

    /// The full minute by which that call should be here, with a minute for a slow network.
    public var latest: WallTime {
      WallTime(milliseconds: (due.milliseconds + 60_000 + 59_999) / 60_000 * 60_000)
    }
  }

  public struct HealthEntry: Sendable {
    public var at: WallTime
    public var health: SyncHealth
  }

  /// The device was silent; no end: it still is.
  public struct Silence: Sendable {
    public var from: WallTime
    public var until: WallTime?
  }

  public struct BootEntry: Sendable {
    public var number: UInt32
    public var at: WallTime
  }

  /// Nil before the first call.
  public func lastContact() async throws -> LastContact? {
    try await queue.read { db in
      try Row.fetchOne(db, sql: "SELECT at_ms, due_ms FROM contact").map {
        LastContact(at: WallTime(milliseconds: $0[0]), due: WallTime(milliseconds: $0[1]))
      }
    }
  }

  /// The reports of that span, in the order of time.
  public func health(_ span: Range<WallTime>) async throws -> [HealthEntry] {
    try await queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT at_ms, json FROM health WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms",
        arguments: [span.lowerBound.milliseconds, span.upperBound.milliseconds]
      ).compactMap(WearerFile.health)
    }
  }

  /// The report of the last call; nil before the first one.
  public func newestHealth() async throws -> HealthEntry? {
    try await queue.read { db in
      try Row.fetchOne(db, sql: "SELECT at_ms, json FROM newest_health")
        .flatMap(WearerFile.health)
    }
  }

  private static func health(_ row: Row) -> HealthEntry? {
    let json: String = row["json"]
    return (try? JSONDecoder().decode(SyncHealth.self, from: Data(json.utf8))).map {
      HealthEntry(at: WallTime(milliseconds: row["at_ms"]), health: $0)
    }
  }

  /// The places of that span, in the order of time.
  public func places(_ span: Range<WallTime>) async throws -> [SyncPlace] {
    try await queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM place WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms",
        arguments: [span.lowerBound.milliseconds, span.upperBound.milliseconds]
      ).map(WearerFile.place)
    }
  }

  /// The newest place until then. Only where there is none, one that is dated ahead of it.
  public func newestPlace(until latest: WallTime) async throws -> SyncPlace? {
    try await queue.read { db in
      func newest(_ where: String, _ arguments: StatementArguments) throws -> SyncPlace? {
        try Row.fetchOne(
          db, sql: "SELECT * FROM place \(`where`) ORDER BY at_ms DESC", arguments: arguments
        ).map(WearerFile.place)
      }
      return try newest("WHERE at_ms <= ?", [latest.milliseconds]) ?? newest("", [])
    }
  }

  private static func place(_ row: Row) -> SyncPlace {
    SyncPlace(
      time: row["at_ms"], latitude: row["lat_e7"], longitude: row["lon_e7"], eph: row["eph_dm"])
  }

  public func silences(_ span: Range<WallTime>) async throws -> [Silence] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT from_ms, until_ms FROM silence
          WHERE from_ms < ? AND (until_ms IS NULL OR until_ms >= ?) ORDER BY from_ms
          """, arguments: [span.upperBound.milliseconds, span.lowerBound.milliseconds]
      ).map {
        Silence(
          from: WallTime(milliseconds: $0[0]),
          until: ($0[1] as Int64?).map(WallTime.init(milliseconds:)))
      }
    }
  }

  public func boots(_ span: Range<WallTime>) async throws -> [BootEntry] {
    try await queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT number, at_ms FROM boot WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms",
        arguments: [span.lowerBound.milliseconds, span.upperBound.milliseconds]
      ).map {
        BootEntry(number: UInt32(clamping: $0[0] as Int64), at: WallTime(milliseconds: $0[1]))
      }
    }
  }

  /// Notes a silence once, from the last contact on.
  public func noteSilence(from: WallTime) async throws {
    try await write { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO silence (from_ms) VALUES (?)", arguments: [from.milliseconds])
    }
  }

  /// Whether the silence from that contact on was noted.
  public func hasSilence(from: WallTime) async throws -> Bool {
    try await queue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT 1 FROM silence WHERE from_ms = ?", arguments: [from.milliseconds]) != nil
    }
  }
}
