import Device
import Foundation
import GRDB
import HAL

/// The answer to a reminder's question, as the device wrote it down. It is no entry: nobody edits it.
public struct DiaryAnswer: Sendable {
  public var occurrence: Occurrence
  public var value: UInt8
  /// The time of the answer.
  public var answered: WallTime
}

extension DiaryAnswer {
  /// The kind of its records, asked of the codec instead of written down twice.
  private static let kind = Record.reminder(
    Occurrence(reminder: 1, due: CivilMinute(0)), .answered(0), at: WallTime(milliseconds: 0)
  ).words.kind

  /// All that the log holds, in the order of time. An answer that was written twice counts once.
  static func all(_ db: Database) throws -> [DiaryAnswer] {
    var answers: [DiaryAnswer] = []
    for record in try reminders(db) {
      guard case .reminder(let occurrence, .answered(let value), let time) = record else {
        continue
      }
      answers.removeAll { $0.occurrence == occurrence }
      answers.append(DiaryAnswer(occurrence: occurrence, value: value, answered: time))
    }
    return answers.sorted { $0.answered < $1.answered }
  }

  /// The records of reminders in the order of the log.
  static func reminders(_ db: Database) throws -> [ReminderRecord] {
    let sql = "SELECT words FROM record WHERE kind = ? ORDER BY sequence"
    var records: [ReminderRecord] = []
    let rows = try Row.fetchCursor(db, sql: sql, arguments: [kind])
    while let row = try rows.next() {
      guard let data = Data.fromDatabaseValue(row[0]), let words = RecordWords(data: data),
        let record = ReminderRecord(words)
      else { continue }
      records.append(record)
    }
    return records
  }
}
