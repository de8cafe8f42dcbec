import Foundation
import GRDB
import HAL
import Sync

/// Photos of a wearer's people and reminders. Texts name them, and they go when no text does any more.
extension WearerFile {
  /// A picture that no text names yet is kept so long: somebody may be choosing between two.
  private static let patience: Int64 = 24 * 3_600_000

  /// Stores both sizes of a photo. The same photo takes no second place.
  ///
  /// - Parameters:
  ///   - small: the JPEG for the device, up to `SyncLimits.picture` bytes.
  ///   - large: the JPEG for pages.
  ///   - pixels: those for a device with a screen of letters.
  /// - Returns: its hash.
  public func store(
    picture small: [UInt8], _ large: [UInt8], pixels: [UInt8]? = nil, at now: WallTime
  ) async throws -> String {
    let hash = Secrets.hash(of: small)
    try await write { db in
      try WearerFile.dropPictures(now, db)
      try db.execute(
        sql: "INSERT OR REPLACE INTO picture VALUES (?, ?, ?, ?, ?)",
        arguments: [
          hash, now.milliseconds, Data(small), Data(large), pixels.map { Data($0) },
        ])
    }
    return hash
  }

  /// The JPEG for pages; nil: there is none of that hash.
  public func picture(_ hash: String) async throws -> [UInt8]? {
    try await queue.read { db in
      let bytes = try Data.fetchOne(
        db, sql: "SELECT large FROM picture WHERE hash = ?", arguments: [hash])
      return bytes.map { Array($0) }
    }
  }

  /// The hashes of all pictures that are stored.
  public func pictures() async throws -> Set<String> {
    try await queue.read { try String.fetchSet($0, sql: "SELECT hash FROM picture") }
  }

  /// The first picture that the device lacks, as far as one is here.
  static func pendingPicture(_ lacking: [String], _ db: Database) throws -> SyncPicture? {
    for hash in lacking {
      let row = try Row.fetchOne(
        db, sql: "SELECT small, points FROM picture WHERE hash = ?", arguments: [hash])
      if let row {
        let pixels: Data? = row["points"]
        return SyncPicture(
          hash: hash, jpeg: Array(row["small"] as Data), pixels: pixels.map { Array($0) })
      }
    }
    return nil
  }

  /// Deletes what neither the text in force names, nor a later one, nor a lost change that waits for a choice.
  ///
  /// Older texts stay for the history without their pictures: a photo that somebody removed is gone.
  static func dropPictures(_ now: WallTime, _ db: Database) throws {
    let force = try revisionInForce(db) ?? 0
    try db.execute(
      sql: """
        DELETE FROM picture WHERE made_ms < ? AND NOT EXISTS (
          SELECT 1 FROM revision
          WHERE (revision >= ? OR form IS NOT NULL AND applied_ms IS NULL AND is_settled = 0)
            AND (instr(yaml, hash) OR instr(coalesce(fields, ''), hash)))
        """, arguments: [now.milliseconds - patience, force])
  }
}
