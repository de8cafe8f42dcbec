import Foundation
import TestSupport
import Testing

/// The whole device behind a real gpsd, on a clock that runs fast.
@Suite(
  "vigia run behind a real gpsd", .serialized,
  .needs(.gpsd, .gpspipe))
struct LiveWalkTests {
  struct TookTooLong: Error { var what: String }

  private func until(
    _ what: String, seconds: Double = 60, _ condition: () throws -> Bool
  ) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try !condition() {
      if Date() > end { throw TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  /// A log that was lived through, and what a replay of gpsd's own stream says of it.
  private struct Walk {
    let run: LiveRun
    let lived: [[String: Any]]
    let told: [String]
    let box: [Substring]

    var story: [String] { LiveRun.story(lived) }

    /// Whether the machine was busy elsewhere. Fixes reached the device more than ten of its seconds
    /// late, which are a sixth of a second here. Or a silence of 30 s was one only here, or only in the
    /// log.
    var hasStalled: Bool {
      let dates = ISO8601DateFormatter()
      dates.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      var last: (at: Int, time: Date)?
      for line in box {
        guard let at = line.firstMatch(of: /"class":"TPV".*"at_ms":([0-9]+)/),
          let time = line.firstMatch(of: /"time":"([^"]+)"/),
          let arrived = Int(at.1), let said = dates.date(from: String(time.1))
        else { continue }
        defer { last = (arrived, said) }
        guard let last else { continue }
        let (step, here) = (said.timeIntervalSince(last.time), Double(arrived - last.at) / 1000)
        guard step >= 0, step < 60 else { continue }
        if here > step + 10 || (here >= 29) != (step >= 29) { return true }
      }
      return false
    }
  }

  private func walk(_ log: [UInt8], perimeter: String, scale: Int) throws -> Walk {
    let feeder = try LogFeeder(log, scale: Double(scale))
    defer { feeder.stop() }
    let port = try LoopbackPort.free()
    let gpsd = try Daemon(["gpsd", "-N", "-n", "-S", "\(port)", feeder.source])
    // People and a reminder, so that deadlines fall between the fixes.
    let run = try LiveRun(
      perimeter: perimeter,
      profile: """
        time_zone: America/Guayaquil
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        reminders:
          - {id: 1, type: reminder, name: Tomar agua, at: "2015-03-21 10:02", repeat: daily}

        """)
    try until("gpsd's calling its receiver") { feeder.isHeard }
    try run.start([
      "--gpsd", "127.0.0.1:\(port)", "--time-scale", "\(scale)", "--clock", "gps",
    ])
    let pipe = try Daemon(["gpspipe", "-w", "127.0.0.1:\(port)"])
    try until("the device's start") { try !run.events().isEmpty }
    try until("gpspipe's start") { try pipe.written().contains(#""class":"WATCH""#) }
    feeder.start()
    try until("the end of the log", seconds: 240) { feeder.isDone }
    // The last fixes are on their way; a lost position is due 30 s of the device's time later.
    try until("gpsd's letting go") { try pipe.written().contains(#""activated":0"#) }
    run.stop()
    pipe.end()
    gpsd.end()

    let said = run.file("gpsd.json")
    try pipe.written().write(to: said, atomically: true, encoding: .utf8)
    return Walk(
      run: run, lived: try run.events(),
      told: LiveRun.story(
        try LiveRun.replay([said.path, "--profile", run.file("profile.yaml").path])),
      box: try String(contentsOfFile: run.blackBox, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false))
  }

  /// Lives through a log, once more where the machine was busy elsewhere, and compares with a replay.
  private func live(_ log: [UInt8], perimeter: String, scale: Int, exits: Int?) throws {
    var walk = try walk(log, perimeter: perimeter, scale: scale)
    try judgeBox(walk)
    for _ in 0..<2 where walk.hasStalled {
      walk = try self.walk(log, perimeter: perimeter, scale: scale)
      try judgeBox(walk)
    }
    if walk.hasStalled {
      // Fixes that a machine hands over too late are silence to the device, which says so.
      func steady(_ story: [String]) -> [String] { story.filter { !$0.hasPrefix("position.") } }
      #expect(steady(walk.story) == steady(walk.told))
    } else {
      // Live, the silence after the log may last long enough to be told of.
      #expect(walk.story == walk.told || walk.story == walk.told + ["position.lost"])
    }
    if let exits { #expect(walk.story.count { $0 == "perimeter.exit" } == exits) }
  }

  private func judgeBox(_ walk: Walk) throws {
    let box = try LiveRun.replay([walk.run.blackBox])
    let digest = try #require(walk.lived.last?["digest"] as? String)
    let said = try walk.run.complaints().joined(separator: "\n")
    #expect(
      box.last?["digest"] as? String == digest,
      "the black box replays to the same digest; the device said: \(said)")
    #expect(LiveRun.story(box) == walk.story)

    // The black box is in parts, as after 64 MB: the folder is one life.
    let folder = walk.run.file("parts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let third = walk.box.count / 3
    for (name, part) in [
      ("blackbox-1-1", walk.box[..<third]), ("blackbox-1-2", walk.box[third..<(2 * third)]),
      ("blackbox", walk.box[(2 * third)...]),
    ] {
      try (part.joined(separator: "\n") + (name == "blackbox" ? "" : "\n")).write(
        to: folder.appendingPathComponent(name + ".jsonl"), atomically: true, encoding: .utf8)
    }
    let joined = try LiveRun.replay([folder.path])
    #expect(joined.named("summary").count == 1)
    #expect(joined.last?["digest"] as? String == digest, "its parts replay to the same digest")
  }

  @Test(
    "Our own walks: live as in the replay, and the black box replays bit for bit",
    arguments: ["cuenca-1-lanyard", "cuenca-2-pocket", "cuenca-3-gap"])
  func own(name: String) throws {
    try live(
      ReceiverLogs.nmea(ofOwn: name + ".jsonl"),
      perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 100}", scale: 60, exits: 1)
  }

  @Test(
    "Real walks and drives: live as in the replay, and the black box replays bit for bit",
    .needsShared(Shared.realTraces),
    arguments: [
      "drive_stpetersburg_dashcam_20160411.nmea", "drive_haifa_20090520.nmea",
      "walk_stockholm_sirf_20041214.nmea", "stat_taoyuan_coldstart_20220111.nmea",
      "odd_gpsd_haicom305n_stationary_then_move.log",
    ])
  func real(name: String) throws {
    let path = Shared.realTrace(name)
    let positions = try ReceiverLogs.fixes(path).compactMap(\.position)
    let home = try #require(positions.first)
    try live(
      ReceiverLogs.bytes(path),
      perimeter: "{lat: \(Double(home.latitudeE7) / 1e7), "
        + "lon: \(Double(home.longitudeE7) / 1e7), radius_m: 100}",
      scale: 60, exits: nil)
  }

  @Test("gpsd killed and started again during a walk: no exit is missed, and nothing crashes")
  func restarts() throws {
    let scale = 20
    let feeder = try LogFeeder(
      ReceiverLogs.nmea(ofOwn: "cuenca-1-lanyard.jsonl"), scale: Double(scale))
    defer { feeder.stop() }
    let port = try LoopbackPort.free()
    let command = ["gpsd", "-N", "-n", "-S", "\(port)", feeder.source]
    var gpsd = try Daemon(command)
    let run = try LiveRun(perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 100}")
    try until("gpsd's calling its receiver") { feeder.isHeard }
    try run.start([
      "--gpsd", "127.0.0.1:\(port)", "--time-scale", "\(scale)", "--clock", "gps",
    ])
    try until("the device's start") { try !run.events().isEmpty }
    feeder.start()
    for _ in 0..<20 {
      usleep(700_000)
      gpsd.kill()
      gpsd = try Daemon(command)
    }
    try until("the end of the log", seconds: 120) { feeder.isDone }
    run.stop()
    gpsd.end()
    let story = LiveRun.story(try run.events())
    #expect(story.count { $0 == "perimeter.exit" } == 1)
    #expect(story.count { $0 == "perimeter.return" } == 1)
    let box = try LiveRun.replay([run.blackBox])
    #expect(box.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
  }
}
