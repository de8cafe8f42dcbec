import Device
import HAL
import Testing

@Suite("The help button (ALZ-7)")
struct HelpTests {
  private func isHelp(_ page: Page) -> Bool { if case .help = page { true } else { false } }

  @Test(
    "One press: tone first, then the record, then \"Avisando\"; \"informado\" once it is accepted")
  func order() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.press(.help, at: 30.5)
    world.run(until: 60)
    let from = try #require(
      world.log.firstIndex { if case .helpRequested = $0.action { true } else { false } })
    let after = world.log[from...].map(\.action)
    let tone = after.firstIndex { if case .alarm(.sound) = $0 { true } else { false } }
    let record = after.firstIndex { if case .store(.outbox(.notice)) = $0 { true } else { false } }
    let page = after.firstIndex(of: .show(.help(.calling, caregiver: 0)))
    let told = after.firstIndex(of: .show(.help(.told, caregiver: 0)))
    #expect(try #require(tone) < #require(record))
    #expect(try #require(record) < #require(page))
    #expect(try #require(page) < #require(told))
    let mail = try #require(world.mails(.help).first)
    #expect(mail.notice.whereabouts?.position == Wearer.home)
    #expect(mail.notice.age < .seconds(2))
    #expect(mail.notice.token != 0)
  }

  @Test("\"Informado\" is never shown before a route accepted, and not through after 60 s is loud")
  func notThrough() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 200)
    world.stay(from: 1, through: 400)
    world.press(.help, at: 30)
    world.run(until: 199)
    #expect(!world.pages.contains(.help(.told, caregiver: 0)))
    #expect(world.times { $0 == .show(.help(.notThrough, caregiver: 0)) } == [90])
    #expect(world.alarms.contains(.helpNotThrough))
    world.run(until: 400)
    #expect(world.pages.contains(.help(.told, caregiver: 0)))
    #expect(Set(world.mails(.help).map(\.notice.id.value)).count == 1)
    let late = try #require(world.mails(.help).first).late
    #expect(late > .seconds(160))
  }

  @Test("Pressed anew after ok silenced \"not through\", that it is not through is heard again")
  func heardAfterSilence() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 200)
    world.stay(from: 1, through: 400)
    for (second, key) in [(30, Key.help), (100, .ok), (130, .help)] {
      world.press(key, at: Double(second))
    }
    world.run(until: 400)
    #expect(world.times { $0 == .alarm(.started(.helpNotThrough, .high)) } == [90, 130])
    // Once it is through, nothing sounds on.
    #expect(world.pages.contains(.help(.told, caregiver: 0)))
    #expect(world.times { $0 == .alarm(.sound(.high)) }.allSatisfy { $0 < 320 })
  }

  @Test("Pressed anew while \"not through\" sounds, the press is heard")
  func heardOverNotThrough() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 1000)
    world.stay(from: 1, through: 500)
    world.press(.help, at: 30)
    // The press comes in the middle of a burst of high priority, one every ten seconds from 90 s on.
    world.press(.help, at: 401)
    world.run(until: 401)
    #expect(world.times { $0 == .alarm(.sound(.high)) }.contains(400))
    #expect(world.times { $0 == .alarm(.sound(.medium)) }.contains(401))
    let last = world.log.last { $0.action == .alarm(.hush) || $0.action == .alarm(.sound(.medium)) }
    #expect(last?.action == .alarm(.sound(.medium)))
  }

  @Test("Without a position the notice says so, and the first fix is sent after it")
  func position() throws {
    var world = try Household.world()
    world.press(.help, at: 30)
    world.stay(from: 100, through: 130)
    world.run(until: 140)
    #expect(try #require(world.mails(.help).first).notice.whereabouts == nil)
    let follow = try #require(world.mails(.location(.firstAfterHelp)).first)
    #expect(follow.notice.whereabouts?.position == Wearer.home)
  }

  @Test("With an old position only, the first new fix is sent after it")
  func oldPosition() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.press(.help, at: 300)
    world.stay(from: 340, through: 380, north: 40)
    world.run(until: 380)
    #expect(try #require(world.mails(.help).first).notice.whereabouts?.position == Wearer.home)
    let follow = world.mails(.location(.firstAfterHelp))
    #expect(Set(follow.map(\.notice.id.value)).count == 1)
    #expect(try #require(follow.first).notice.whereabouts?.position == Wearer.north(40))
  }

  @Test("Ten presses in a minute are one notice, and each is answered by tone and screen")
  func flood() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 120)
    for i in 0..<10 { world.press(.help, at: 30 + Double(i) * 5) }
    world.run(until: 120)
    #expect(Set(world.mails(.help).map(\.notice.id.value)).count == 1)
    #expect(world.times { if case .helpRequested = $0 { true } else { false } }.count == 10)
    #expect(world.log.filter { $0.action == .alarm(.sound(.medium)) }.count >= 10)
  }

  @Test("Ok goes back to the time; nobody has to")
  func back() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 120)
    world.press(.help, at: 30)
    world.press(.ok, at: 50)
    world.run(until: 120)
    #expect(world.pages.last.map(isHelp) == false)
    #expect(world.times { if case .show(.home) = $0 { true } else { false } }.contains(50))
  }

  @Test("Nobody answers: the next caregiver is told after five minutes; an answer stops that")
  func escalation() throws {
    for answers in [false, true] {
      var world = try Household.world()
      if answers { world.acknowledgesHelpAfter = .seconds(60) }
      world.stay(from: 1, through: 600)
      world.press(.help, at: 30)
      world.run(until: 600)
      let told = Set(world.mails(.help).map(\.recipient.caregiver))
      #expect(told == (answers ? [0] : [0, 1]))
      let acknowledged = world.times { if case .outbox(.acknowledged) = $0 { true } else { false } }
      #expect(acknowledged.count == (answers ? 1 : 0))
    }
  }

  @Test("An answered call is over: no later alarm says that it did not get through")
  func answered() throws {
    var world = try Household.world()
    world.acknowledgesHelpAfter = .seconds(60)
    world.stay(from: 1, through: 900)
    world.press(.help, at: 30)
    world.run(until: 900)
    #expect(!world.alarms.contains(.helpNotThrough))
    #expect(!world.pages.contains(.help(.notThrough, caregiver: 0)))
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
  }

  @Test("Not through and silenced, the page gives way to what else is due")
  func givesWay() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 4000)
    world.stay(from: 1, through: 200)
    world.press(.help, at: 30)
    world.press(.ok, at: 100)
    world.plan(at: 110, .battery(BatteryLevel(percent: 10, isCharging: false)))
    world.run(until: 200)
    #expect(world.pages.contains(.batteryLow(percent: 10)))
    #expect(!world.log.contains { $0.action == .alarm(.silenced(.batteryLow)) })
  }

  @Test("Pressed anew between two rounds of \"not through\", that it is not through is heard again")
  func heardInTheRest() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 1000)
    world.stay(from: 1, through: 400)
    for second in [30, 250] { world.press(.help, at: Double(second)) }
    world.run(until: 400)
    let bursts = world.times { $0 == .alarm(.sound(.high)) }
    #expect(!bursts.contains { $0 > 205 && $0 < 250 })
    // A whole round, and its first burst answers the press.
    let round = stride(from: 250.0, through: 360, by: 10)
    #expect(bursts.filter { $0 > 205 && $0 < 365 } == Array(round))
  }

  @Test("After a power cut indoors, help goes on although no fix and no key ever comes")
  func indoors() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 60)
    world.press(.help, at: 30)
    world.run(until: 40)
    world.restart(after: 30)
    world.run(until: 120)
    #expect(!world.mails(.help).isEmpty)
  }

  @Test("Positions follow while help is open, and no longer")
  func breadcrumbs() throws {
    var world = try Household.world()
    world.acknowledgesHelpAfter = .seconds(1000)
    world.stay(from: 1, through: 3000)
    world.press(.help, at: 30)
    world.run(until: 3000)
    let crumbs = world.times {
      if case .outbox(.queued(let notice)) = $0 {
        notice.matter == .location(.breadcrumb)
      } else {
        false
      }
    }
    #expect(crumbs.count == 3)
    #expect(crumbs.allSatisfy { $0 < 1100 })
  }

  @Test("Help is help on every page, and while the power is just back")
  func always() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 300)
    world.press(.help, at: 30)
    world.run(until: 40)
    world.restart()
    world.run(until: 60)
    #expect(world.mails(.help).filter { $0.recipient.caregiver == 0 }.count == 1)
    #expect(Set(world.mails(.help).map(\.notice.id.value)).count == 1)
  }
}
