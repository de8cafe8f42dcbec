import Device
import HAL
import Testing

@Suite("Ok on the home page opens what is on demand (QUIT-4)")
struct OnDemandTests {
  private static let craving = ReminderQuestion(from: 0, to: 10, start: 5)!

  private static func setting(_ question: ReminderQuestion? = craving) -> Setting {
    var reminder = Reminder(
      id: 30_000, kind: .reminder, first: Household.minute(9, 1), repeats: .once,
      tellsCaregiver: false, question: question)
    reminder.isOnDemand = true
    return .reminder(reminder)
  }

  private func world(_ settings: [Setting] = [setting()]) throws -> World {
    var world = try Household.world(settings)
    world.stay(from: 1, through: 20)
    return world
  }

  private func occurrence(_ hour: Int, _ minute: Int) -> Occurrence {
    Occurrence(reminder: 30_000, due: Household.minute(hour, minute))
  }

  private func due(_ world: World) -> [Occurrence] {
    world.log.compactMap {
      guard case .reminder(.due(let occurrence, _, _, _)) = $0.action else { return nil }
      return occurrence
    }
  }

  private func isHome(_ page: Page?) -> Bool {
    if case .home = page { true } else { false }
  }

  @Test("The daily mail knows nothing of one that nobody answered, also once there is no OK key")
  func withoutOK() throws {
    var limits = Limits()
    limits.allIsWellAt = 660
    var world = try world([Self.setting(), .limits(limits)])
    world.press(.ok, at: 605)
    world.plan(at: 3000, .keys(KeySet(bits: 0).with(.help)))
    world.stay(from: 7000, through: 7250)
    world.run(until: 7300)
    let mails = world.log.compactMap { entry -> OpenMatters? in
      guard case .outbox(.queued(let notice)) = entry.action else { return nil }
      return switch notice.matter {
      case .day(.allIsWell): OpenMatters()
      case .day(.open(let open)): open
      default: nil
      }
    }
    #expect(mails.count == 1)
    #expect(!mails.contains { $0.contains(.reminder) })
  }

  @Test("It is never due by itself, opens by ok, and takes its answer")
  func opens() throws {
    var world = try world()
    world.run(until: 3600)
    #expect(due(world).isEmpty)
    world.press(.ok, at: 3610)
    world.press(.plus, at: 3615)
    world.press(.ok, at: 3620)
    world.run(until: 7200)
    #expect(due(world) == [occurrence(10, 0)])
    #expect(world.log.contains { $0.action == .reminder(.answered(occurrence(10, 0), 6)) })
    #expect(world.log.contains { $0.action == .reminder(.acknowledged(occurrence(10, 0))) })
    #expect(isHome(world.pages.last))
  }

  @Test("Nobody else hears of one that is not answered, and it goes after five minutes")
  func unanswered() throws {
    var world = try world()
    world.press(.ok, at: 605)
    world.run(until: 890)
    #expect(!isHome(world.pages.last))
    world.run(until: 2 * 3600)
    #expect(isHome(world.pages.last))
    #expect(due(world).count == 1)
    #expect(
      !world.log.contains {
        if case .outbox(.queued(let notice)) = $0.action, case .reminder = notice.matter {
          true
        } else {
          false
        }
      })
  }

  @Test("It opens anew in another minute, once in each, and in no other way than by a short ok")
  func again() throws {
    var world = try world()
    for second in [605, 607, 610, 620, 630] as [Double] { world.press(.ok, at: second) }
    world.press(.plus, at: 662)
    world.press(.ok, at: 664, isLong: true)
    world.press(.ok, at: 670)
    world.run(until: 4000)
    #expect(due(world) == [occurrence(9, 10), occurrence(9, 11)])
  }

  @Test("A power cut takes the open page away, and asks for nothing")
  func powerCut() throws {
    var world = try world()
    world.press(.ok, at: 605)
    world.run(until: 620)
    world.restart()
    world.fix(at: 640)
    world.stay(from: 640, through: 650)
    world.run(until: 7000)
    #expect(due(world).count == 1)
    #expect(isHome(world.pages.last))
    world.press(.ok, at: 7010)
    world.run(until: 7020)
    #expect(due(world).count == 2)
  }

  @Test("A device without one, or without the time, stays on its home page")
  func nothing() throws {
    var without = try world([])
    without.press(.ok, at: 605)
    without.run(until: 700)
    #expect(due(without).isEmpty && isHome(without.pages.last))
    var timeless = try Household.world([OnDemandTests.setting()])
    timeless.press(.ok, at: 605)
    timeless.run(until: 700)
    #expect(due(timeless).isEmpty)
  }

  @Test("A medicine that becomes due goes before it, and the question comes back behind it")
  func medicine() throws {
    let pill = Setting.reminder(
      Reminder(
        id: 1, kind: .medication, first: Household.minute(9, 11), repeats: .once,
        tellsCaregiver: false))
    var world = try world([OnDemandTests.setting(), pill])
    world.press(.ok, at: 650)
    world.run(until: 661)
    guard case .reminder(let page)? = world.pages.last else {
      Issue.record("no reminder on the screen")
      return
    }
    #expect(page.occurrence.reminder == 1 && page.kind == .medication)
    world.press(.ok, at: 670)
    world.run(until: 671)
    #expect(world.log.contains { $0.action == .reminder(.acknowledged(page.occurrence)) })
    guard case .reminder(let next)? = world.pages.last else {
      Issue.record("the question is gone")
      return
    }
    #expect(next.occurrence.reminder == 30_000)
  }
}
