import Device
import HAL
import Testing

@Suite("The perimeter in daily life")
struct WatchTests {
  private func isExit(_ action: Action) -> Bool {
    if case .perimeter(.left) = action { true } else { false }
  }

  /// The wearer goes out at 1 m/s from the 60th second, and stays 200 m away.
  private func walkOut(_ world: inout World, stayUntil end: Int) {
    world.stay(from: 1, through: 59)
    world.walk(from: 60, through: 259, start: 0, speed: 1)
    world.stay(from: 260, through: end, north: 200)
  }

  @Test("An exit outside the watched hours is told when they begin, if the wearer is still out")
  func schedule() throws {
    // Watched from 09:10 on.
    var world = try Household.world([.watch(WeeklyHours(weekdays: 127, from: 550, to: 1200))])
    walkOut(&world, stayUntil: 1000)
    world.run(until: 599)
    #expect(!world.log.contains { isExit($0.action) })
    world.run(until: 1000)
    let exits = world.times(isExit)
    #expect(exits.count == 1)
    #expect(try #require(exits.first) > 600 && #require(exits.first) < 660)
    #expect(world.mails(.perimeter(.left)).count >= 1)
  }

  @Test("The page of an exit says that it calls, then who was told, and never more than is true")
  func exitPage() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 400)
    walkOut(&world, stayUntil: 600)
    world.run(until: 600)
    let left = try #require(world.times(isExit).first)
    let stages: [HelpStage] = [.calling, .notThrough, .told]
    let times = stages.map { stage in
      world.times { $0 == .show(.leftPerimeter(stage, caregiver: 0)) }
    }
    #expect(times[0] == [left])
    #expect(times[1] == [left + 60])
    #expect(times[2].count == 1)
    #expect(try #require(times[2].first) > 400)
    world.restart()
    world.stay(from: 610, through: 700, north: 200)
    world.run(until: 700)
    #expect(world.pages.last == .leftPerimeter(.told, caregiver: 0), "a power cut untells nobody")
  }

  @Test("While two clocks contradict each other the perimeter is watched at every hour")
  func contradicted() throws {
    var world = try Household.world([.watch(WeeklyHours(weekdays: 127, from: 480, to: 1200))])
    // The network says one o'clock at night.
    world.plan(at: 0.5, .clock(Household.wall(-8 * 3600), .ntp))
    walkOut(&world, stayUntil: 400)
    world.run(until: 400)
    #expect(world.times(isExit).count == 1)
  }

  @Test("A walk in unwatched hours is told to nobody")
  func unwatched() throws {
    var world = try Household.world([.watch(WeeklyHours(weekdays: 31, from: 0, to: 1440))])
    // It is Saturday.
    walkOut(&world, stayUntil: 400)
    world.walk(from: 401, through: 600, start: 200, speed: -1)
    world.stay(from: 601, through: 800)
    world.run(until: 800)
    #expect(world.mailbox.isEmpty)
  }

  @Test("Accompanied: no alarm, it shows on the screen, and it ends by itself")
  func accompanied() throws {
    var world = try Household.world()
    world.plan(at: 30, .message(.accompanied(untilMinute: 550, caregiver: 0)))
    walkOut(&world, stayUntil: 1000)
    world.run(until: 1000)
    let until = Household.wall(600)
    #expect(world.pages.contains(.home(showsTime: true, accompaniedUntil: until)))
    let exits = world.times(isExit)
    #expect(exits.count == 1)
    #expect(try #require(exits.first) > 600)
    #expect(world.log.contains { $0.action == .company(.accompanied(until: nil)) })
  }

  @Test(
    "Accompanied ends although the clock falls back by 1024 weeks, and after a reboot without one")
  func accompaniedEnds() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 30, .message(.accompanied(untilMinute: 660, caregiver: 0)))
    world.run(until: 60)
    world.restart()
    world.run(until: 25 * 3600 + 60)
    #expect(world.log.contains { $0.action == .company(.accompanied(until: nil)) })
  }

  @Test("Company of an earlier life ends when it was said, although the clock is put back")
  func putBack() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 30, .message(.accompanied(untilMinute: 570, caregiver: 0)))
    world.run(until: 60)
    world.restart()
    world.tellTime(at: 70)
    world.plan(at: 1200, .clock(Household.wall(600), .ntp))
    world.run(until: 1799)
    #expect(!world.log.contains { $0.action == .company(.accompanied(until: nil)) })
    world.run(until: 1801)
    #expect(world.log.contains { $0.action == .company(.accompanied(until: nil)) })
  }

  @Test("Somebody joins a wearer who is out: the search is over")
  func found() throws {
    var world = try Household.world()
    walkOut(&world, stayUntil: 2400)
    world.plan(at: 500, .message(.accompanied(untilMinute: 600, caregiver: 0)))
    world.run(until: 2400)
    let later = world.mails(.perimeter(.left)).filter { $0.recipient.caregiver == 1 }
    let before = world.times {
      if case .outbox(.send(let d)) = $0 { d.notice.matter == .perimeter(.left) } else { false }
    }
    #expect(before.allSatisfy { $0 <= 560 })
    #expect(later.count <= 1)
  }

  @Test("WHERE is answered with the place, to who asked")
  func asked() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.plan(at: 30.5, .message(.whereIs(caregiver: 1)))
    world.run(until: 60)
    let answer = try #require(world.mails(.location(.asked)).first)
    #expect(answer.recipient.caregiver == 1)
    #expect(answer.notice.whereabouts?.position == Wearer.home)
  }

  @Test(
    "Lost outside is told at once, near the edge after 15 minutes, deep inside never",
    arguments: [(200.0, 0.0 as Double?), (70.0, 900.0 as Double?), (20.0, nil as Double?)])
  func lost(metres: Double, told: Double?) throws {
    var world = try Household.world()
    world.stay(from: 1, through: 300, north: metres)
    world.tellTime(at: 301)
    world.run(until: 3000)
    let lost = world.mails(.position(.lost))
    #expect(lost.isEmpty == (told == nil))
    #expect(world.alarms.contains(.positionLost) == (told != nil), "only a notice sounds")
    if let told {
      let made = world.times {
        if case .outbox(.queued(let notice)) = $0 {
          notice.matter == .position(.lost)
        } else {
          false
        }
      }
      #expect(made.first == 330 + told)
    }
  }

  @Test(
    "After a power cut outside the same excursion goes on: no second exit, and its return is told")
  func reboot() throws {
    var world = try Household.world()
    walkOut(&world, stayUntil: 600)
    world.run(until: 400)
    world.restart()
    world.walk(from: 601, through: 800, start: 200, speed: -1)
    world.stay(from: 801, through: 1000)
    world.run(until: 1000)
    #expect(world.times(isExit).count == 1)
    #expect(world.times { if case .perimeter(.returned) = $0 { true } else { false } }.count == 1)
    #expect(Set(world.mails(.perimeter(.returned)).map(\.notice.id.value)).count == 1)
  }

  @Test("Lost while accompanied is told when nobody is with the wearer any more")
  func lostAccompanied() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 59)
    world.plan(at: 30, .message(.accompanied(untilMinute: 560, caregiver: 0)))
    world.walk(from: 60, through: 259, start: 0, speed: 1)
    world.run(until: 3000)
    let told = world.times {
      if case .outbox(.queued(let notice)) = $0 { notice.matter == .position(.lost) } else { false }
    }
    #expect(told == [1200])
  }

  @Test("A lost position told before a power cut is over with the first fix after it")
  func lostOver() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 300, north: 200)
    world.run(until: 400)
    world.restart()
    world.stay(from: 410, through: 4000, north: 20)
    world.run(until: 4000)
    let late = world.mails(.position(.lost)).filter { $0.round > 1 }
    #expect(late.isEmpty)
  }

  @Test("More than five minutes off is told with the gap; a minute is not")
  func off() throws {
    for (outage, isTold) in [(60.0, false), (1200.0, true)] {
      var world = try Household.world()
      world.stay(from: 1, through: 300)
      world.run(until: 300)
      world.restart(after: outage)
      world.stay(from: Int(300 + outage + 5), through: Int(300 + outage + 60))
      world.run(until: 300 + outage + 120)
      let gaps = world.mailbox.compactMap { mail -> Milliseconds? in
        if case .power(.wasOff(let gap)) = mail.notice.matter { gap } else { nil }
      }
      #expect(gaps.isEmpty == !isTold)
      if isTold {
        #expect(try #require(gaps.first) > .seconds(1190))
        #expect(try #require(gaps.first) < .seconds(1270))
      }
    }
  }

  @Test("No time for a quarter of an hour: a notice, and a screen without a time")
  func untrusted() throws {
    var world = try Household.world()
    // No position either: the page that says so is answered.
    world.press(.ok, at: 950)
    world.run(until: 1000)
    #expect(world.mails(.clock(.untrusted)).count == 1)
    #expect(!world.pages.contains(.home(showsTime: true, accompaniedUntil: nil)))
    #expect(world.pages.last == .home(showsTime: false, accompaniedUntil: nil))
    world.tellTime(at: 1001)
    world.run(until: 1100)
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
  }

  @Test("Battery low is told at 20 and at 10 percent, and shutting down is told")
  func battery() throws {
    var world = try Household.world()
    for (second, percent) in [(10, 25), (20, 20), (30, 18), (40, 10), (50, 9)] {
      world.plan(
        at: Double(second), .battery(BatteryLevel(percent: UInt8(percent), isCharging: false)))
    }
    world.plan(at: 60, .shuttingDown)
    world.run(until: 100)
    #expect(world.mails(.batteryLow(percent: 20)).count == 1)
    #expect(world.mails(.batteryLow(percent: 10)).count == 1)
    #expect(Set(world.mails(.power(.shuttingDown)).map(\.recipient.caregiver)) == [0, 1])
    #expect(world.mailbox.count == 4)
  }
}
