import Device
import Findings
import Foundation
import HAL
import Names
import Testing
import Traces
import Words

@testable import Trial

@Suite("Everything that a device does, as scripts read it")
struct ActionFieldsTests {
  private let place = Whereabouts(
    position: Position(latitudeE7: -29_005_123, longitudeE7: -790_045_123)!,
    distance: Metres(131.44), radius: Metres(100), eph: Metres(24.7))
  private let occurrence: Occurrence
  private let until = WallTime(milliseconds: 1_426_951_145_000)

  init() throws {
    let due = try #require(CivilMinute(text: "2015-03-21T10:05"))
    occurrence = Occurrence(reminder: 3, due: due)
  }

  /// The fields behind the name of the event.
  private func fields(_ action: Action, about: MatterName? = nil) throws -> String {
    var entry = TimelineEntry(
      name: try #require(EventName(action)), time: WallTime(milliseconds: 1_426_950_245_000),
      sinceStart: .seconds(245), action: action)
    entry.words.names.reminders[3] = .init(name: "Pastilla \"azul\"")
    entry.about = about
    let line = JSONLines(trace: nil).line(entry)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["event"] as? String == EventName(action)?.rawValue)
    let head = "{\"time\":\"2015-03-21T15:04:05.000Z\",\"event\":\"\(entry.name.rawValue)\""
    #expect(line.hasPrefix(head) && line.hasSuffix("}\n"))
    return String(line.dropFirst(head.count).dropLast(2))
  }

  @Test("Reminders: which, due when by the clock on the wall, what it says (ALZ-5)")
  func reminders() throws {
    let which = ",\"reminder\":3,\"due\":\"2015-03-21T10:05\""
    let name = ",\"name\":\"Pastilla \\\"azul\\\"\""
    #expect(
      try fields(.reminder(.due(occurrence, .medication, .again)))
        == "\(which),\"kind\":\"medication\",\"call\":\"again\"\(name)")
    #expect(try fields(.reminder(.acknowledged(occurrence))) == which + name)
    #expect(try fields(.reminder(.missed(occurrence))) == which + name)
    #expect(
      try fields(.reminder(.snoozed(occurrence, until: until)))
        == "\(which),\"until\":\"2015-03-21T15:19:05.000Z\"\(name)")
  }

  @Test("Help: where, or plainly nothing (ALZ-7)")
  func help() throws {
    #expect(
      try fields(.helpRequested(place))
        == ",\"lat\":-2.9005123,\"lon\":-79.0045123,\"distance_m\":131.4,\"radius_m\":100"
        + ",\"eph_m\":24.7")
    #expect(try fields(.helpRequested(nil)) == "")
  }

  @Test("Somebody is with the wearer until then, or no longer")
  func accompanied() throws {
    #expect(
      try fields(.company(.accompanied(until: until))) == ",\"until\":\"2015-03-21T15:19:05.000Z\"")
    #expect(try fields(.company(.accompanied(until: nil))) == ",\"until\":null")
  }

  @Test("Doses: the parts and what was confirmed, in units (DIA-3, DIA-8)")
  func doses() throws {
    let profile = try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(90), upperTarget: MilligramsPerDecilitre(130),
      sensitivity: 50,
      base: (.init(milliunits: 4000), .init(milliunits: 6000), .init(milliunits: 5000)),
      gramsPerUnit: 12, maximum: .init(milliunits: 6500), step: .init(milliunits: 500),
      model: .rapidAdult)
    let glucose = Glucose.milligramsPerDecilitre(MilligramsPerDecilitre(182))
    var request = DoseRequest(
      meal: .lunch, reading: .amount(glucose), readingAge: .seconds(60), insulinOnBoard: 0.25)
    func offer() throws -> Action {
      let proposal = try profile.dose(request).get()
      return .dose(
        .proposed(
          DoseOffer(
            meal: .lunch, reading: glucose, proposal: proposal, units: proposal.total, last: nil)))
    }
    #expect(
      try fields(offer())
        == ",\"meal\":\"lunch\",\"glucose\":\"182 mg/dL\",\"base_u\":6,\"carbs_u\":0"
        + ",\"correction_u\":1.04,\"iob_u\":0.25,\"total_u\":6.5,\"capped\":true")
    request.carbohydrates = Grams(30)
    #expect(
      try fields(offer())
        == ",\"meal\":\"lunch\",\"glucose\":\"182 mg/dL\",\"base_u\":0,\"carbs_u\":2.5"
        + ",\"correction_u\":1.04,\"iob_u\":0.25,\"total_u\":3")

    let dose = DiaryDose(
      id: EntryID(1), taken: until, meal: .dinner, mealPart: .init(milliunits: 4000),
      correction: .init(milliunits: -400), insulinOnBoard: .zero,
      proposed: .init(milliunits: 3500), confirmed: .init(milliunits: 3000))
    let parts =
      ",\"meal\":\"dinner\",\"meal_u\":4,\"correction_u\":-0.4,\"iob_u\":0,\"total_u\":3.5"
      + ",\"confirmed_u\":3"
    #expect(try fields(.dose(.confirmed(dose))) == parts)
    #expect(try fields(.dose(.undone(dose))) == parts)
    #expect(try fields(.dose(.prompted(.breakfast))) == ",\"meal\":\"breakfast\"")
    #expect(
      try fields(.dose(.refused(.lunch, .staleReading)))
        == ",\"meal\":\"lunch\",\"reason\":\"reading older than 15 minutes\"")
  }

  @Test("Glucose with its unit, as it was measured (DIA-7)")
  func glucose() throws {
    let low = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(52)))
    #expect(
      try fields(.glucose(.low(low, isVery: true))) == ",\"glucose\":\"52 mg/dL\",\"very\":true")
    let high = MeterResult.amount(.millimolesPerLitre(MillimolesPerLitre(15.3)))
    #expect(try fields(.glucose(.high(high))) == ",\"glucose\":\"15.3 mmol/L\"")
    #expect(try fields(.glucose(.low(.low, isVery: false))) == ",\"glucose\":\"LO\"")
  }

  @Test("Alarms and the battery")
  func alarms() throws {
    #expect(
      try fields(.alarm(.started(.leftPerimeter, .medium)))
        == ",\"alarm\":\"left_perimeter\",\"priority\":\"medium\"")
    #expect(try fields(.alarm(.silenced(.help))) == ",\"alarm\":\"help\"")
    #expect(try fields(.batteryLow(percent: 15)) == ",\"percent\":15")
  }

  @Test("Notices: their number, the boot that numbered them, what they are about, to whom")
  func notices() throws {
    let map = ",\"map\":\"http://maps.google.com/maps?q=-2.900512,-79.004512\""
    let first = Notice(id: NoticeID(1), matter: .help, whereabouts: place)
    #expect(try fields(.outbox(.queued(first))) == ",\"notice\":1,\"about\":\"help\"" + map)
    let later = Notice(
      id: NoticeID(boot: 2, number: 7), matter: .reminder(.unanswered(occurrence)), whereabouts: nil
    )
    #expect(
      try fields(.outbox(.queued(later)))
        == ",\"notice\":7,\"boot\":2,\"about\":\"reminder.unanswered\",\"reminder\":3"
        + ",\"due\":\"2015-03-21T10:05\",\"name\":\"Pastilla \\\"azul\\\"\"")
    #expect(
      try fields(
        .outbox(.delivered(later.id, Recipient(caregiver: 0, route: .relay))), about: .help)
        == ",\"notice\":7,\"boot\":2,\"about\":\"help\",\"caregiver\":1,\"route\":\"relay\"")
    #expect(try fields(.outbox(.failed(first.id, caregiver: 1))) == ",\"notice\":1,\"caregiver\":2")
    #expect(
      try fields(.outbox(.acknowledged(first.id, caregiver: 1))) == ",\"notice\":1,\"caregiver\":2")
  }

  @Test("Names in the contract are all different, and every matter and page has one")
  func names() {
    #expect(Set(AlarmKind.spellings.map(\.name)).count == 12)
    #expect(Set(AlarmKind.spellings.map(\.value.rawValue)) == Set(1...12))
    #expect(MatterName(.power(.wasOff(.seconds(1)))) == .wasOff)
    #expect(PageName(.help(.told, caregiver: 0)) == .helpTold)
    #expect(PageName(.reminder(ReminderPage(occurrence, .medication))) == .medication)
  }
}
