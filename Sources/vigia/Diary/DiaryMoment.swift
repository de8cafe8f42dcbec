import ArgumentParser
import Diary
import Entries
import Foundation
import HAL
import Names
import Profile

/// Moments as people type and read them: in the profile's time zone, else UTC, never the machine's.
struct DiaryMoment {
  let onWall: DiaryClock

  init(timeZone: TimeZone) { onWall = DiaryClock(timeZone) }

  private static let expected =
    "expected a time such as 2015-03-21T15:04, or with a zone 2015-03-21T15:04-05:00"

  /// One moment. A day alone is none: which of its minutes was meant would be a guess.
  func instant(_ text: String, option: String) throws -> WallTime {
    let range = try range(text, option: option)
    guard range.upperBound - range.lowerBound <= 60_000 else {
      throw InputError(
        file: option, "is \"\(text)\", a day without a time; \(DiaryMoment.expected)")
    }
    return WallTime(milliseconds: range.lowerBound)
  }

  /// Reads "2015-03-21", "2015-03-21T15:04[:05]" (or a blank for the T), with Z, -05:00 or no zone
  /// behind it.
  ///
  /// - Returns: all that is meant by it: the day, the minute, the second, in milliseconds since 1970.
  func range(_ text: String, option: String) throws -> Range<Int64> {
    func refuse(_ why: String) -> InputError { InputError(file: option, "is \"\(text)\"; \(why)") }
    let bytes = text.trimmingCharacters(in: .whitespaces)
    if bytes.utf8.count == 10 {
      guard let midnight = CivilTime.parse("\(bytes)T00:00:00Z")?.milliseconds else {
        throw refuse(DiaryMoment.expected + ", or a day")
      }
      return onWall.day(midnight)
    }
    let date = bytes.prefix(10)
    let clock = bytes.dropFirst(10).prefix { !"Zz+-".contains($0) }
    let zone = bytes.dropFirst(10 + clock.count)
    let seconds = clock.utf8.count == 6 ? "\(clock):00" : String(clock)
    let span: Int64 = clock.utf8.count == 6 ? 60_000 : 1000
    guard clock.utf8.count == 6 || clock.utf8.count >= 9, DiaryMoment.isZone(zone),
      let time = CivilTime.parse("\(date)\(seconds)\(zone.uppercased())")?.milliseconds
    else { throw refuse(DiaryMoment.expected) }
    if !zone.isEmpty { return time..<time + span }
    let moments = onWall.moments(time)
    guard let first = moments.first else {
      throw refuse(
        "the clocks of \(name) skip it; expected a time that exists, or one with its offset")
    }
    guard moments.count == 1 else {
      throw refuse("the clocks of \(name) show it twice; expected it with its offset")
    }
    return first..<first + span
  }

  /// Nothing, Z, ±hh, ±hhmm or ±hh:mm, no farther from Greenwich than any place is.
  private static func isZone(_ zone: some StringProtocol) -> Bool {
    guard let sign = zone.first, sign == "+" || sign == "-" else {
      return zone.isEmpty || zone.uppercased() == "Z"
    }
    let digits = String(zone.dropFirst().filter { $0 != ":" })
    guard let hours = Int(digits.prefix(2)), hours <= 14 else { return false }
    return digits.count == 2 || digits.count == 4 && (Int(digits.suffix(2)) ?? 60) < 60
  }

  var name: String { onWall.name }

  /// "2015-03-21"
  func date(_ time: WallTime) -> String { onWall.local(time).date }

  /// "15:04"
  func clock(_ time: WallTime) -> String { onWall.local(time).clock }

  /// "2015-03-21 15:04"
  func text(_ time: WallTime) -> String { "\(date(time)) \(clock(time))" }

  static var now: WallTime {
    WallTime(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}

/// The choice of entries: the same for list, stats and export.
struct DiarySelection: ParsableArguments {
  @Option(text: "Not before this day or time.", valueName: "time")
  var from: String?

  @Option(text: "Not after this day or time; a day counts to its end.", valueName: "time")
  var to: String?

  @Option(text: "Only of this category.", valueName: "name", completion: .categories)
  var category: String?

  var isAll: Bool { from == nil && to == nil && category == nil }

  func items(of book: DiaryBook, removed: Bool = false, _ moment: DiaryMoment) throws
    -> [DiaryBook.Item]
  {
    let range = try range(moment)
    let category = try self.category.map { try DiaryCategory(named: $0, own: book.categories) }
    return (removed ? book.items : book.current).filter { item in
      range.contains(item.known.taken.milliseconds)
        && (category.map { $0 == DiaryCategory(item) } ?? true)
    }
  }

  /// Returns the time from --from to --to, in milliseconds since 1970.
  func range(_ moment: DiaryMoment) throws -> Range<Int64> {
    let first = try from.map { try moment.range($0, option: "--from").lowerBound } ?? .min
    let end = try to.map { try moment.range($0, option: "--to").upperBound } ?? .max
    guard first < end else {
      throw InputError(
        file: "--to", "is \"\(to ?? "")\", before --from \"\(from ?? "")\"; expected it after")
    }
    return first..<end
  }
}
