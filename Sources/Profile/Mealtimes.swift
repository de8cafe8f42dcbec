import Device

/// The `meals` of the insulin section: when each dose is prompted for. DIA-8.
enum Mealtimes {
  private static let meals: [(name: String, value: Meal)] = [
    ("breakfast", .breakfast), ("lunch", .lunch), ("dinner", .dinner),
  ]

  /// Those that are named, in the order of the day.
  static func read(_ value: YAMLValue) throws -> [Mealtime] {
    let members = try YAMLMembers(value, known: meals.map(\.name))
    var mealtimes: [Mealtime] = []
    var last: (name: String, minute: Int16)?
    for (name, meal) in meals {
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
