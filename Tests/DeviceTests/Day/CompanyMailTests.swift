import Device
import HAL
import Testing

@Suite("Company that a caregiver writes of (SAFE-3)")
struct CompanyMailTests {
  private func company(_ minute: Int16, received: Double? = nil) -> Event.Kind {
    .message(
      .accompanied(
        untilMinute: minute, caregiver: 1, received: received.map { Household.wall($0) }))
  }

  private func ask(_ minute: Int16, at seconds: Double, received: Double? = nil) throws -> World {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: seconds, company(minute, received: received))
    world.run(until: seconds + 60)
    return world
  }

  @Test("An hour that is said while two clocks contradict each other does not count")
  func contradicted() throws {
    var world = try Household.world()
    world.plan(at: 0.5, .clock(Household.wall(-2 * 3600), .ntp))
    world.stay(from: 1, through: 90)
    world.plan(at: 30.5, company(600))
    world.run(until: 90)
    #expect(refusals(world) == [.clocksContradict])
    #expect(ends(world).isEmpty)
  }

  private func refusals(_ world: World) -> [CompanyRefusal.Reason] {
    world.log.compactMap {
      if case .company(.refused(let refusal, caregiver: 1)) = $0.action {
        refusal.reason
      } else {
        nil
      }
    }
  }

  private func ends(_ world: World) -> [WallTime?] {
    world.log.compactMap {
      if case .company(.accompanied(let until)) = $0.action { .some(until) } else { nil }
    }
  }

  @Test("An hour that has passed when it is read is refused, and only its sender hears of it")
  func past() throws {
    let world = try ask(9 * 60 + 30, at: 31 * 60)
    #expect(ends(world).isEmpty)
    #expect(refusals(world) == [.past])
    let mails = world.mails(.companyRefused(CompanyRefusal(.past, minute: 570)))
    #expect(mails.map(\.recipient.caregiver) == [1])
  }

  @Test(
    "An hour counts up to 12 h ahead; where it is known when the mail was taken, up to 18 h",
    arguments: [
      (21 * 60, nil, true), (21 * 60 + 1, nil, false), (21 * 60 + 1, 0, true), (3 * 60, 0, true),
      (3 * 60 + 1, 0, false),
    ] as [(Int16, Double?, Bool)])
  func ahead(_ minute: Int16, received: Double?, counts: Bool) throws {
    let world = try ask(minute, at: 2, received: received)
    #expect(ends(world).count == (counts ? 1 : 0))
    #expect(refusals(world) == (counts ? [] : [.tooFar]))
  }

  @Test("The hour is that which followed when the server took the mail, not when it was read")
  func received() throws {
    // Taken yesterday at ten: "until eleven" was yesterday's eleven, and it is half past nine.
    let old = try ask(11 * 60, at: 1800, received: 3600 - 86_400)
    #expect(ends(old).isEmpty)
    #expect(refusals(old) == [.past])
    // Taken a minute before the hour, read a minute after it.
    let late = try ask(9 * 60 + 30, at: 31 * 60, received: 29 * 60)
    #expect(ends(late).isEmpty)
    #expect(refusals(late) == [.past])
    let good = try ask(10 * 60, at: 31 * 60, received: 60)
    #expect(ends(good) == [Household.wall(3600)])
  }

  @Test("A server whose clock runs ahead does not move the hour to the next day")
  func ahead() throws {
    let world = try ask(10 * 60, at: 3590, received: 3605)
    // It ends at ten, while the test goes on.
    #expect(ends(world) == [Household.wall(3600), nil])
  }

  @Test("Without a trusted clock an hour is refused; that nobody is there counts, however it came")
  func untrusted() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 2, company(10 * 60))
    world.run(until: 60)
    world.restart()
    world.plan(at: 70, company(11 * 60))
    world.plan(at: 80, company(-1, received: -9_000_000))
    world.run(until: 90)
    #expect(refusals(world) == [.timeUnknown])
    #expect(ends(world) == [Household.wall(3600), nil])
    world.tellTime(at: 100)
    world.run(until: 120)
    #expect(ends(world) == [Household.wall(3600), nil], "it does not come back")
  }

  @Test("Company said after an end that came before the clock counts, and that of before does not")
  func ended() throws {
    var world = try Household.world()
    world.plan(at: 5, company(-1, received: -1800))
    world.tellTime(at: 10)
    world.plan(at: 20, company(12 * 60, received: -900))
    world.plan(at: 30, company(13 * 60, received: -1200))
    world.run(until: 60)
    #expect(ends(world) == [nil, Household.wall(3 * 3600)])
    #expect(refusals(world) == [.overtaken])
    // An end of which nobody knows when it was said is from when it was heard.
    var other = try Household.world()
    other.plan(at: 5, company(-1, received: -1800))
    other.plan(at: 6, company(-1))
    other.tellTime(at: 10)
    other.plan(at: 20, company(12 * 60, received: -900))
    other.run(until: 60)
    #expect(ends(other) == [nil, nil])
    #expect(refusals(other) == [.overtaken])
  }

  @Test("Of two ends that came before the clock the newest counts, however they were on their way")
  func newestEnd() throws {
    var world = try Household.world()
    world.plan(at: 5, company(-1, received: -600))
    world.plan(at: 6, company(-1, received: -1800))
    world.tellTime(at: 10)
    world.plan(at: 20, company(12 * 60, received: -900))
    world.run(until: 60)
    #expect(ends(world) == [nil, nil])
    #expect(refusals(world) == [.overtaken])
  }

  @Test("Not accompanied, read before the clock is known, also answers the profile's own end")
  func profile() throws {
    var world = try Household.world([.accompanied(until: Household.minute(12, 0))])
    world.plan(at: 5, company(-1))
    world.tellTime(at: 10)
    world.run(until: 20)
    world.restart()
    world.tellTime(at: 40)
    world.run(until: 60)
    #expect(ends(world) == [nil])
  }

  @Test("Company of a profile that was cut to a day and has ended does not come back with a reboot")
  func capped() throws {
    let settings = try Household.settings([
      .accompanied(until: CivilMinute(day: Household.day + 2, minute: 600))
    ])
    var world = World()
    world.settings = settings
    world.boot()
    world.tellTime(at: 1.5)
    world.run(until: 25 * 3600)
    #expect(ends(world) == [Household.wall(86_401.5), nil])
    world.restart()
    world.tellTime(at: 25 * 3600 + 100)
    world.run(until: 26 * 3600)
    #expect(ends(world).count == 2)
    // The caregiver plans another day.
    let later = try Household.settings([
      .accompanied(until: CivilMinute(day: Household.day + 3, minute: 600))
    ])
    for setting in later { world.plan(at: 26 * 3600 + 10, .setting(setting)) }
    world.run(until: 26 * 3600 + 20)
    #expect(ends(world).count == 3)
  }

  private func old(_ until: WallTime?) -> Event.Kind {
    // A record of a program that did not keep the profile's end.
    .restored(.accompanied(until: until, taken: WallTime(milliseconds: 0)))
  }

  private func boots(_ records: [WallTime?], profile: CivilMinute) throws -> [WallTime?] {
    var device = Device()
    var said: [WallTime?] = []
    func feed(_ kind: Event.Kind, at seconds: Double = 0) {
      device.handle(Event(at: Instant(milliseconds: Int64(seconds * 1000)), kind)) {
        if case .company(.accompanied(let until)) = $0 { said.append(until) }
      }
    }
    feed(.booted(Boot(number: 2, keys: .all, secret: World.secret)))
    for until in records { feed(old(until)) }
    for setting in try Household.settings([.accompanied(until: profile)]) {
      feed(.setting(setting))
    }
    feed(.clock(Household.wall(1), .ntp), at: 1)
    return said
  }

  @Test("Company that an older program may have begun is kept; a later plan is new")
  func older() throws {
    let noon = Household.minute(12, 0)
    #expect(try boots([Household.wall(3 * 3600), nil], profile: noon).isEmpty, "the very end")
    #expect(try boots([Household.wall(7200.5), nil], profile: noon).isEmpty, "cut to a day")
    #expect(try boots([Household.wall(4 * 3600), nil], profile: noon).isEmpty, "an earlier end")
    #expect(
      try boots([Household.wall(-3600), nil], profile: noon) == [Household.wall(3 * 3600)],
      "planned since")
    let record = Record(RecordWords(accompanied: 10, until: UInt64(bitPattern: .min)))
    #expect(record == .accompanied(until: nil, taken: WallTime(milliseconds: 0)))
  }
}

extension RecordWords {
  /// The words of an older program: nothing behind the second.
  fileprivate init(accompanied tag: UInt64, until: UInt64) {
    self.init()
    words[0] = tag
    words[1] = until
  }
}
