import Device
import Entries
import Foundation
import HAL
import Sync

/// The device's log, read by the device's own codec: which notices there are, and what became of each.
///
/// There is no second truth beside the log: an alert is answered when the device's record says so.
public struct CareLog: Sendable {
  /// The log's last record that was read.
  public private(set) var sequence: Int64 = 0
  /// The newest last.
  public private(set) var notices: [NoticeStory] = []
  public private(set) var company: [CompanyRecord] = []
  /// The wearer's answers to questions of reminders, the newest last.
  public private(set) var answers: [ReminderAnswer] = []
  /// The newest step of each occurrence of a reminder, by `Occurrence.key`.
  public private(set) var reminderSteps: [UInt64: ReminderStep] = [:]
  /// The newest records of the diary, oldest first.
  private var entries: [(sequence: Int64, words: RecordWords)] = []
  /// The last record of the diary that is not among `entries`; 0: all are.
  private var entriesBefore: Int64 = 0
  /// The device's decision about the perimeter.
  public private(set) var place = PerimeterRule.Place.unknown
  /// The device's caregivers, by its own numbers.
  public private(set) var whos = Whos()
  private var index: [UInt64: Int] = [:]

  /// Notices that are kept in memory; older ones are history.
  static let most = 2000
  /// Records of the diary that are kept in memory: those of a month.
  static let mostEntries = 400
  /// Answers that are kept in memory: five a day for eleven years.
  static let mostAnswers = 20_000
  /// Occurrences that are kept in memory: those of two days of 32 reminders each hour.
  static let mostSteps = 1536

  public init() {}

  /// Takes the next record. Nil words stand for one that stayed on the device.
  mutating func take(_ sequence: Int64, _ words: RecordWords?, written: WallTime?) {
    self.sequence = sequence
    guard let words, let record = Record(words) else { return }
    switch record {
    case .outbox(let record): take(record, sequence, written)
    case .place(let place): self.place = place
    case .accompanied(let until, _, _, _):
      company.append(CompanyRecord(sequence: sequence, at: written, until: until))
    case .reminder(let occurrence, let state, let at): take(occurrence, state, at)
    case .diary:
      entries.append((sequence, words))
      if entries.count > CareLog.mostEntries { entriesBefore = entries.removeFirst().sequence }
    case .alive, .meal: break
    }
  }

  private mutating func take(_ occurrence: Occurrence, _ state: ReminderState, _ at: WallTime) {
    if case .answered(let value) = state {
      answers.append(
        ReminderAnswer(number: occurrence.reminder, due: occurrence.due, value: value, at: at))
      if answers.count > CareLog.mostAnswers { answers.removeFirst(CareLog.mostAnswers / 10) }
    }
    reminderSteps[occurrence.key] = ReminderStep(due: occurrence.due, state: state, at: at)
    guard reminderSteps.count > 2 * CareLog.mostSteps else { return }
    let kept = reminderSteps.sorted { $0.value.due > $1.value.due }.prefix(CareLog.mostSteps)
    reminderSteps = Dictionary(uniqueKeysWithValues: Array(kept))
  }

  private mutating func take(_ record: OutboxRecord, _ sequence: Int64, _ written: WallTime?) {
    switch record {
    case .notice(let notice):
      guard index[notice.id.value] == nil else { return }
      index[notice.id.value] = notices.count
      notices.append(NoticeStory(notice: notice, sequence: sequence, written: written))
      if notices.count > 2 * CareLog.most { forgetOldest() }
    case .delivery(let id, let to, let outcome):
      let delivery = Delivery(
        caregiver: to.caregiver, who: who(to.caregiver), route: to.route, outcome: outcome,
        at: written)
      change(id) { $0.deliveries.append(delivery) }
    case .acknowledged(let id, let caregiver):
      let answer = Answer(
        caregiver: caregiver, who: who(caregiver), at: written, sequence: sequence)
      change(id) { $0.answer = answer }
    case .closed(let id):
      change(id) {
        $0.isClosed = true
        $0.closed = written
      }
    case .caregivers(let whos): self.whos = whos
    case .excursion, .excursionsTold, .homeOwed: break
    }
  }

  private func who(_ caregiver: UInt8) -> UInt32 { caregiver < 4 ? whos[Int(caregiver)] : 0 }

  private mutating func change(_ id: NoticeID, _ body: (inout NoticeStory) -> Void) {
    if let place = index[id.value] { body(&notices[place]) }
  }

