import Device
import HAL
import Testing

/// The power goes right after each single action of a busy hour in turn.
@Suite("A power cut at any moment")
struct BusyHourTests {
  @Test("Without one, the hour goes as the script says")
  func uncut() throws {
    let world = try BusyHour().live(cutAfter: nil)
    #expect(world.count { if case .helpRequested = $0 { true } else { false } } == 1)
    #expect(world.count { if case .perimeter(.left) = $0 { true } else { false } } == 1)
    #expect(world.count { if case .perimeter(.returned) = $0 { true } else { false } } == 1)
    #expect(world.count { if case .dose(.confirmed) = $0 { true } else { false } } == 1)
    #expect(world.count { if case .reminder(.acknowledged) = $0 { true } else { false } } == 1)
    #expect(world.count { if case .outbox(.acknowledged) = $0 { true } else { false } } >= 1)
    #expect(world.log.count > 100)
  }

  @Test("Nothing shown as done is lost or asked again, and the family's mails go on")
  func everyCut() throws {
    let actions = try BusyHour().live(cutAfter: nil).log.count
    for cut in 1...actions {
      let world = try BusyHour().live(cutAfter: cut)
      #expect(world.wasCut, "cut \(cut)")
      let complaints = world.brokenPromises(cut: cut)
      #expect(complaints.isEmpty, "cut after action \(cut): \(complaints)")
    }
  }
}

/// An hour with everything in it: a medication, help while the network is down, an excursion, a meal
/// with a dose, a reminder nobody answers.
struct BusyHour {
  /// 2026-11-21T14:58:00Z, 09:58 in Guayaquil.
  static let begin: Int64 = 1_795_273_080_000

  private let settings: [Setting]

  init() throws {
    let base = InsulinUnits(milliunits: 4000)
    let insulin = try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(90), upperTarget: MilligramsPerDecilitre(130),
      sensitivity: 50, base: (base, base, base), gramsPerUnit: nil,
      maximum: InsulinUnits(milliunits: 10_000), step: InsulinUnits(milliunits: 500),
      model: .rapidAdult)
    let day = Int32(BusyHour.begin / 86_400_000)
    settings = [
      .begin,
      .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))),
      .zone(ZoneTransition(at: 0, offset: -300)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false)),
      .caregiver(Caregiver(hasMail: true, hasRelay: true)),
      .reminder(
        Reminder(
          id: 1, kind: .medication, first: CivilMinute(day: day, minute: 600), repeats: .daily,
          tellsCaregiver: true)),
      .reminder(
        Reminder(
          id: 2, kind: .reminder, first: CivilMinute(day: day, minute: 632), repeats: .daily,
          tellsCaregiver: false)),
      .insulin(insulin),
      .mealtime(Mealtime(meal: .breakfast, minute: 625)),
      .end,
    ]
  }

  func live(cutAfter cut: Int?) -> World {
    var world = World()
    world.settings = settings
    world.cutAfter = cut
    world.acknowledgesHelpAfter = .seconds(200)
    for second in stride(from: 5, through: 3600, by: 5) {
      var fix = Fix(mode: .threeD, position: Wearer.north(BusyHour.north(second)))
      fix.time = FixTime(
        WallTime(milliseconds: BusyHour.begin + Int64(second) * 1000), isDated: true)
      fix.eph = Metres(10)
      world.plan(at: Double(second), .fix(fix))
    }
    // 10:00 the medication; 10:05 help, with the network down; 10:15 to 10:22 a walk.
    world.plan(at: 150, .key(KeyPress(.ok)))
    world.plan(networkDownFrom: 400, to: 480)
    world.plan(at: 420, .key(KeyPress(.help)))
    world.plan(at: 700, .key(KeyPress(.ok)))
    world.plan(at: 1320, .key(KeyPress(.ok)))
    // 10:25 the meal: reading, dose one step up, confirmed.
    world.plan(
      at: 1660,
      .reading(MeterReading(result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(182))))))
    world.plan(at: 1670, .key(KeyPress(.plus)))
    world.plan(at: 1680, .key(KeyPress(.ok)))
    world.boot()
    world.run(until: 3600)
    // Calm: everything that waits has time to arrive.
    world.run(until: 3 * 3600)
    return world
  }

  /// Metres north of home.
  private static func north(_ second: Int) -> Double {
    switch second {
    case ..<1020: 0
    case ..<1200: Double(second - 1020)
    case ..<1260: 180
    case ..<1440: 180 - Double(second - 1260)
    default: 0
    }
  }
}

extension World {
  func count(_ fits: (Action) -> Bool) -> Int { log.filter { fits($0.action) }.count }

  /// The promises about a power cut that this life broke.
  func brokenPromises(cut: Int) -> [String] {
    var broken: [String] = []
    let before = log.prefix(cut).map(\.action)
    let after = log.dropFirst(cut).map(\.action)

    let helpShown = before.contains { if case .show(.help) = $0 { true } else { false } }
    let helpMails = mailbox.filter { $0.notice.matter == .help }
    if helpShown, helpMails.isEmpty { broken.append("a shown help press reached nobody") }
    if Set(helpMails.map(\.notice.id.value)).count > 1 { broken.append("help twice") }

    for action in before {
      switch action {
      case .show(.dose(.taken)):
        let again = after.contains {
          switch $0 {
          case .dose(.prompted), .dose(.proposed), .show(.dose(.measure)): true
          default: false
          }
        }
        if again { broken.append("a confirmed dose is asked for again") }
        if storedDoses != 1 { broken.append("\(storedDoses) doses stored") }
      case .reminder(.acknowledged(let done)):
        for later in after {
          if case .reminder(.due(done, _, _, _)) = later {
            broken.append("reminded again of \(done)")
          }
        }
      case .store(.outbox(.notice(let notice))):
        if !isSettled(notice) { broken.append("notice \(notice.matter) went nowhere") }
      default: break
      }
    }
    if !mailbox.contains(where: {
      $0.notice.matter == .perimeter(.left) || $0.notice.matter == .perimeter(.excursions)
    }) {
      broken.append("nobody heard of the exit")
    }
    for later in after {
      if case .perimeter(.left) = later, before.contains(where: { isStoredExit($0) }) {
        broken.append("the same exit announced twice")
      }
    }
    // At least once, with the same id: a repeat only where an answer was lost with the power.
    for (index, dispatch) in mailbox.enumerated() {
      let same = mailbox[..<index].filter {
        $0.notice.id == dispatch.notice.id && $0.recipient == dispatch.recipient
          && $0.round == dispatch.round
      }
      if same.count > 1 { broken.append("notice \(dispatch.notice.matter) three times") }
    }
    return broken
  }

  private var storedDoses: Int {
    records.filter { if case .diary(.dose) = $0 { true } else { false } }.count
  }

  private func isStoredExit(_ action: Action) -> Bool {
    if case .store(.outbox(.notice(let notice))) = action {
      return notice.matter == .perimeter(.left)
    }
    return false
  }

  /// It arrived, or was closed for a reason that stands in the records.
  private func isSettled(_ notice: Notice) -> Bool {
    mailbox.contains { $0.notice.id == notice.id }
      || records.contains(.outbox(.closed(notice.id)))
      || records.contains {
        if case .outbox(.acknowledged(notice.id, _)) = $0 { true } else { false }
      }
  }
}
