import Device
import Names

/// The `meals` of the insulin section: when each dose is prompted for. DIA-8.
enum Mealtimes {
  /// Those that are named, in the order of the day.
  static func read(_ value: YAMLValue) throws -> [Mealtime] {
    let members = try YAMLMembers(value, known: Meal.spellings.map(\.name))
    var mealtimes: [Mealtime] = []
    var last: (name: String, minute: Int16)?
    for (meal, name) in Meal.spellings {
      guard let minute = try members.read(name, { try $0.minuteOfDay(in: 0...1439) }) else {
        continue
      }
      // Lunch and dinner in each other's place would propose each other's dose.
      if let last, minute <= last.minute, let member = members[name] {
        value.mistakes.add(
          member.refuse("is \(member.shown), not after \(last.name); expected later"))
      }
      last = (name, minute)
      mealtimes.append(Mealtime(meal: meal, minute: minute))
    }
    return mealtimes
  }
}