  private mutating func forgetOldest() {
    notices.removeFirst(notices.count - CareLog.most)
    index.removeAll(keepingCapacity: true)
    for (place, story) in notices.enumerated() { index[story.notice.id.value] = place }
  }

  /// The log has had a reading or a dose.
  public var hasDiary: Bool { !entries.isEmpty }

  /// Whether the records of a change of the diary are in the log.
  public func has(_ edit: SyncEdit) -> Bool {
    // Nobody asks any more for those from long ago.
    if edit.after < entriesBefore { return true }
    let behind = entries.filter { $0.sequence > edit.after }.map(\.words)
    return edit.changes.allSatisfy { behind.contains($0.words) }
  }

  /// Whether its records are there, and none behind them is about the same entries.
  public func holds(_ edit: SyncEdit) -> Bool {
    if edit.after < entriesBefore { return true }
    let behind = entries.filter { $0.sequence > edit.after }
      .map { DiaryLine(sequence: $0.sequence, words: $0.words, written: nil) }
    // Texts are not among the entries here: the records alone count.
    let changes = edit.changes.compactMap { Record($0.words) }
    return changes.count == edit.changes.count
      && RemoteEdit(after: edit.after, changes: changes.map { RemoteEdit.Change(record: $0) })
        .isHeld(by: behind)
  }

  public func notice(_ id: NoticeID) -> NoticeStory? { index[id.value].map { notices[$0] } }

  /// Alerts that wait for somebody's answer, the newest first.
  public var waiting: [NoticeStory] { notices.reversed().filter { isWaiting($0) } }

  /// Nobody has answered, and the device goes on telling people.
  public func isWaiting(_ story: NoticeStory) -> Bool {
    guard story.notice.escalates, story.answer == nil, !story.isClosed else { return false }
    // The record of its end comes only once somebody was told.
    return story.notice.matter != .perimeter(.left) || place != .inside
  }

  /// The end of the company that the wearer has, by the device's last record about it; nil: none.
  public func accompanied(at now: WallTime) -> WallTime? {
    company.last?.until.flatMap { $0 > now ? $0 : nil }
  }
}

/// One notice and its fate.
public struct NoticeStory: Sendable {
  public var notice: Notice
  /// Its place in the log.
  public var sequence: Int64
  public var written: WallTime?
  public var deliveries: [Delivery] = []
  public var answer: Answer?
  public var isClosed = false
  /// Nil where no clock was trusted, too.
  public var closed: WallTime?

  /// Some route took it.
  public var isTold: Bool { deliveries.contains { $0.outcome == .accepted } }

  /// The time at which it was made, as far as any clock says.
  public var made: WallTime? { notice.made ?? written }
}

/// A route took a notice, or refused it for good.
public struct Delivery: Sendable {
  /// Place in the list of that time.
  public var caregiver: UInt8
  /// The caregiver's number by identity; 0: unknown.
  public var who: UInt32
  public var route: Route
  public var outcome: DeliveryOutcome
  public var at: WallTime?
}

/// The device's record that a caregiver takes care of a notice.
public struct Answer: Sendable {
  public var caregiver: UInt8
  public var who: UInt32
  public var at: WallTime?
  public var sequence: Int64
}

/// The device's record about company: until when, or nil for "no longer".
public struct CompanyRecord: Sendable {
  public var sequence: Int64
  public var at: WallTime?
  public var until: WallTime?
}

/// A state of one occurrence of a reminder.
public struct ReminderStep: Sendable {
  public var due: CivilMinute
  public var state: ReminderState
  public var at: WallTime
}

extension Occurrence {
  /// The reminder and its minute as one number.
  public var key: UInt64 { UInt64(reminder) << 32 | UInt64(UInt32(bitPattern: due.count)) }
}

/// The wearer's answer to the question of a reminder.
public struct ReminderAnswer: Sendable {
  /// The reminder's id.
  public var number: UInt16
  /// The local minute of the question.
  public var due: CivilMinute
  public var value: UInt8
  public var at: WallTime
}

/// A record in the database: ten words, each eight bytes, the lowest first, as the device keeps it.
extension RecordWords {
  var data: Data {
    var data = Data(capacity: 80)
    for index in 0..<10 {
      withUnsafeBytes(of: words[index].littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  init?(data: Data?) {
    guard let data, data.count == 80 else { return nil }
    self.init()
    for (offset, byte) in data.enumerated() {
      words[offset / 8] |= UInt64(byte) << UInt64(offset % 8 * 8)
    }
  }
}
