import HAL
import Testing
import Traces

/// The way from sentences to epochs.
struct NMEAEpochTests {
  private let gsa = "GPGSA,A,3,04,05,09,12,17,,,,,,,,2.5,1.3,2.1"

  @Test("The sentences of one second are one fix, in any order")
  func merging() throws {
    for bodies in [
      [rmc("150405.00"), gga("150405.00"), gsa], [gga("150405.000"), gsa, rmc("150405")],
    ] {
      let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
      #expect(recording.fixes == 1)
      try #require(recording.records.count == 1)
      let record = recording.records[0]
      #expect(record.fix.speed != nil)
      #expect(record.altitude == Metres(2560))
      #expect(record.fix.time?.isDated == true)
      #expect(record.line == 1)
    }
  }

  @Test("Sentences of two seconds are two fixes")
  func splitting() throws {
    let recording = try read(
      log(gga("150405.0"), rmc("150405.0"), gga("150405.1"), rmc("150405.1")))
    #expect(recording.fixes == 2)
    #expect(recording.stamps == [0, 100])
  }

  @Test("The same time once more is no new fix")
  func repeated() throws {
    #expect(try read(log(gga("150405"), gga("150405"), gga("150405"))).fixes == 1)
  }

  @Test("Epochs of a cold start without time are told apart by their order")
  func coldStart() throws {
    let empty = [
      "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,00,99.99,,,,,,",
      "GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99",
    ]
    let recording = try read(
      (empty + empty + [rmc("150405"), gga("150405")]).map { sentence($0) + "\n" }.joined())
    #expect(recording.records.map(\.fix.mode) == [.none, .none, .threeD])
    #expect(recording.times == ["-", "-", "2015-03-21T15:04:05.000Z"])
    #expect(recording.fixes == 1)
  }

  @Test("An epoch whose RMC is void but whose GGA is good is a fix, whichever comes first")
  func disagreement() throws {
    // The last sentence decides, as in gpsd.
    #expect(try read(log(rmc("150405", status: "V"), gga("150405"))).fixes == 1)
    #expect(try read(log(gga("150405"), rmc("150405", status: "V"))).fixes == 0)
  }

  @Test("With RMC first, the error is that of the HDOP before it, as in gpsd")
  func laggingError() throws {
    let recording = try read(
      log(
        rmc("150405"), gga("150405", hdop: "1"), rmc("150406"), gga("150406", hdop: "3"),
        rmc("150407"), gga("150407", hdop: "2")))
    #expect(recording.records.map(\.fix.eph) == [Metres(19), Metres(19), Metres(57)])
  }

  @Test("With GGA first, the error is that of its own HDOP")
  func ownError() throws {
    let recording = try read(
      log(
        gga("150405", hdop: "1"), rmc("150405"), gga("150406", hdop: "3"), rmc("150406"),
        gga("150407", hdop: "2"), rmc("150407")))
    #expect(recording.records.map(\.fix.eph) == [Metres(19), Metres(57), Metres(38)])
  }

  @Test("With a differential RMC first, the error is a differential one")
  func differential() throws {
    let differential = rmc("150406").dropLast() + "D"
    let recording = try read(
      log(gga("150405"), String(differential), gga("150406", quality: "2")))
    #expect(recording.records.map(\.fix.eph) == [Metres(19), Metres(4.75)])
  }

  @Test("A fix that was lost comes back in its own mode")
  func lossAndReturn() throws {
    let recording = try read(
      log(
        gga("150405"), gga("150406", quality: "0"), rmc("150407", status: "V"), gga("150408")))
    #expect(recording.records.map(\.hasPosition) == [true, false, false, true])
    #expect(recording.records.map(\.fix.mode) == [.threeD, .none, .none, .threeD])
  }

  @Test("An epoch without a fix says nothing but the time")
  func silence() throws {
    let recording = try read(log(gga("150405", quality: "0")))
    try #require(recording.records.count == 1)
    let fix = recording.records[0].fix
    #expect(fix == Fix(mode: .none, time: fix.time))
    #expect(fix.time != nil)
  }
}
