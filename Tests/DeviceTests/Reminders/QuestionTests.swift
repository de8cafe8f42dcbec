import Device
import HAL
import Testing

@Suite("A reminder that asks a question (ALZ-5)")
struct QuestionTests {
  private static let pain = ReminderQuestion(from: 0, to: 10, start: 5)!
  private static let occurrence = Occurrence(reminder: 7, due: Household.minute(9, 5))

  private static func setting(_ question: ReminderQuestion? = pain, id: UInt16 = 7) -> Setting {
    .reminder(
      Reminder(
        id: id, kind: .reminder, first: Household.minute(9, 5), repeats: .once,
        tellsCaregiver: false, question: question))
  }

  /// Due at 300 s.
  private func world(_ settings: [Setting] = [setting()], keys: KeySet = .all) throws -> World {
    var world = World()
    world.keys = keys
    world.settings = try Household.settings(settings)
    world.boot()
    world.stay(from: 1, through: 20)
    return world
  }

  private func numbers(_ world: World) -> [UInt8] {
    world.pages.compactMap {
      if case .reminder(let page) = $0 { page.choice?.value } else { nil }
    }
  }

  private func answers(_ world: World) -> [UInt8] {
    world.log.compactMap {
      if case .reminder(.answered(QuestionTests.occurrence, let value)) = $0.action {
        value
      } else {
        nil
      }
    }
  }

  private func storedAnswers(_ world: World) -> [UInt8] {
    world.records.compactMap {
      guard case .reminder(QuestionTests.occurrence, .answered(let value), _) = $0 else {
        return nil
      }
      return value
    }
  }

  private func isAcknowledged(_ world: World) -> Bool {
    world.log.contains { $0.action == .reminder(.acknowledged(QuestionTests.occurrence)) }
  }

  @Test("Plus and minus choose by one, held by five, as far as it goes; ok answers, once")
  func answered() throws {
    var world = try world()
    world.press(.plus, at: 310)
    world.press(.plus, at: 312, isLong: true)
    world.press(.minus, at: 314)
    world.press(.ok, at: 316)
    world.press(.ok, at: 320)
    world.run(until: 7200)
    #expect(numbers(world) == [5, 6, 10, 9])
    #expect(answers(world) == [9])
    #expect(storedAnswers(world) == [9])
    #expect(isAcknowledged(world))
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
  }

  @Test("The number goes no lower than the question allows, and nobody has to choose at all")
  func lowest() throws {
    var world = try world()
    world.press(.minus, at: 310, isLong: true)
    world.press(.minus, at: 312)
    world.press(.ok, at: 314)
    world.run(until: 400)
    #expect(answers(world) == [0])

    var other = try self.world()
    other.press(.ok, at: 314)
    other.run(until: 400)
    #expect(answers(other) == [5])
  }

  @Test("A question put off is no answer; it comes back with the number that was chosen")
  func putOff() throws {
    var world = try world()
    world.press(.plus, at: 310)
    world.press(.ok, at: 312, isLong: true)
    world.run(until: 900)
    #expect(answers(world).isEmpty)
    world.press(.ok, at: 920)
    world.run(until: 1000)
    #expect(answers(world) == [6])
  }

  @Test("Nobody answers: the caregiver hears of it as of any reminder, and no number is stored")
  func unanswered() throws {
    var world = try world()
    world.press(.plus, at: 310)
    world.run(until: 7200)
    #expect(storedAnswers(world).isEmpty)
    #expect(world.mails(.reminder(.unanswered(QuestionTests.occurrence))).count == 1)
  }

  @Test("Whenever the power goes, one number at most is stored, and nobody is asked after it was")
  func powerCuts() throws {
    var whole = try world()
    whole.press(.plus, at: 310)
    whole.press(.ok, at: 316)
    whole.run(until: 400)
    for cut in 1...whole.log.count {
      var world = try world()
      world.outage = .seconds(3)
      world.cutAfter = cut
      world.press(.plus, at: 310)
      world.press(.ok, at: 316)
      world.run(until: 360)
      let stored = storedAnswers(world)
      let pages = world.pages.count
      world.press(.ok, at: 400)
      world.stay(from: 370, through: 375)
      world.run(until: 3900)
      #expect(storedAnswers(world).count == 1, "cut after \(cut)")
      if !stored.isEmpty {
        #expect(storedAnswers(world) == stored)
        let later = world.pages.dropFirst(pages)
        #expect(!later.contains { if case .reminder = $0 { true } else { false } }, "cut \(cut)")
      }
    }
  }

  @Test("The caregiver narrows the question while it stands there: the number follows")
  func narrowed() throws {
    var world = try world()
    world.press(.plus, at: 310, isLong: true)
    for row in try Household.settings([
      QuestionTests.setting(ReminderQuestion(from: 0, to: 3, start: 1))
    ]) { world.plan(at: 320, .setting(row)) }
    world.press(.ok, at: 330)
    world.run(until: 400)
    #expect(numbers(world) == [5, 10, 3])
    #expect(answers(world) == [3])
  }

  @Test("The caregiver takes the question away: ok says only that it was heard")
  func takenAway() throws {
    var world = try world()
    world.press(.plus, at: 310)
    for row in try Household.settings([QuestionTests.setting(nil)]) {
      world.plan(at: 320, .setting(row))
    }
    world.press(.ok, at: 330)
    world.run(until: 400)
    #expect(answers(world).isEmpty)
    #expect(isAcknowledged(world))
  }

  @Test(
    "Without plus and minus nobody can choose: it is a reminder like any other",
    arguments: [KeySet(bits: 0b0011), KeySet(bits: 0b0111)])
  func withoutKeys(_ keys: KeySet) throws {
    var world = try world(keys: keys)
    world.press(.plus, at: 310)
    world.press(.ok, at: 316)
    world.run(until: 400)
    #expect(numbers(world).isEmpty)
    #expect(answers(world).isEmpty)
    #expect(isAcknowledged(world))
  }

  @Test("Two questions at one minute: each keeps its own number")
  func two() throws {
    var world = try world([
      QuestionTests.setting(id: 7),
      QuestionTests.setting(ReminderQuestion(from: 1, to: 3, start: 2), id: 8),
    ])
    world.press(.plus, at: 310)
    world.press(.ok, at: 312)
    world.press(.minus, at: 314)
    world.press(.ok, at: 316)
    world.run(until: 400)
    let said = world.log.compactMap { entry -> [Int]? in
      guard case .reminder(.answered(let what, let value)) = entry.action else { return nil }
      return [Int(what.reminder), Int(value)]
    }
    #expect(said == [[7, 6], [8, 1]])
  }

  @Test("A question that cannot be asked is none")
  func impossible() {
    #expect(ReminderQuestion(from: 5, to: 5, start: 5) == nil)
    #expect(ReminderQuestion(from: 6, to: 5, start: 5) == nil)
    #expect(ReminderQuestion(from: 0, to: 10, start: 11) == nil)
    #expect(ReminderQuestion(from: 3, to: 10, start: 2) == nil)
    #expect(ReminderQuestion(from: 0, to: 251, start: 2) == nil)
    #expect(ReminderQuestion(from: 0, to: 250, start: 250) != nil)
  }
}
