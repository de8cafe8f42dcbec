import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("Logs that no device should write")
struct HostileLogTests {
  /// Numbers at which arithmetic breaks, and any others.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    mutating func word() -> UInt64 {
      let edges: [UInt64] = [
        0, 1, UInt64(bitPattern: .min), UInt64(bitPattern: .max), .max, 1 << 32,
        0x7ff0_0000_0000_0000,
        0x7ff8_0000_0000_0001, UInt64(bitPattern: -1_700_000_000_000), 1_900_000_000_000,
        UInt64(PortalClock.real.milliseconds),
      ]
      return next() % 3 == 0 ? next() : edges[Int(next() % UInt64(edges.count))]
    }
  }

  @Test("Every page stands whatever a log says", arguments: Proof.isWhole ? 0..<40 : 3..<5)
  func pages(seed: UInt64) async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = Proof.profile
    var numbers = Numbers(state: seed)
    var sequence: Int64 = 0
    for _ in 0..<600 {
      sequence += Int64(numbers.next() % 5) + 1
      var words = RecordWords()
      for index in 0..<10 { words.words[index] = numbers.word() }
      let flags = numbers.next() % 2 == 0 ? numbers.next() : numbers.next() % 40 << 8
      // Mostly notices, with few numbers, so that what is told of them meets them.
      let kind = numbers.next() % 2 == 0 ? 4 : numbers.next() % 18
      words.words[0] = flags & ~0xff | kind
      if kind >= 4, kind <= 7 { words.words[kind == 4 ? 1 : 2] = numbers.next() % 60 }
      if kind >= 5, kind <= 7 { words.words[1] = numbers.next() % 60 }
      let written = [nil, 0, SyncLimits.time.upperBound, PortalClock.real.milliseconds]
        .randomElement(using: &numbers)
      device.log.append(SyncRecord(sequence: sequence, written: written ?? nil, words: words))
    }
    device.places = [
      SyncPlace(time: 0, latitude: 900_000_000, longitude: -1_800_000_000, eph: .max),
      SyncPlace(
        time: PortalClock.real.milliseconds, latitude: -900_000_000, longitude: 1_800_000_000,
        eph: 0),
      SyncPlace(time: SyncLimits.time.upperBound, latitude: 1, longitude: 1, eph: nil),
    ]
    try device.syncAll()
    let list = try ana.get("/w/\(wearer)/notices").text
    let notices = Set(list.matches(of: #/\/notice\/([0-9a-f]{16})/#).map { String($0.1) })
    #expect(!notices.isEmpty)
    let paths =
      [
        "", "/company", "/test", "/day", "/audit", "/device", "/day/1970-01-01", "/day/2199-12-31",
        "/day/0001-01-01", "/day/9999-12-31",
      ]
      + notices.map { "/notice/\($0)" }
    for path in paths {
      let status = try ana.get("/w/\(wearer)\(path)").status
      #expect(status == 200 || status == 303, "\(path)")
    }
    for notice in notices.prefix(5) {
      #expect(try ana.post("/w/\(wearer)/notice/\(notice)/take").status == 303)
    }
    #expect(try ana.get("/w/\(wearer)").status == 200)
  }
}
