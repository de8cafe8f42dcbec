import Device
import Diary
import Entries
import Foundation
import GRDB
import HAL
import Names
import Profile

extension WearerFile {
  /// The records of the diary in a log, in its order. The lowest byte of a record says its kind.
  static func diaryLines(_ db: Database, of log: Int64) throws -> [DiaryLine] {
    let kinds = DiaryLine.kinds.map { Data([UInt8(truncatingIfNeeded: $0)]) }
    let places = kinds.map { _ in "?" }.joined(separator: ", ")
    return try Row.fetchAll(
      db,
      sql: """
        SELECT record.sequence, written_ms, words, annotation.sequence, category, notes
        FROM record LEFT JOIN annotation USING (log, sequence)
        WHERE record.log = ? AND substr(words, 1, 1) IN (\(places)) ORDER BY record.sequence
        """, arguments: [log] + StatementArguments(kinds)
    ).map { row in
      DiaryLine(
        sequence: row[0], words: RecordWords(data: row[2]),
        written: (row[1] as Int64?).map(WallTime.init(milliseconds:)),
        annotation: (row[3] as Int64?).map { _ in Annotation(category: row[4], notes: row[5]) })
    }
  }
}

extension WearerFile {
  /// Changes of the diary of the last days that nobody has put away, the oldest first.
  public func edits(since: WallTime) async throws -> [CareRequest] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM message WHERE edit IS NOT NULL AND dismissed_ms IS NULL
          AND (outcome IS NOT 'applied' OR made_ms >= ?) ORDER BY id DESC LIMIT 200
          """, arguments: [since.milliseconds]
      ).reversed().compactMap(CareRequest.init)
    }
  }

  /// Puts a change away that failed.
  /// - Returns: false where there is none of that number, or it may still be made.
  public func dismissEdit(_ id: Int64, at now: WallTime) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE message SET dismissed_ms = ? WHERE id = ? AND edit IS NOT NULL
          AND dismissed_ms IS NULL AND (outcome IN ('refused', 'expired') OR until_ms <= ?)
          """, arguments: [now.milliseconds, id, now.milliseconds])
      return db.changesCount > 0
    }
  }
}

/// The section `insulin` of the device's own profile. DIA-1.
public struct KnownInsulin: Sendable {
  public let profile: InsulinProfile
  /// The unit in which the profile is written.
  public let unit: GlucoseUnit

  /// Nil for a profile without the section.
  init?(_ profile: Profile) {
    guard let insulin = profile.insulin else { return nil }
    self.profile = insulin
    unit = profile.limits.usesMillimoles ? .millimoles : .milligrams
  }
}
