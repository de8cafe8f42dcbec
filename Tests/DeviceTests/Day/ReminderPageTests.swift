import Device
import HAL
import Testing

@Suite("A reminder's page (ALZ-11)")
struct ReminderPageTests {
  @Test("Nobody answers: the caregiver is told, and in the end the page goes without a key")
  func leaves() throws {
    for (kind, minutes) in [(Reminder.Kind.reminder, 60.0), (.medication, 120)] {
      let reminder = Reminder(
        id: 1, kind: kind, first: Household.minute(9, 5), repeats: .once, tellsCaregiver: false)
      let occurrence = Occurrence(reminder: 1, due: reminder.first)
      var world = try Household.world([.reminder(reminder)])
      world.stay(from: 1, through: 20)
      world.run(until: 300 + minutes * 60 - 1)
      #expect(world.mails(.reminder(.unanswered(occurrence))).count == 1)
      #expect(world.pages.contains(.reminder(ReminderPage(occurrence, kind))))
      world.run(until: 300 + minutes * 60)
      #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
    }
  }
}
