import Device
import HAL
import Testing

@Suite("A deadline in the past is served now")
struct PastDeadlineTests {
  @Test("An old reading at a prompt nobody answered: the caregiver gets one mail, once")
  func oldReading() throws {
    for minutes in stride(from: 20, through: 60, by: 2) {
      var world = try Household.world([
        .insulin(try #require(InsulinProfile.usual)),
        .mealtime(Mealtime(meal: .breakfast, minute: 570)),
      ])
      world.tellTime(at: 1)
      // Breakfast is prompted at half past nine.
      let at = 1800 + Double(minutes) * 60
      let low = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(72)))
      world.plan(at: at, .reading(MeterReading(result: low, age: .seconds(1630))))
      world.run(until: at + 600)
      let sent = world.log.filter {
        guard case .outbox(.send(let dispatch)) = $0.action else { return false }
        return dispatch.notice.matter == .dose(.unanswered(.breakfast))
          && dispatch.recipient.caregiver == 0
      }
      #expect(sent.count == 1, "read \(minutes) minutes after the prompt")
    }
  }
}
