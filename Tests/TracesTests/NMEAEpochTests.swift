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

  @Test(
    "A void sentence without a time, among those of one epoch, neither splits nor loses the fix")
  func voidAmong() throws {
    let void = "GPGLL,,,,,,V,N"
    let recording = try read(
      log(rmc("150405"), void, gsa, gga("150405"), rmc("150406"), void, gga("150406"), void))
    #expect(recording.records.map(\.fix.mode) == [.threeD, .threeD, .none])
    #expect(recording.fixes == 2)
    #expect(recording.records[0].altitude == Metres(2560))
    // A later sentence of that time that is void itself does lose it.
    #expect(try read(log(rmc("150405"), void, gga("150405", quality: "0"))).fixes == 0)
  }

  @Test(
    "Void sentences of several constellations without a time leave nothing in one epoch",
    arguments: [["GL"], ["GL", "GA"], ["GL", "GA", "GB", "GQ"]])
  func voidsOfSome(talkers: [String]) throws {
    let voids = talkers.map { "\($0)GGA,,,,,,0,00,99.99,,,,,," }
    let some = "GLGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99"
    let bodies = ["150405", "150406", "150407"].flatMap { time -> [String] in
      let gll = "GNGLL,0254.0307,S,07900.2707,W,\(time),A,A"
      return [rmc(time), gga(time, hdop: "0.9")] + voids + [gsa, some, gll]
    }
    let recording = try read(bodies.map { sentence($0) + "\r\n" }.joined())
    #expect(recording.records.map(\.fix.mode) == [.threeD, .threeD, .threeD])
    #expect(recording.records.map(\.hdop) == [1.3, 1.3, 1.3])
    // With RMC first, the error is that of the HDOP before it.
    #expect(recording.records.map(\.fix.eph).dropFirst() == [Metres(24.7), Metres(24.7)])
  }

  @Test("A receiver that loses its time among others' void sentences shows the loss")
  func voidsForGood() throws {
    let lost = ["GPGGA,,,,,,0,00,99.99,,,,,,", "GLGGA,,,,,,0,00,99.99,,,,,,"]
    let some = "GLGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99"
    let recording = try read(
      ([rmc("150405"), gga("150405")] + lost + [some] + lost + [some, rmc("150409")])
        .map { sentence($0) + "\r\n" }.joined())
    let modes = recording.records.map(\.fix.mode)
    #expect(modes.count > 2 && modes.dropFirst().dropLast().allSatisfy { $0 == .none }, "\(modes)")
    // The HDOP of a loss counts, as in gpsd.
    #expect(recording.records.last?.fix.eph == Metres(1899.81))
  }

  @Test("A sentence that was cut behind its last comma takes no fix away, and a void one does")
  func cutStatus() throws {
    let gll = "GPGLL,0254.0307,S,07900.2707,W,150405,"
    let cut = try read(log(rmc("150405"), gga("150405"), gll))
    #expect(cut.fixes == 1)
    #expect(cut.skips[.malformed] == 1)
    #expect(try read(log(rmc("150405"), gga("150405"), gll + "V,N")).fixes == 0)
    #expect(try read(log(gga("150405"), rmc("150405", status: "x"))).fixes == 1)
    #expect(try read(log(gga("150405"), rmc("150405", status: "V"))).fixes == 0)
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

  /// The place of `gga` in a GNS.
  private func gns(_ time: String, _ modes: String) -> String {
    "GNGNS,\(time),0254.0307,S,07900.2707,W,\(modes),13,0.9,2560.0,10.0,,"
  }

  @Test(
    "The shares of single constellations take nothing from the fix of all",
    arguments: [",,,,,,8,,,,1.0,23", ",,,,,,8,,,,,", ",,,,,N,00,,,,,", ",,,,,A,08,,,,,"])
  func shares(rest: String) throws {
    for before in [[], [gga("150405"), rmc("150405")]] {
      let bodies = before + [gns("150405", "AA"), "GPGNS,150405\(rest)", "GLGNS,150405\(rest)"]
      let all = bodies + bodies.map { $0.replacing("150405", with: "150406") }
      let recording = try read(all.map { sentence($0) + "\r\n" }.joined())
      #expect(recording.records.map(\.hasPosition) == [true, true])
      #expect(recording.records.map(\.fix.mode) == [.threeD, .threeD])
      #expect(recording.skips.total == 0)
    }
  }

  @Test("A share whose GNS was spoilt takes nothing from the other sentences, either")
  func shareAlone() throws {
    let share = "GPGNS,150405,,,,,,8,,,,,"
    #expect(try read(log(gga("150405"), rmc("150405"), share)).fixes == 1)
    #expect(try read(log(share)).records.map(\.fix.mode) == [.none])
  }

  @Test("A void GGA of one constellation takes neither the fix of all nor its error")
  func voidOfOne() throws {
    let all = gga("150405").replacing("GPGGA", with: "GNGGA")
    let one = "GLGGA,150405,,,,,0,00,99.99,,,,,,"
    let recording = try read(log(all, one, rmc("150406"), gga("150406", hdop: "2")))
    #expect(recording.records.map(\.hasPosition) == [true, true])
    #expect(recording.records.map(\.fix.eph) == [Metres(19), Metres(19)])
  }

  @Test(
    "Too few satellites of one constellation take nothing from the fix of all, wherever that stands",
    arguments: [
      ["GNRMC", "GNGGA", "GLGGA"], ["GNRMC", "GPGGA", "GLGGA"], ["GNRMC", "GPGGA", "BDGGA"],
      ["GNRMC", "GLGGA", "GPGGA"], ["GNGGA", "GLGGA", "GNRMC"],
    ])
  func fewOfOne(order: [String]) throws {
    let few = gga("150405").replacing(",1,09,1.0,", with: ",1,02,9.9,")
    for share in [few, "GPGGA,150405,,,,,0,00,99.99,,,,,,"] {
      let second = order.map { address in
        let isShare = address == "GLGGA" || address == "BDGGA"
        let body = isShare ? share : address == "GNRMC" ? rmc("150405") : gga("150405")
        return address + body.dropFirst(5)
      }
      let next = second.map { $0.replacing("150405", with: "150406") }
      let recording = try read((second + next).map { sentence($0) + "\r\n" }.joined())
      #expect(recording.records.map(\.fix.mode) == [.threeD, .threeD])
      #expect(recording.skips.total == 0)
    }
  }

  @Test("The only GGA of an epoch decides about its fix, whatever its talker, as in gpsd")
  func onlyGGA() throws {
    let all = rmc("150405").replacing("GPRMC", with: "GNRMC")
    #expect(try read(log(all, gga("150405", quality: "0"))).fixes == 0)
    let few = gga("150405").replacing(",1,09,1.0,", with: ",1,02,1.0,")
    #expect(try read(log(all, few)).fixes == 0)
    #expect(try read(log(rmc("150405"), few)).fixes == 0)
  }

  @Test("A fix that all constellations lose is lost, whatever was before")
  func lossOfAll() throws {
    let lost = gns("150405", "NN")
    #expect(try read(log(gns("150405", "AA"), lost)).fixes == 0)
    #expect(
      try read(log(gga("150405"), gns("150405", "AA"), rmc("150405", status: "V"))).fixes == 0)
    let next = gns("150406", "NN")
    let recording = try read(
      log(gns("150405", "AA"), "GPGNS,150405,,,,,,8,,,,,", next, "GPGNS,150406,,,,,,0,,,,,"))
    #expect(recording.records.map(\.hasPosition) == [true, false])
    // Two constellations may speak for themselves only. The last one decides then, as in gpsd.
    let other = gga("150405", quality: "0").replacing("GPGGA", with: "GLGGA")
    #expect(try read(log(gga("150405"), other)).fixes == 0)
  }

  @Test("With RMC first, the error is that of the HDOP before it, as in gpsd")
  func laggingError() throws {
    let recording = try read(
      log(
        rmc("150405"), gga("150405", hdop: "1"), rmc("150406"), gga("150406", hdop: "3"),
        rmc("150407"), gga("150407", hdop: "2")))
    #expect(recording.records.map(\.fix.eph) == [Metres(19), Metres(19), Metres(57)])
  }

  @Test(
    "A constellation without a fix of its own spoils the error of no fix",
    arguments: [("99.99", 1899.81), ("25.5", 484.5)])
  func voidGSA(dilution: String, error: Double) throws {
    let with = "GPGSA,A,3,02,05,12,25,29,31,07,,,,,,1.5,0.9,1.2"
    let without = "GLGSA,A,1,,,,,,,,,,,,,\(dilution),\(dilution),\(dilution)"
    for shares in [[with, without], [without, with]] {
      let bodies = ["150405", "150406", "150407"].flatMap {
        [rmc($0), gga($0, hdop: "0.9")] + shares
      }
      let recording = try read(bodies.map { sentence($0) + "\r\n" }.joined())
      #expect(recording.records.map(\.fix.eph).dropFirst() == [Metres(17.1), Metres(17.1)])
    }
    // The error of a receiver without any fix is as large as it says, as in gpsd.
    let recording = try read(
      log(gga("150405"), with, rmc("150406", status: "V"), without, rmc("150407")))
    #expect(recording.records.last?.fix.eph == Metres(error))
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
