import Device
import HAL
import Testing

@Suite("The screen says what is true (SAFE-5)")
struct TrueScreenTests {
  private func token(_ world: World, _ matter: Notice.Matter) -> UInt64 {
    for case .outbox(.queued(let notice)) in world.log.map(\.action) where notice.matter == matter {
      return notice.token
    }
    return 0
  }

  @Test("A caregiver answers though no server ever said yes: \"Ana knows\", for five minutes")
  func answered() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 10_000)
    world.stay(from: 1, through: 900)
    world.press(.help, at: 30)
    world.run(until: 100)
    world.plan(at: 101, .message(.acknowledged(token: token(world, .help), caregiver: 1)))
    world.run(until: 900)
    let knows = Page.help(.answered, caregiver: 1)
    #expect(world.times { $0 == .show(knows) } == [101])
    #expect(world.times { if case .show(.home) = $0 { true } else { false } }.contains(401))
    #expect(!world.pages.contains(.help(.told, caregiver: 1)))
  }

  @Test("Ok goes back from \"Ana knows\"; help pressed anew is a call of its own")
  func back() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 400)
    world.press(.help, at: 30)
    world.run(until: 50)
    world.plan(at: 60, .message(.acknowledged(token: token(world, .help), caregiver: 0)))
    world.press(.ok, at: 70)
    world.press(.help, at: 80)
    world.run(until: 200)
    #expect(world.times { if case .show(.home) = $0 { true } else { false } }.contains(70))
    #expect(Set(world.mails(.help).map(\.notice.id.value)).count == 2)
  }

  @Test("An exit that was answered says who knows")
  func exit() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.stay(from: 61, through: 300, north: 400)
    world.run(until: 120)
    world.plan(
      at: 130, .message(.acknowledged(token: token(world, .perimeter(.left)), caregiver: 1)))
    world.run(until: 200)
    #expect(world.pages.contains(.leftPerimeter(.told, caregiver: 0)))
    #expect(world.pages.last == .leftPerimeter(.answered, caregiver: 1))
  }

  @Test("The page of a very low glucose names who is told of it, and who answered")
  func lowNames() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 400)
    world.plan(at: 10, .reading(MeterReading(result: .low)))
    world.run(until: 20)
    let told = { (stage: HelpStage, place: UInt8) in
      Page.glucose(.low(.low, isVery: true, stage, caregiver: place))
    }
    #expect(world.times { $0 == .show(told(.calling, 0)) } == [10])
    #expect(world.pages.last == told(.told, 0))
    let low = Notice.Matter.glucose(.low(.low, isVery: true))
    world.plan(at: 30, .message(.acknowledged(token: token(world, low), caregiver: 1)))
    world.run(until: 40)
    #expect(world.pages.last == told(.answered, 1))
  }

  @Test(
    "Who knows of a very low reading is not said to know of the next one that shows the same",
    arguments: [true, false])
  func sameLowAgain(isFirstAnswered: Bool) throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: .low)))
    world.run(until: 70)
    let low = Notice.Matter.glucose(.low(.low, isVery: true))
    let first = token(world, low)
    if isFirstAnswered {
      world.plan(at: 120, .message(.acknowledged(token: first, caregiver: 0)))
    }
    world.plan(networkDownFrom: 4000, to: 5000)
    world.plan(at: 4600, .reading(MeterReading(result: .low)))
    world.plan(at: 4620, .message(.acknowledged(token: first, caregiver: 0)))
    world.run(until: 4700)
    let page = { (stage: HelpStage) in
      Page.glucose(.low(.low, isVery: true, stage, caregiver: 0))
    }
    #expect(world.times { $0 == .show(page(.calling)) } == [60, 4600])
    #expect(world.pages.last == page(.calling))
    world.run(until: 5100)
    #expect(world.pages.last == page(.told))
  }

  private func stage(_ world: World) -> HelpStage? {
    guard case .glucose(.low(_, _, _, let stage, _)) = world.pages.last else { return nil }
    return stage
  }

  @Test(
    "Nor is that said after a power cut, where the next reading was a quarter of an hour old",
    arguments: [true, false])
  func sameLowAgainAndCut(isFirstAnswered: Bool) throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: .low)))
    world.run(until: 70)
    if isFirstAnswered {
      let first = token(world, .glucose(.low(.low, isVery: true)))
      world.plan(at: 120, .message(.acknowledged(token: first, caregiver: 0)))
    }
    world.plan(networkDownFrom: 2700, to: 9000)
    world.plan(at: 2760, .reading(MeterReading(result: .low, age: .seconds(20 * 60))))
    world.run(until: 3000)
    #expect(stage(world) == .calling)
    world.restart(after: 60)
    world.tellTime(at: 3070)
    world.run(until: 3200)
    #expect(stage(world) == .calling)
  }

  @Test("Who knows of a very low reading that is told again knows of it after a power cut")
  func lowToldAgainAndCut() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: .low)))
    world.plan(networkDownFrom: 100, to: 9000)
    world.run(until: 1000)
    #expect(stage(world) == .told)
    world.restart(after: 60)
    world.tellTime(at: 1070)
    world.run(until: 1100)
    #expect(stage(world) == .told)
  }

  @Test("Help called before a power cut is no answer to a press after it")
  func helpAfterCut() throws {
    var world = try Household.world()
    world.press(.help, at: 30)
    world.run(until: 60)
    world.restart(after: 10_000)
    world.press(.help, at: 10_100)
    world.press(.help, at: 10_200)
    world.run(until: 10_300)
    let calls = world.times {
      if case .outbox(.queued(let notice)) = $0 { notice.matter == .help } else { false }
    }
    #expect(calls == [30, 10_100])
  }

  @Test("Low glucose and help that is not through share the page: ok is help's, plus the reading's")
  func lowAndHelp() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 10_000)
    world.stay(from: 1, through: 400)
    world.plan(at: 10, .reading(MeterReading(result: .low)))
    world.press(.help, at: 30)
    world.run(until: 100)
    let both = Page.glucose(.lowAndHelp(.low, isVery: true, .notThrough, caregiver: 0))
    #expect(world.times { $0 == .show(both) } == [90])
    world.press(.plus, at: 101)
    world.run(until: 102)
    if case .dose(.enterGlucose) = world.pages.last {} else { Issue.record("no reading to enter") }
    world.press(.ok, at: 103, isLong: true)
    world.run(until: 104)
    #expect(world.pages.last == both)
    world.press(.ok, at: 110)
    world.run(until: 111)
    #expect(world.pages.last == .glucose(.low(.low, isVery: true, .calling)))
    #expect(world.log.contains { $0.action == .alarm(.silenced(.helpNotThrough)) })
    #expect(!world.log.contains { $0.action == .alarm(.silenced(.veryLowGlucose)) })
  }

  @Test("Nobody in the profile can be reached: help says so at once, loudly, until somebody can")
  func nobody() throws {
    var world = World()
    world.settings = [
      .begin, .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))),
      .caregiver(Caregiver(hasMail: false, hasRelay: false)), .end,
    ]
    world.boot()
    world.stay(from: 1, through: 300)
    world.press(.help, at: 30)
    world.run(until: 31)
    #expect(world.pages.last == .help(.nobody, caregiver: 0))
    #expect(world.alarms.contains(.helpNotThrough))
    world.plan(at: 40, .setting(.caregiver(Caregiver(hasMail: true, hasRelay: false))))
    world.run(until: 60)
    #expect(world.pages.contains(.help(.told, caregiver: 1)))
  }

  @Test("Nobody in the profile can be reached: the page of an exit says so, and calls nobody")
  func nobodyOfAnExit() throws {
    var world = World()
    world.settings = [
      .begin, .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))), .end,
    ]
    world.boot()
    world.stay(from: 1, through: 60)
    for second in 61...200 {
      world.fix(at: Double(second), north: min(Double(second - 60) * 2, 250))
    }
    world.run(until: 200)
    let exits = world.pages.compactMap { page -> HelpStage? in
      if case .leftPerimeter(let stage, _) = page { stage } else { nil }
    }
    #expect(!exits.isEmpty && exits.allSatisfy { $0 == .nobody })
  }

  @Test("The first caregiver who is named after an exit has a minute before the page gives them up")
  func firstOfAnExit() throws {
    var world = World()
    world.settings = [
      .begin, .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))), .end,
    ]
    world.boot()
    world.stay(from: 1, through: 60)
    for second in 61...500 {
      world.fix(at: Double(second), north: min(Double(second - 60) * 2, 250))
    }
    world.plan(networkDownFrom: 0, to: 10_000)
    world.plan(at: 300, .setting(.caregiver(Caregiver(hasMail: true, hasRelay: false))))
    func stages() -> [HelpStage] {
      world.pages.compactMap { page -> HelpStage? in
        if case .leftPerimeter(let stage, _) = page { stage } else { nil }
      }
    }
    world.run(until: 350)
    #expect(stages().last == .calling)
    #expect(!stages().contains(.notThrough))
    world.run(until: 370)
    #expect(stages().last == .notThrough)
  }

  @Test(
    "That nobody can be reached is said for five minutes, and the call waits for a list (SAFE-7)")
  func nobodyForAWhile() throws {
    var world = World()
    world.settings = [
      .begin, .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))), .end,
    ]
    world.boot()
    world.stay(from: 1, through: 1000)
    world.press(.help, at: 30)
    world.run(until: 320)
    #expect(world.pages.last == .help(.nobody, caregiver: 0))
    world.run(until: 500)
    if case .home = world.pages.last {} else { Issue.record("\(world.pages)") }
    #expect(world.times { $0 == .alarm(.sound(.high)) }.allSatisfy { $0 < 300 })
    world.restart(after: 30)
    world.run(until: 600)
    #expect(world.times { $0 == .alarm(.started(.helpNotThrough, .high)) } == [30])
    world.plan(at: 610, .setting(.caregiver(Caregiver(hasMail: true, hasRelay: false))))
    world.run(until: 700)
    #expect(world.pages.contains(.help(.told, caregiver: 0)))
  }
}
