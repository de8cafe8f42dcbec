import Device
import Diary
import Entries
import Foundation
import HAL
import Names
import PortalPages
import PortalStore
import Sync

/// The days of a diary that somebody asks for.
struct DiaryDays {
  /// Days that are shown to somebody who names none.
  static let usual = 14

  var first: Day
  var last: Day
  var problem: DiaryView.Problem?

  /// - Parameters:
  ///   - from: nil or empty where no first day is named, and so `to`.
  ///   - today: the last day where none is named.
  init(from: String?, to: String?, today: Day) {
    let named = [from, to].map { $0.flatMap { $0.isEmpty ? nil : $0 } }
    let days = named.map { $0.flatMap { DiaryDays.day($0) } }
    last = days[1] ?? max(today, days[0] ?? today)
    first = days[0] ?? last.moved(by: 1 - DiaryDays.usual)
    if let wrong = zip(named, days).first(where: { $0 != nil && $1 == nil })?.0 {
      problem = .unreadable(wrong)
    } else if last < first {
      problem = .backwards
    }
    guard problem != nil else { return }
    (first, last) = (today.moved(by: 1 - DiaryDays.usual), today)
  }

  /// The days that can be asked for.
  static let oldest = Day(year: 2000, month: 1, day: 1)
  static let newest = Day(year: 2199, month: 12, day: 31)

  private static func day(_ text: String) -> Day? {
    Day(text).flatMap { (oldest...newest).contains($0) ? $0 : nil }
  }
}

/// The page of a wearer's readings and doses, and its file.
extension WearerScene {
  /// There is insulin in the device's profile, or an entry in its log.
  var hasDiary: Bool { own?.insulin != nil || log.hasDiary }

  /// The clock on the wearer's wall.
  var wall: DiaryClock { DiaryClock(profile?.timeZone ?? .gmt) }

  /// The day of an entry, as far as a diary can be asked for it.
  private func day(_ item: DiaryBook.Item) -> Day {
    let date = wall.local(item.known.taken)
    let day = Day(year: date.year, month: date.month, day: date.day)
    return min(max(day, DiaryDays.oldest), DiaryDays.newest)
  }

  /// The milliseconds since 1970 of a span of days.
  private func span(_ days: DiaryDays) -> Range<Int64> {
    func whole(_ day: Day) -> Range<Int64> {
      wall.day(
        (CivilDate.days(year: day.year, month: day.month, day: day.day) ?? 0) * CivilTime.day)
    }
    return whole(days.first)
      .lowerBound..<max(
        whole(days.last).upperBound, whole(days.first).lowerBound)
  }

  /// - Parameter shown: the day of the chart; nil: the last one that has an entry.
  func diaryView(_ days: DiaryDays, shown: Day?, entered: DiaryView.Entered?) async throws
    -> DiaryView
  {
    let desk = try await DiaryDesk(self)
    let book = desk.book
    let current = book.current
    let shownSpan = span(days)
    let items = current.filter { shownSpan.contains($0.known.taken.milliseconds) }
    let whole = current.first.map { first in
      DayRange(first: day(first), last: day(current.last ?? first))
    }
    let results = items.compactMap { item -> MeterResult? in
      guard case .reading(let reading) = item.known else { return nil }
      return reading.result
    }
    return DiaryView(
      contact: contact, unit: own?.insulin?.unit ?? GlucoseUnit(common: results),
      first: days.first, last: days.last, whole: whole, items: items,
      shown: shown ?? items.last.map(day) ?? days.last, insulin: own?.insulin?.profile,
      unreadable: book.unreadable, changes: desk.shown, underWay: desk.underWay,
      entered: days.problem == nil ? nil : entered, problem: days.problem)
  }

  /// The lines of `vigia diary export`, in the language and the zone of the device's profile.
  ///
  /// - Parameters:
  ///   - days: nil: all that there is.
  ///   - isSpreadsheetSafe: no note can act as a formula.
  func diaryFile(_ days: DiaryDays?, isSpreadsheetSafe: Bool) async throws -> [String] {
    let asked = days.map { span($0) }
    let items = try await file.diary().book.current.filter {
      asked?.contains($0.known.taken.milliseconds) ?? true
    }
    return DiaryExport(
      items, language: profile?.language ?? .spanish, clock: wall,
      isSpreadsheetSafe: isSpreadsheetSafe
    ).lines
  }
}

extension DiaryChange {
  /// A change as it stands in a message; of a removed entry only the number is in it.
  init(_ edit: SyncEdit, _ kind: EditKind) {
    let change = edit.changes.first
    let annotation = change?.text.map { Annotation(category: $0.category, notes: $0.notes) }
    var entry: DiaryEntry?
    var isDose = false
    switch change.flatMap({ Record($0.words) }) {
    case .diary(.reading(let reading)): entry = .reading(reading)
    case .diary(.dose(let dose)): (entry, isDose) = (.dose(dose), true)
    case .diary(.doseRemoved): isDose = true
    case .diary, .alive, .place, .reminder, .outbox, .accompanied, .meal, nil: break
    }
    self.init(
      kind: Kind(kind), isDose: isDose, entry: entry, annotation: annotation ?? Annotation())
  }
}

extension DiaryChange.Kind {
  init(_ kind: EditKind) {
    self =
      switch kind {
      case .added: .added
      case .changed: .changed
      case .removed: .removed
      }
  }
}
