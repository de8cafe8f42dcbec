import Checkers
import Device
import HAL
import Names
import Profile
import Traces

/// Settings that a drawn household has and no profile may state.
///
/// They are:
/// - reminders of one number, too many of them, or over before they begin;
/// - meals out of order;
/// - carbohydrates asked for and no ratio;
/// - figures in mg/dL and a meter in mmol/L.
///
/// A device takes any settings it is given, so such lives are drawn, and written down word for word.
enum ExactHousehold {
  /// Takes the place of what the profile says.
  static func apply(_ value: YAMLValue, to household: inout Household) throws {
    let members = try value.members(known: [
      "reminders", "meals", "ask_carbohydrates", "mmol", "who",
    ])
    if let list = members["reminders"] {
      household.reminders = try list.elements().map { try reminder($0) }
    }
    if let list = members["meals"] {
      household.mealtimes = try list.elements().map { value in
        let members = try value.members(known: ["meal", "at"])
        guard let meal = members["meal"], let at = members["at"] else {
          throw value.refuse("needs meal and at")
        }
        return Mealtime(meal: try meal.spelled(), minute: try at.minuteOfDay(in: 0...1439))
      }
    }
    if let asks = members["ask_carbohydrates"] {
      household.limits.asksCarbohydrates = try asks.isYes()
    }
    if let who = members["who"] { try number(&household.caregivers, who) }
    if let mmol = members["mmol"] { household.limits.usesMillimoles = try mmol.isYes() }
  }

  /// Numbers of the caregivers, in their order, in place of those made from their names.
  private static func number(_ caregivers: inout [Caregiver], _ value: YAMLValue) throws {
    let numbers: [UInt32] = try value.elements().map { try $0.whole(in: 0...UInt32.max) }
    guard numbers.count == caregivers.count else {
      throw value.refuse("names \(numbers.count) people; expected \(caregivers.count)")
    }
    for i in numbers.indices { caregivers[i].who = numbers[i] }
  }

  private static func reminder(_ value: YAMLValue) throws -> Reminder {
    let members = try value.members(
      known: ["id", "type", "at", "repeat", "until", "tell_caregiver", "ask"])
    guard let id = members["id"], let type = members["type"], let at = members["at"],
      let repeats = members["repeat"]
    else { throw value.refuse("needs id, type, at and repeat") }
    func minute(_ value: YAMLValue) throws -> CivilMinute {
      guard let minute = CivilText.minute(try value.text()) else {
        throw value.refuse("is \(value.shown); expected a time such as 2026-11-21 08:00")
      }
      return minute
    }
    return Reminder(
      id: try id.whole(in: 0...UInt16.max), kind: try type.spelled(), first: try minute(at),
      repeats: try ReminderRepeat.read(repeats), until: try members["until"].map { try minute($0) },
      tellsCaregiver: try members["tell_caregiver"]?.isYes() ?? false,
      question: try members["ask"].map { try QuestionSection.read($0) })
  }

  /// The members that say of a household what its profile does not; empty: the profile says all.
  static func text(_ household: Household) -> String {
    var members: [String] = []
    if !isSayable(household.reminders) {
      let entries = household.reminders.map { "{\(ProfileText.numbers(of: $0))}" }
      members.append("reminders: [\(entries.joined(separator: ", "))]")
    }
    if !isSayable(household.mealtimes) {
      let entries = household.mealtimes.map {
        "{meal: \($0.meal.spelling), at: \"\(CivilText.text(minuteOfDay: $0.minute))\"}"
      }
      members.append("meals: [\(entries.joined(separator: ", "))]")
    }
    if asksInVain(household) { members.append("ask_carbohydrates: yes") }
    let numbers = household.caregivers.map { String($0.who) }
    if numbers != ProfileText.people(household).map({ String($0.number) }) {
      members.append("who: [\(numbers.joined(separator: ", "))]")
    }
    // A profile in mmol/L would round its figures.
    if household.limits.usesMillimoles { members.append("mmol: yes") }
    return members.joined(separator: ", ")
  }

  static func asksInVain(_ household: Household) -> Bool {
    household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit == nil
  }

  static func isSayable(_ reminders: [Reminder]) -> Bool {
    Set(reminders.map(\.id)).count == reminders.count && reminders.count <= Capacity.reminders
      && reminders.allSatisfy { reminder in
        if let until = reminder.until, until < reminder.first { return false }
        guard case .weekdays(let days) = reminder.repeats else { return true }
        return days >> reminder.first.weekday & 1 == 1
      }
  }

  static func isSayable(_ mealtimes: [Mealtime]) -> Bool {
    let order: [Meal] = [.breakfast, .lunch, .dinner]
    var last = (meal: -1, minute: Int16(-1))
    for mealtime in mealtimes {
      guard let meal = order.firstIndex(of: mealtime.meal), meal > last.meal,
        mealtime.minute > last.minute
      else { return false }
      last = (meal, mealtime.minute)
    }
    return true
  }
}

extension Household {
  /// The household that a profile tells of.
  init(_ profile: Profile, keys: KeySet) {
    self.init(
      home: profile.perimeter.center, radius: profile.perimeter.radius, zone: ZoneName(profile),
      caregivers: profile.caregivers.map(\.setting))
    temper = profile.perimeter.temper
    reminders = profile.reminders.map(\.setting)
    insulin = profile.insulin.map { InsulinFigures($0) }
    mealtimes = profile.mealtimes
    watch = profile.watch
    quiet = profile.quiet
    raised = profile.raised.map { RaisedAlarm($0.kind, $0.priority) }
    limits = profile.limits
    accompanied = profile.accompaniedUntil
    self.keys = keys
  }

  /// A walk that needs a circle only: one caregiver has a mailbox.
  init(_ perimeter: Perimeter, keys: KeySet) {
    self.init(
      home: perimeter.center, radius: perimeter.radius, zone: .other(name: "UTC", []),
      caregivers: [Caregiver(hasMail: true, hasRelay: false)])
    temper = perimeter.temper
    self.keys = keys
  }
}

extension Household.ZoneName {
  init(_ profile: Profile) {
    let name = profile.timeZone.identifier
    if let known = Self.allCases.first(where: { $0.name == name }) {
      self = known
      return
    }
    var table: [ZoneTransition] = []
    for case .zone(let transition) in profile.settings { table.append(transition) }
    self =
      table.allSatisfy { $0.offset == 0 }
      ? .other(name: "UTC", []) : .other(name: name, table)
  }
}

/// The words that go with a household, so that a trace of it reads like the family's own.
struct HouseholdWords {
  /// The row of settings for the device.
  var row: [Setting]
  var words: TraceWords

  init(_ household: Household, _ profile: Profile?, around start: WallTime) {
    row = household.settings(around: start)
    words = TraceWords(
      names: profile?.names ?? .init(), language: profile?.language,
      timeZone: profile?.timeZone.identifier, settings: row)
  }
}
