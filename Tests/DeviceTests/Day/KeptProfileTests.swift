import Device
import HAL
import Testing

@Suite("A day on a kept profile, and one on none (SAFE-7)")
struct KeptProfileDayTests {
  private static let since = Household.wall(-86_400)

  private func kept(_ matter: Notice.Matter) -> Bool { matter == .profileKept(Self.since) }

  private func notices(_ world: World) -> Int {
    world.log.count {
      if case .outbox(.queued(let notice)) = $0.action { kept(notice.matter) } else { false }
    }
  }

  private func load(_ world: inout World, _ extra: [Setting], at seconds: Double) throws {
    for setting in try Household.settings(extra) { world.plan(at: seconds, .setting(setting)) }
  }

  @Test("The page has its date, the caregivers hear of it once, and the file's return ends it")
  func told() throws {
    let row: [Setting] = [.kept(since: Self.since, isInsulinSure: true)]
    var world = try Household.world(row)
    world.tellTime(at: 1)
    try load(&world, row, at: 60)
    try load(&world, [.kept(since: Self.since, isInsulinSure: false)], at: 120)
    try load(&world, [], at: 180)
    world.run(until: 240)
    #expect(
      world.pages.contains(
        .home(showsTime: true, accompaniedUntil: nil, keptSince: Self.since)))
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
    #expect(world.times { $0 == .profileKept(Self.since) }.count == 1)
    #expect(notices(world) == 1)
  }

  @Test("A reload with a mistake tells it, and so does the next one after the file was mended")
  func reloaded() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    try load(&world, [.kept(since: Self.since, isInsulinSure: true)], at: 60)
    try load(&world, [], at: 120)
    try load(&world, [.kept(since: Self.since, isInsulinSure: true)], at: 180)
    world.run(until: 240)
    #expect(world.times { $0 == .profileKept(Self.since) } == [60, 180])
    #expect(notices(world) == 2)
  }

  @Test("A profile that goes while low glucose sounds cuts no burst short")
  func lostWhileLow() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: .low)))
    for setting in [Setting.begin, .noProfile, .end] { world.plan(at: 61, .setting(setting)) }
    world.run(until: 120)
    #expect(world.times { $0 == .alarm(.sound(.high)) }.count > 5)
    #expect(world.times { $0 == .alarm(.sound(.medium)) }.isEmpty)
  }

  @Test("Without any profile it sounds once, says so, and hears the help button")
  func none() throws {
    var world = World()
    world.settings = [.begin, .noProfile, .end]
    world.boot()
    world.tellTime(at: 1)
    world.press(.help, at: 100)
    world.run(until: 600)
    let early = world.log.last {
      if case .show = $0.action { $0.at.milliseconds < 100_000 } else { false }
    }
    #expect(early?.action == .show(.noProfile))
    let sounds = world.times { if case .alarm(.sound) = $0 { true } else { false } }
    #expect(sounds.first == 0 && !sounds.contains { $0 > 0 && $0 < 100 }, "\(sounds)")
    #expect(sounds.contains(100), "the press is answered")
    #expect(!world.pages.contains { if case .help(.told, _) = $0 { true } else { false } })
    #expect(world.mailbox.isEmpty)
  }
}
