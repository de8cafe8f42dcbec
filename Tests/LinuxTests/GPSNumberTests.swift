import HAL
import Linux
import TestSupport
import Testing

/// Live and replay decide alike because they see the same numbers.
@Suite("The receiver behind gpsd: its numbers")
struct GPSNumberTests {
  /// The fixes of a daemon that says the bytes of a file.
  private func live(_ bytes: [UInt8], until count: Int) throws -> [Fix] {
    let (watcher, daemon) = try Watcher.pair()
    var rest = bytes[...]
    try watcher.turn("\(count) fixes") {
      if !rest.isEmpty { rest = daemon.say(rest.prefix(4000)) + rest.dropFirst(4000) }
      return watcher.fixes.count >= count && rest.isEmpty
    }
    #expect(watcher.gps.overflowed == 0)
    return watcher.fixes
  }

  @Test("Every fix of our traces is, to the bit, the one that a replay reads from it")
  func own() throws {
    for name in ["cuenca-1-lanyard", "cuenca-2-pocket", "cuenca-3-gap"] {
      let path = Places.own("traces/\(name).jsonl")
      let replayed = try ReceiverLogs.fixes(path)
      #expect(replayed.count > 300)
      #expect(try live(ReceiverLogs.bytes(path), until: replayed.count) == replayed)
    }
  }

  @Test(
    "Every fix of a receiver's real log is, to the bit, the one that a replay reads from it",
    .needsShared(Shared.realTraces))
  func real() throws {
    let path = Shared.realTrace("stat_sanjose_sirf2_coldstart.log.chk")
    let replayed = try ReceiverLogs.fixes(path)
    #expect(replayed.count > 700)
    #expect(try live(ReceiverLogs.bytes(path), until: replayed.count) == replayed)
  }

  @Test("Axes of an error beyond all numbers are as good as none, as in a trace")
  func hugeAxes() throws {
    let report = #"{"class":"TPV","mode":2,"lat":1,"lon":2,"epx":1e200,"epy":1}"# + "\n"
    #expect(try live(Array(report.utf8), until: 1).map(\.eph) == [nil])
  }

  @Test("Halves are rounded as in the text, and every millisecond of a second is kept")
  func corners() throws {
    var text = ""
    func reports(_ count: Int, _ make: (Int) -> String) {
      for i in 0..<count { text += #"{"class":"TPV","mode":3,"# + make(i) + "}\n" }
    }
    func padded(_ number: Int, _ digits: Int) -> String {
      String(repeating: "0", count: digits - String(number).count) + String(number)
    }
    reports(1000) { #""time":"2026-02-28T23:59:59."# + padded($0, 3) + #"Z""# }
    reports(1000) {
      let half = padded($0 * 9973 % 10_000_000, 7) + "50"
      return #""lat":\#($0 % 2 == 0 ? "-" : "")\#($0 % 90).\#(half),"#
        + #""lon":\#($0 % 3 == 0 ? "-" : "")\#($0 % 180).\#(half)"#
    }
    reports(1000) {
      #""eph":\#($0).\#(padded($0 * 7 % 1000, 3)),"speed":\#($0 / 10).\#(padded($0, 3)),"#
        + #""track":\#($0 % 360).\#(padded($0 * 13 % 10_000, 4))"#
    }
    for edge in ["90.0", "-90.0", "0.0", "-0.000000049", "0.00000005", "-0.000000050"] {
      text +=
        #"{"class":"TPV","mode":2,"lat":\#(edge),"lon":\#(edge == "90.0" ? "180.0" : "-180.0")}"#
      text += "\n"
    }
    let replayed = try ReceiverLogs.fixes(ofText: text)
    #expect(replayed.count == 3006)
    let fixes = try live(Array(text.utf8), until: 3006)
    #expect(fixes.count == 3006)
    for (one, other) in zip(fixes, replayed) where one != other {
      Issue.record("live \(one), replayed \(other)")
    }
  }
}
