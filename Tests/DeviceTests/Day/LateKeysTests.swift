import Device
import HAL
import Testing

@Suite("Keys that are plugged in after the device's start (ALZ-6)")
struct LateKeysTests {
  @Test("Without OK the caregiver is told at once; once it is there the wearer answers")
  func ok() throws {
    let reminders = (5...6).map {
      Reminder(
        id: UInt16($0), kind: .reminder, first: Household.minute(9, $0), repeats: .once,
        tellsCaregiver: false)
    }
    let occurrences = reminders.map { Occurrence(reminder: $0.id, due: $0.first) }
    var world = World()
    world.keys = KeySet(bits: 0).with(.help)
    world.settings = try Household.settings(reminders.map { .reminder($0) })
    world.boot()
    world.tellTime(at: 1)
    world.press(.ok, at: 310)
    world.plan(at: 330, .keys(.all))
    world.press(.ok, at: 375)
    world.run(until: 1000)
    func told(_ occurrence: Occurrence) -> Int {
      world.mails(.reminder(.due(occurrence))).count
        + world.mails(.reminder(.unanswered(occurrence))).count
    }
    #expect(told(occurrences[0]) > 0)
    #expect(told(occurrences[1]) == 0)
    let answered = world.log.compactMap {
      if case .reminder(.acknowledged(let occurrence)) = $0.action { occurrence } else { nil }
    }
    #expect(answered == [occurrences[1]])
  }

  @Test("A wearer who got an OK is prompted for the next meal")
  func meal() {
    for hasOK in [false, true] {
      var prompt = DosePrompt()
      prompt.booted(1, keys: KeySet(bits: 0).with(.help))
      prompt.configure(
        insulin: .usual, mealtimes: FixedArray<3, Mealtime>(), limits: Limits(),
        Moment(at: .start, wall: nil, isTrusted: false)
      ) { _ in }
      if hasOK { prompt.take(.all) }
      #expect(prompt.canPrompt == hasOK)
    }
  }
}
