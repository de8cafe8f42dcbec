import Device
import HAL

/// Nothing counts without end: a meal is refused as having had its dose only where one was taken in
/// the last twelve hours, or is dated up to a day ahead; and one dated farther ahead forbids none.
struct SecondDoses: Sendable {
  private static let sameMeal: Int64 = 12 * 3_600_000

  private(set) var violation: Violation?
  private var hasForgotten = false

  mutating func see(_ event: Event, _ book: DiaryBook, _ truth: Truth) {
    if !truth.isStorageGood || book.hasLied { hasForgotten = true }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    guard violation == nil, !hasForgotten, book.isSure else { return }
    switch action {
    case .dose(.refused(let meal, .secondDoseForMeal)): judgeSecond(meal, book, truth)
    case .dose(.refused(let meal, .doseTimeUnclear)): judgeUnclear(meal, book, truth)
    default: break
    }
  }

  private mutating func judgeUnclear(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    let has = book.doses.contains {
      mayBeUnclear($0.ahead, since: $0.arrived, truth) || mayBeUnclearAgain($0, book, truth)
    }
    guard !has else { return }
    violation = Violation(
      invariant: .nothingCountsForEver, at: truth.now,
      what: "\(meal) is refused for a dose of an unclear time, and none lies up to a day ahead")
  }

  private func mayBeUnclear(_ ahead: Int64, since: Instant, _ truth: Truth) -> Bool {
    ahead > DiaryBook.apart - DiaryBook.slack && ahead < DiaryBook.day + DiaryBook.slack
      && truth.now.milliseconds - since.milliseconds < DiaryBook.day
  }

  /// A device that was off meanwhile hears of it when it is back, and it lies less far ahead then.
  private func mayBeUnclearAgain(
    _ dose: DiaryBook.Dose, _ book: DiaryBook, _ truth: Truth
  ) -> Bool {
    guard dose.life < book.life, let since = book.trustedSince else { return false }
    let ahead = dose.dose.taken.milliseconds - truth.wall.milliseconds
    return mayBeUnclear(ahead + (truth.now - since).count, since: since, truth)
  }

  private mutating func judgeSecond(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    let has = book.doses.contains {
      guard $0.dose.meal == meal else { return false }
      let age = truth.wall.milliseconds - $0.dose.taken.milliseconds
      // A device that was off goes by the date, once that has come.
      if $0.ahead > 0, $0.life == book.life || age < 0 {
        return truth.now.milliseconds - $0.arrived.milliseconds
          < SecondDoses.sameMeal + DiaryBook.slack
          && $0.ahead < DiaryBook.day + DiaryBook.slack
      }
      return age < SecondDoses.sameMeal + DiaryBook.slack
    }
    guard !has else { return }
    violation = Violation(
      invariant: .nothingCountsForEver, at: truth.now,
      what: "\(meal) is refused as having had its dose, and had none in twelve hours")
  }
}
