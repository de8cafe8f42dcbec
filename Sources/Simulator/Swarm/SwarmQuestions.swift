import Device

/// Gives some days reminders that ask a question, and changes the question when the profile changes.
///
/// It has a generator of its own, so that it changes nothing else about a day.
struct SwarmQuestions {
  private var draws: Generator

  static func add(to plan: inout Plan) {
    var questions = SwarmQuestions(draws: Generator(seed: plan.seed, for: .questions))
    guard questions.draws.chance(1, in: 3) else { return }
    questions.ask(&plan.household.reminders)
    for i in plan.items.indices {
      guard case .act(.reload(var household)) = plan.items[i].kind else { continue }
      let known = plan.household.reminders
      for j in household.reminders.indices {
        let same = known.first { $0.id == household.reminders[j].id }
        household.reminders[j].question =
          questions.draws.chance(2, in: 3) ? same?.question : questions.question()
      }
      plan.items[i].kind = .act(.reload(household))
    }
  }

  private mutating func ask(_ reminders: inout [Reminder]) {
    for i in reminders.indices where draws.chance(2, in: 3) { reminders[i].question = question() }
  }

  /// Nil now and then: the caregiver takes it away.
  private mutating func question() -> ReminderQuestion? {
    let from = UInt8(draws.pick([0, 0, 0, 1, 200]))
    let to = from + UInt8(draws.pick([1, 2, 5, 10, 50]))
    return ReminderQuestion(from: from, to: to, start: UInt8(draws.draw(Int64(from)...Int64(to))))
  }
}
