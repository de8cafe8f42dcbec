import HAL
import Names
import Testing
import Traces

/// The day, in a format that seldom states it.
struct NMEADateTests {
  @Test("A log without a date begins in 1970 and its times are undated")
  func undated() throws {
    let recording = try read(log(gga("150405")))
    #expect(recording.times == ["1970-01-01T15:04:05.000Z"])
    #expect(recording.records[0].fix.time?.isDated == false)
  }

  @Test("A log without a date begins at the base date where one is given")
  func baseDate() throws {
    let day = try #require(CivilTime.parse("2015-03-21T00:00:00Z"))
    let recording = try read(log(gga("150405")), options: .init(baseDate: day))
    #expect(recording.times == ["2015-03-21T15:04:05.000Z"])
    #expect(recording.records[0].fix.time?.isDated == false)
  }

  @Test(
    "A log without a date begins within a day from the base date, which may be of any zone",
    arguments: [
      ("2015-03-21T05:00:00Z", "150405", "2015-03-21"),
      ("2015-03-21T05:00:00Z", "010000", "2015-03-22"),
      ("2015-03-20T23:00:00Z", "150405", "2015-03-21"),
      ("2015-03-20T23:00:00Z", "233000", "2015-03-20"),
      ("1969-12-31T23:00:00Z", "233000", "1969-12-31"),
      ("1969-12-31T23:00:00Z", "003000", "1970-01-01"),
    ])
  func baseOfZone(base: String, time: String, day: String) throws {
    let options = TraceReader.Options(baseDate: try #require(CivilTime.parse(base)))
    let plain = try read(log(gga(time)), options: options)
    #expect(plain.times[0].hasPrefix("\(day)T"))
    // A receiver that does not know the time yet says nothing about the day.
    let cold = try read(
      log(gga("235959", quality: "0"), gga("000000", quality: "0"), gga(time)), options: options)
    #expect(cold.times[2].hasPrefix("\(day)T"))
  }

  @Test("A log without a date rolls over at midnight")
  func midnight() throws {
    let recording = try read(log(gga("235958"), gga("235959"), gga("000000"), gga("000001")))
    #expect(recording.times.last == "1970-01-02T00:00:01.000Z")
    #expect(recording.stamps == [0, 1000, 2000, 3000])
  }

  @Test("Two epochs that change places at midnight do not move a log without a date by a day")
  func overtaken() throws {
    let recording = try read(
      log(gga("235958"), gga("000000"), gga("235959"), gga("000001"), gga("000002")))
    #expect(
      recording.times == [
        "1970-01-01T23:59:58.000Z", "1970-01-02T00:00:00.000Z", "1970-01-01T23:59:59.000Z",
        "1970-01-02T00:00:01.000Z", "1970-01-02T00:00:02.000Z",
      ])
    #expect(recording.stamps == [0, 2000, 2000, 3000, 4000])
    let first = try read(log(gga("000000"), gga("235959"), gga("000001")))
    #expect(
      first.times == [
        "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.000Z", "1970-01-01T00:00:01.000Z",
      ])
    #expect(first.stamps == [0, 0, 1000])
  }

  @Test("A log with dates crosses midnight without a jump, whichever sentence comes first")
  func datedMidnight() throws {
    let before = [gga("235959"), rmc("235959", date: "311215")]
    let after = [gga("000000"), rmc("000000", date: "010116")]
    for bodies in [before + after, before.reversed() + after.reversed()] {
      let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
      #expect(recording.times == ["2015-12-31T23:59:59.000Z", "2016-01-01T00:00:00.000Z"])
      #expect(recording.stamps == [0, 1000])
    }
  }

  @Test("A date that turns some seconds after midnight moves no epoch by a day")
  func lateDate() throws {
    let times = ["235958", "235959", "000000", "000001", "000002", "000003"]
    let late = { (time: String) in
      rmc(time, date: time < "000003" || time > "235900" ? "311215" : "010116")
    }
    let expected = [
      "2015-12-31T23:59:58.000Z", "2015-12-31T23:59:59.000Z", "2016-01-01T00:00:00.000Z",
      "2016-01-01T00:00:01.000Z", "2016-01-01T00:00:02.000Z", "2016-01-01T00:00:03.000Z",
    ]
    // The RMC may come with every epoch or with some only, and epochs may change places.
    let mixed = times.map { $0.hasSuffix("0") || $0.hasSuffix("9") ? gga($0) : late($0) }
    for bodies in [times.map(late), mixed] {
      let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
      #expect(recording.times == expected)
      #expect(recording.stamps == [0, 1000, 2000, 3000, 4000, 5000])
    }
    let swapped = ["235958", "000000", "235959", "000001", "000002", "000003"].map(late)
    let recording = try read(swapped.map { sentence($0) + "\n" }.joined())
    #expect(recording.times.sorted() == expected)
    #expect(recording.stamps.last == 5000)
  }

  @Test("A date that is still that of the day before a minute after midnight is believed")
  func laterDate() throws {
    let recording = try read(log(rmc("235959"), rmc("000059"), rmc("000100")))
    #expect(
      recording.times == [
        "2015-03-21T23:59:59.000Z", "2015-03-22T00:00:59.000Z", "2015-03-21T00:01:00.000Z",
      ])
    let given = try #require(CivilTime.parse("2015-03-20T00:00:00Z"))
    let base = try read(
      log(gga("235959"), gga("000000"), rmc("000001", date: "200315")),
      options: .init(baseDate: given))
    #expect(base.times.last == "2015-03-20T00:00:01.000Z")
  }

  @Test(
    "A receiver that counts from midnight while it has no fix moves no log by a day",
    arguments: [["000000", "000001", "000002"], ["235958", "235959", "000000", "000001"]])
  func coldReset(blind: [String]) throws {
    for time in ["080300", "150300", "234500"] {
      let next = String(time.dropLast()) + "9"
      let bodies = [gga(time)] + blind.map { gga($0, quality: "0") } + [gga(next)]
      let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
      #expect(recording.times.last == recording.times[0].replacing("00.000Z", with: "09.000Z"))
      #expect(recording.stamps.last == 9000)
    }
  }

  @Test("A midnight that passed without a fix counts where the next fix goes on from there")
  func blindMidnight() throws {
    // An evening fix, a night indoors with a receiver that knows the time, and a fix at noon.
    let night = (108..<216).map { tenMinutes in
      let time = 1_000_000 + tenMinutes / 6 % 24 * 10_000 + tenMinutes % 6 * 1000
      return gga(String(String(time).dropFirst()), quality: "0")
    }
    let bodies = [gga("175500")] + night + [gga("120000")]
    let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
    #expect(recording.times.last == "1970-01-02T12:00:00.000Z")
    #expect(recording.stamps.last == 65_100_000)
  }

  @Test("A log that begins blindly in the last minute of a day passes its midnight")
  func eveningStart() throws {
    let times = ["235915", "235945", "000015", "000500"]
    let bodies = times.map { gga($0, quality: "0") } + [gga("004140")]
    let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
    #expect(recording.times.last == "1970-01-02T00:41:40.000Z")
  }

  @Test(
    "A night without a fix is one, however seldom the receiver speaks and whatever follows",
    arguments: [(10, 1055, 1861), (60, 1020, 1845), (1, 1020, 4900), (60, 1020, 4900)])
  func blindNight(every minutes: Int, evening: Int, fix: Int) throws {
    let blind = stride(from: evening + minutes, to: fix - 40, by: minutes)
      .map { gga(NMEADateTests.time($0), quality: "0") }
    let bodies = [gga(NMEADateTests.time(evening))] + blind + [gga(NMEADateTests.time(fix))]
    let recording = try read(bodies.map { sentence($0) + "\n" }.joined())
    #expect(recording.stamps.last == Int64(fix - evening) * 60_000)
  }

  private static func time(_ minute: Int) -> String {
    String(String(1_000_000 + minute / 60 % 24 * 10_000 + minute % 60 * 100).dropFirst())
  }

  @Test("A log that begins in the evening without a fix has its first fix on the next day")
  func blindStart() throws {
    let blind = (1380..<1450).map { gga(NMEADateTests.time($0), quality: "0") }
    let given = try #require(CivilTime.parse("2026-03-10T00:00:00Z"))
    let recording = try read(
      (blind + [gga("005000")]).map { sentence($0) + "\n" }.joined(),
      options: .init(baseDate: given))
    #expect(recording.times.first == "2026-03-10T23:00:00.000Z")
    #expect(recording.times.last == "2026-03-11T00:50:00.000Z")
  }

  @Test("A date that turns late costs no day behind a midnight without a fix")
  func lateDateOfFix() throws {
    func bare(_ time: String) -> String { gga(time, quality: "0") }
    let recording = try read(
      log(
        rmc("235830", date: "311215"), bare("235900"), bare("235930"), bare("235959"),
        bare("000000"), rmc("000010", date: "311215"), rmc("000020", date: "010116")))
    #expect(recording.times.suffix(2) == ["2016-01-01T00:00:10.000Z", "2016-01-01T00:00:20.000Z"])
    #expect(recording.stamps.last == 110_000)
  }

  @Test("A step back of less than half a day is no midnight")
  func smallStep() throws {
    let recording = try read(log(gga("150405"), gga("150404"), gga("150406")))
    #expect(recording.times.allSatisfy { $0.hasPrefix("1970-01-01") })
  }

  @Test("The date comes from RMC and holds for the sentences after it")
  func fromRMC() throws {
    let recording = try read(log(rmc("150405"), gga("150406")))
    #expect(recording.times == ["2015-03-21T15:04:05.000Z", "2015-03-21T15:04:06.000Z"])
    #expect(recording.records.allSatisfy { $0.fix.time?.isDated == true })
  }

  @Test("The date of a void RMC is not believed")
  func voidDate() throws {
    let recording = try read(log(rmc("150405", date: "050180", status: "V"), gga("150406")))
    #expect(recording.records.allSatisfy { $0.fix.time?.isDated == false })
  }

  @Test("The date comes from ZDA, inside an epoch and apart from it")
  func fromZDA() throws {
    let inside = try read(log(gga("150405"), "GPZDA,150405,21,03,2015,00,00", gga("150406")))
    #expect(inside.times == ["2015-03-21T15:04:05.000Z", "2015-03-21T15:04:06.000Z"])
    let apart = try read(log(gga("150405"), "GPZDA,150406,21,03,2015,00,00", gga("150407")))
    #expect(apart.times == ["1970-01-01T15:04:05.000Z", "2015-03-21T15:04:07.000Z"])
    #expect(apart.stamps == [0, 2000])
  }

  @Test(
    "A date that does not exist is ignored",
    arguments: [
      "GPZDA,150405,31,02,2015,00,00", "GPZDA,150405,00,03,2015,00,00",
      "GPZDA,150405,21,13,2015,00,00", "GPZDA,150405,,,,00,00",
    ])
  func impossible(zda: String) throws {
    let recording = try read(log(gga("150405"), zda, gga("150406")))
    #expect(recording.records.allSatisfy { $0.fix.time?.isDated == false })
    let other = try read(log(rmc("150405", date: "310215")))
    #expect(other.records.allSatisfy { $0.fix.time?.isDated == false })
  }

  @Test(
    "Two digits of a year mean 1980 to 2079",
    arguments: [
      ("060180", "1980-01-06"), ("311299", "1999-12-31"), ("010100", "2000-01-01"),
      ("290224", "2024-02-29"), ("311279", "2079-12-31"),
    ])
  func years(date: String, day: String) throws {
    #expect(try read(log(rmc("150405", date: date))).times == ["\(day)T15:04:05.000Z"])
  }

  @Test("A leap second reads as the second after it")
  func leapSecond() throws {
    let recording = try read(log(rmc("235960", date: "311216")))
    #expect(recording.times == ["2017-01-01T00:00:00.000Z"])
  }
}
