import Device
import Diary
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
