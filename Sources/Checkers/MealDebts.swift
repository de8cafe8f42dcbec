import Device
import HAL

/// Meals whose hour has come.
struct MealDebts: Sendable {
  /// A meal that was asked for, or had its dose, is not asked for again in this time; nor is one while
  /// another dose can still be taken back.
  private static let sameMeal = Milliseconds.seconds(13 * 3600)
  private static let busy = Milliseconds.seconds(180)

  private var owed: [(meal: Meal, by: Instant)] = []
  private var handled: [(meal: Meal, at: Instant)] = []
  private var lastDose = Instant.start

  func late(at now: Instant) -> Meal? { owed.first { $0.by < now }?.meal }

  mutating func owe(_ time: Mealtime, by: Instant) {
    // Also one that was earlier on this day before it was moved.
    let today = Milliseconds.seconds(Int64(time.minute) * 60)
    let isHandled = handled.contains {
      $0.meal == time.meal && by - $0.at < max(MealDebts.sameMeal, today)
    }
    let isBusy = lastDose > .start && by - lastDose < MealDebts.busy
    if !isHandled, !isBusy { owed.append((time.meal, by)) }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .restored(.diary(.dose(let dose))): handle(dose.meal, event.at)
    case .edited(.diary(.dose(let dose))):
      // Who says that it is still to come leaves the meal to be asked for.
      let age = truth.wall.milliseconds - dose.taken.milliseconds
      if age > -375_000 { handle(dose.meal, event.at + Milliseconds(-max(age, 0))) }
    case .setting(.end), .keys: owed.removeAll()
    default: break
    }
  }

  mutating func see(_ action: Action, _ now: Instant) {
    switch action {
    case .dose(.prompted(let meal)): handle(meal, now)
    case .dose(.refused(let meal, _)): handle(meal, now)
    case .store(.meal(let meal, _, _)): handle(meal, now)
    case .store(.diary(.dose(let dose))):
      handle(dose.meal, now)
      lastDose = now
    default: break
    }
  }

  private mutating func handle(_ meal: Meal?, _ now: Instant) {
    guard let meal else { return }
    owed.removeAll { $0.meal == meal }
    handled.removeAll { $0.meal == meal }
    handled.append((meal, now))
  }

  mutating func forgetDebts() { owed.removeAll() }
}
