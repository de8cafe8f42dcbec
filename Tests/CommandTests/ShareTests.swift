import Device
import Foundation
import HAL
import Testing
import Traces

@Suite("vigia convert --share")
struct ShareTests {
  private static let token: UInt64 = 0xfeed_beef_0bad_cafe
  private static let secret: (UInt64, UInt64) = (0x1111_2222_3333_4444, 0x5555_6666_7777_8888)
  private static let here = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)!

  /// A life: an open notice of an earlier one, a reading, places, and an answer to each of two notices.
  private func box(_ folder: Folder) throws -> String {
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    func write(_ at: Int64, _ kind: Event.Kind) throws {
      try writer.write(Event(at: Instant(milliseconds: at), kind))
    }
    let own = SipHash.hash(NoticeID(boot: 7, number: 1).value, key: Self.secret)
    try write(0, .booted(Boot(number: 7, keys: .all, secret: Self.secret)))
    let notice = Notice(
      id: NoticeID(boot: 6, number: 3), matter: .help,
      whereabouts: Whereabouts(position: Self.here, distance: nil, radius: nil, eph: nil),
      token: Self.token)
    try write(0, .restored(.outbox(.notice(notice))))
    let reading = DiaryReading(
      id: EntryID(1), taken: WallTime(milliseconds: 1_426_921_200_000),
      result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(104))), category: .other)
    try write(0, .restored(.diary(.reading(reading))))
    try writer.configure(
      try Perimeter(center: Self.here, radius: Metres(150)), at: Instant(milliseconds: 0))
    var fix = Fix(mode: .threeD)
    fix.position = Self.here
    try write(1000, .fix(fix))
    let pill = Occurrence(reminder: 1, due: CivilMinute(23_781_900))
    try write(
      1500, .restored(.reminder(pill, .acknowledged, at: WallTime(milliseconds: 1_426_921_260_000)))
    )
    try write(1600, .restored(.accompanied(until: WallTime(milliseconds: 1_426_921_260_000))))
    try write(2000, .message(.acknowledged(token: Self.token, caregiver: 0)))
    try write(3000, .message(.acknowledged(token: own, caregiver: 0)))
    return try folder.write("box.jsonl", text)
  }

  private func hex(_ number: UInt64) -> String { String(number, radix: 16) }

  @Test("No secret and no token is in it, and it says what it still gives away")
  func shares() throws {
    let folder = Folder()
    let box = try box(folder)
    let shared = folder.path("shared.jsonl")
    let result = try Command.vigia("convert", box, shared, "--share")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("it still gives away 2 places, the home, 1 readings and doses"))
    let text = try String(contentsOfFile: shared, encoding: .utf8)
    let own = SipHash.hash(NoticeID(boot: 7, number: 1).value, key: Self.secret)
    for number in [Self.token, Self.secret.0, Self.secret.1, own] {
      #expect(!text.contains(hex(number)))
      #expect(try String(contentsOfFile: box, encoding: .utf8).contains(hex(number)))
    }
    // An answer still meets its notice.
    let theirs = SipHash.hash(NoticeID(boot: 7, number: 1).value, key: (0, 0))
    #expect(text.contains(hex(theirs)))
    let replay = try Command.vigia("replay", shared, "--format", "json")
    #expect(replay.status == 0 && replay.output.contains("notice.acknowledged"))
  }

  @Test("Places, readings and names can be left out, and what is no part is refused")
  func without() throws {
    let folder = Folder()
    let box = try box(folder)
    let shared = folder.path("shared.jsonl")
    let result = try Command.vigia("convert", box, shared, "--without", "places,readings,names")
    #expect(result.status == 0, "\(result.errors)")
    let left = result.complaints.filter { $0.contains("gives away") }.joined()
    #expect(!left.isEmpty && !left.contains("places") && !left.contains("readings"))
    // The device decides by these, so that they stay.
    #expect(
      left.hasSuffix(
        "gives away the times of reminders and medicines, what was answered to them, "
          + "the hours of the watch, of quiet and of company, the times of keys, mails and outings"),
      "\(left)")
    #expect(result.errors.contains("vigia: none of 1 fix written to \(shared)"), "\(result.errors)")
    let text = try String(contentsOfFile: shared, encoding: .utf8)
    #expect(!text.contains("79.0045") && !text.contains("2.9005") && !text.contains("\"reading\""))
    #expect(!text.contains("TPV"))
    for wrong in ["", "places,", "everything"] {
      let refused = try Command.vigia("convert", box, shared, "--without", wrong)
      #expect(
        refused.status == 2 && refused.errors.contains("expected some of places, readings, names"))
    }
    #expect(try Command.vigia("convert", box, folder.path("a.gpx"), "--share").status == 2)
  }
}
