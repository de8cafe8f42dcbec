import TestSupport
import Testing
import Traces

/// gpsd and we read the same logs of real receivers.
@Suite(.needsShared(Shared.realTraces), .needs(.gpsdecode, .gpsfake))
struct GpsdOracleTests {
  @Test(
    "Every fix has the place, time, mode, error and speed that gpsd's decoder gives it",
    arguments: RealTraces.nmea)
  func decoder(name: String) throws {
    let path = Shared.realTrace(name)
    let ours = try Recording(path: path)
    let output = try TemporaryFile(Program.answer(["gpsdecode", "-j"], reading: path))
    let epochs = try GpsdEpoch.all(in: output.path).filter(\.hasPosition)
    let listed = try #require(RealTraces.manifest[name], "the manifest does not count it")

    #expect(abs(ours.fixes - epochs.count) <= 3)
    #expect(abs(ours.fixes - listed) <= 3)

    let comparison = GpsdComparison(ours: ours.positioned, gpsd: epochs)
    let refused = DocumentedDifference.refusedByUs[name]?.count ?? 0
    #expect(comparison.onlyGpsd.count == refused, "\(comparison.onlyGpsd)")
    #expect(comparison.onlyOurs.count <= DocumentedDifference.unreportedByGpsd)
    // Pairs were made by time: all that is left to see is that there were times at all.
    #expect((comparison.timed > 0) == !RealTraces.undated.contains(name))
    expectAgreement(comparison, otherModes: DocumentedDifference.otherMode[name] ?? 0)
    #expect(comparison.withZeroEph.count == DocumentedDifference.zeroEph[name] ?? 0)
  }

  /// The daemon with its reader threads and sockets, not only its parser. Short logs with dates.
  @Test(
    "A receiver behind a running gpsd reports the places that our decoder reads from its log",
    .timeLimit(.minutes(2)),
    arguments: [
      "odd_gpsd_haicom305n_stationary_then_move.log", "drive_stpetersburg_dashcam_20160411.nmea",
    ])
  func daemon(name: String) throws {
    let path = Shared.realTrace(name)
    let ours = try Recording(path: path)
    let output = try TemporaryFile(
      Program.answer(["gpsfake", "-1", "-p", "-P", "\(try LoopbackPort.free())", path]))
    let epochs = try GpsdEpoch.all(in: output.path).filter(\.hasPosition)

    #expect(abs(ours.fixes - epochs.count) <= 3)
    let comparison = GpsdComparison(ours: ours.positioned, gpsd: epochs)
    #expect(comparison.onlyGpsd.isEmpty, "\(comparison.onlyGpsd)")
    #expect(comparison.onlyOurs.count <= DocumentedDifference.unreportedByGpsd)
    #expect(comparison.timed > 60)
    expectAgreement(comparison)
  }

  @Test(
    "A trace in gpsd's own JSON has the fixes that its lines state",
    arguments: RealTraces.gpsdJSON)
  func ownFormat(name: String) throws {
    let path = Shared.realTrace(name)
    let ours = try Recording(path: path)
    let epochs = try GpsdEpoch.all(in: path).filter(\.hasPosition)
    #expect(ours.fixes == RealTraces.manifest[name])
    #expect(ours.fixes == epochs.count)
    let comparison = GpsdComparison(ours: ours.positioned, gpsd: epochs)
    #expect(comparison.onlyGpsd.isEmpty)
    #expect(comparison.onlyOurs.isEmpty)
    expectAgreement(comparison)
  }

  private func expectAgreement(
    _ comparison: GpsdComparison, otherModes: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func check(_ pairs: [GpsdComparison.Pair], _ what: Comment, _ count: Int = 0) {
      #expect(pairs.count == count, what, sourceLocation: sourceLocation)
    }
    check(comparison.misplaced, "other places")
    check(comparison.ofOtherMode, "other modes", otherModes)
    check(comparison.ofOtherEph, "other eph")
    check(comparison.ofOtherSpeed, "other speeds")
  }
}

/// gpsd and we read the same logs of receivers with habits of their own.
@Suite(.needs(.gpsdecode))
struct GpsdHabitTests {
  private static func padded(_ time: String) -> [String] {
    [gga(time).replacing(",1,09,1.0,", with: ", 1, 9, 1.0,"), rmc(time)]
  }

  private static func sbas(_ time: String) -> [String] { [gga(time, quality: "9"), rmc(time)] }

  @Test(
    "Blanks in fields and quality 9 are places for both", arguments: [padded, sbas])
  func places(second: @Sendable (String) -> [String]) throws {
    let text = (10..<40).flatMap { second("1504\($0).00") }.map { sentence($0) + "\r\n" }.joined()
    let file = try TemporaryFile(text)
    let ours = try Recording(path: file.path)
    let output = try TemporaryFile(Program.answer(["gpsdecode", "-j"], reading: file.path))
    let epochs = try GpsdEpoch.all(in: output.path).filter(\.hasPosition)
    #expect(ours.fixes == 30)
    let comparison = GpsdComparison(ours: ours.positioned, gpsd: epochs)
    #expect(comparison.onlyGpsd.isEmpty)
    #expect(comparison.onlyOurs.count <= DocumentedDifference.unreportedByGpsd)
    #expect(comparison.misplaced.isEmpty)
    #expect(comparison.ofOtherMode.isEmpty)
    #expect(comparison.ofOtherEph.isEmpty)
  }
}
