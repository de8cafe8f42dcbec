import HAL
import Linux
import TestSupport
import Testing

@Suite("The receiver behind gpsd: damaged reports")
struct GPSFuzzTests {
  private static let reports = [
    #"{"class":"TPV","device":"/dev/ttyS0","status":2,"mode":3,"time":"2015-03-21T15:00:07.000Z","#
      + #""ept":0.005,"lat":-2.900512350,"lon":-79.004512349,"altHAE":2550.1,"eph":9.5,"epx":3.1,"#
      + #""epy":4.2,"track":10.3788,"speed":0.091,"climb":-0.085,"eps":0.67,"epc":34.11}"#,
    #"{"class":"SKY","device":"/dev/ttyS0","xdop":0.55,"hdop":1.20,"satellites":["#
      + #"{"PRN":23,"el":6.0,"az":84.0,"ss":31.0,"used":true,"gnssid":0,"svid":23,"health":1},"#
      + #"{"PRN":28,"el":7.0,"az":160.0,"ss":0.0,"used":false}]}"#,
  ]

  @Test("Three thousand damaged reports: whatever is left of them, no fix is beside the Earth")
  func damaged() throws {
    let (watcher, daemon) = try Watcher.pair()
    var dice = SplitMix64(seed: 1)
    for round in 0..<300 {
      var text: [UInt8] = []
      for _ in 0..<10 {
        var line = Array(Self.reports[dice.below(4) / 3].utf8)
        for _ in 0...dice.below(3) {
          let at = dice.below(line.count)
          switch dice.below(5) {
          case 0: line.remove(at: at)
          case 1: line.insert(line[dice.below(line.count)], at: at)
          case 2: line[at] = UInt8(dice.below(256))
          case 3: line.insert(contentsOf: line[at..<min(line.count, at + 30)], at: at)
          default: line.removeSubrange(at..<min(line.count, at + 5))
          }
          if line.isEmpty { line = [0] }
        }
        text += line + Array("\n".utf8)
      }
      daemon.say(text[...])
      daemon.say(GPSReportTests.report(round % 60))
      let whole = GPSReportTests.fix(Int64(round % 60))
      try watcher.turn("the whole report") {
        watcher.fixes.last?.time == whole.time && watcher.fixes.last?.position == whole.position
      }
    }
    #expect(watcher.gps.garbled > 100)
    #expect(!watcher.errors.contains(.unavailable))
    for fix in watcher.fixes {
      if let time = fix.time { #expect(time.wall.milliseconds > 0) }
      #expect(fix.eph?.value.isFinite != false)
    }
  }
}
