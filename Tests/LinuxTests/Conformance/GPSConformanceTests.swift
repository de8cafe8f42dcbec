import HAL
import Linux
import PortContracts
import Testing

/// Passes over what could not be read: the test marks with it how far the board is.
private struct MarkedGPS: GPS {
  let gps: LinuxGPS

  mutating func read() throws(GPSError) -> Fix? {
    while true {
      do {
        return try gps.read()
      } catch {
        if error != .garbled { throw error }
      }
    }
  }
}

@Suite("Port contracts on the Linux backends: GPS")
struct GPSConformanceTests {
  @Test("The receiver behind a daemon that speaks gpsd's language")
  func gpsd() throws {
    let daemon = try ScriptedGpsd()
    // The board only turns; the contract reads.
    var lines: [String] = []
    let reactor = try Reactor()
    let gps = LinuxGPS(
      reactor, address: daemon.address,
      patience: .init(backOff: 10...80, silence: 60_000, answer: 60_000)
    ) { lines.append($0) }
    func turn(until isSo: () -> Bool) throws {
      #expect(try SoundMachine.wait(reactor, until: isSo))
    }
    func meet() throws {
      try turn { daemon.isCalled }
      try daemon.answer()
      daemon.say(ScriptedGpsd.banner)
      try turn { gps.isAvailable }
    }
    try meet()
    var marks = 0
    var marked = MarkedGPS(gps: gps)
    try PortContract.gps(&marked) { _, fixes in
      for fix in fixes {
        daemon.say(
          #"{"class":"TPV","mode":\#(fix.mode.rawValue),"eph":\#(fix.eph!.value)}"# + "\n"
            + #"{"class":"DEVICE","path":"/dev/ttyS0"}"# + "\n")
      }
      daemon.say("{\"class\":\"TPV\",}\n")
      marks += 1
      try turn { gps.garbled == marks }
    } lose: { _ in
      daemon.hangUp()
      try turn { !gps.isAvailable }
    } find: { _ in
      try meet()
    }
  }
}
