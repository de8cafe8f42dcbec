import Device
import HAL

/// What the device was told of insulin and meals, as it takes effect: with the end of a row.
struct SeenProfile: Sendable {
  private(set) var insulin: InsulinFigures?
  private(set) var mealtimes: [Mealtime] = []
  /// Those before they last became others: a prompt that was open then goes on.
  private(set) var formerMealtimes: [Mealtime] = []
  private(set) var keys = KeySet.all
  private var limits = Limits()

  private var stagedMealtimes: [Mealtime] = []
  private var stagedLimits = Limits()

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted(let boot): keys = boot.keys
    case .setting(.begin):
      stagedMealtimes = []
      stagedLimits = Limits()
    case .setting(.mealtime(let time)): stagedMealtimes.append(time)
    case .setting(.limits(let limits)): stagedLimits = limits
    case .setting(.end):
      insulin = truth.hasProfile ? truth.household.insulin : nil
      if stagedMealtimes != mealtimes { formerMealtimes = mealtimes }
      mealtimes = stagedMealtimes
      limits = stagedLimits
    default: break
    }
  }

  /// The minute of the day; below 0: never.
  var allIsWellAt: Int16 { limits.allIsWellAt }

  /// Readings are shown in mmol/L.
  var usesMillimoles: Bool { limits.usesMillimoles }

  /// Minutes for which a long ok puts a prompt off.
  var snooze: Int64 { min(max(Int64(limits.snooze), 1), 60) }

  /// Who cannot change the grams is not asked for them.
  var asksCarbohydrates: Bool {
    limits.asksCarbohydrates && keys.contains(.plus) && keys.contains(.minus)
  }
}
