import Foundation
import HAL
import Linux
import TestSupport
import Testing

/// The real gpsd, and receivers that speak to it.
@Suite(
  "The receiver behind a real gpsd", .serialized,
  .needs(.gpsd, .gpspipe))
struct GPSDaemonTests {
  /// gpsd on `port`, which reads what the feeder says. `-n`: from the start, not from the first
  /// client on.
  private static func gpsd(_ feeder: LogFeeder, _ port: UInt16) throws -> Daemon {
    try Daemon(["gpsd", "-N", "-n", "-S", "\(port)", feeder.source])
  }

  /// Compares gpsd's words to us with those to `gpspipe -w` at the same time, for one log.
  private func compare(_ log: [UInt8], scale: Double, atLeast: Int) throws {
    let feeder = try LogFeeder(log, scale: scale)
    defer { feeder.stop() }
    let port = try LoopbackPort.free()
    let gpsd = try Self.gpsd(feeder, port)
    let watcher = try Watcher(#require(GpsdAddress("127.0.0.1", port: port)))
    try watcher.turn("gpsd's calling its receiver") { feeder.isHeard && watcher.gps.isAvailable }
    let pipe = try Daemon(["gpspipe", "-w", "127.0.0.1:\(port)"])
    try watcher.turn("gpspipe's start") { try pipe.written().contains(#""class":"WATCH""#) }
    // Both are watched from here on.
    watcher.forget()
    feeder.start()
    try watcher.turn("the end of the log", seconds: 120) { feeder.isDone }
    try watcher.turn("gpsd's letting go of its receiver") {
      try pipe.written().contains(#""activated":0"#)
    }
    let replayed = try ReceiverLogs.fixes(pipe.outputPath)
    try watcher.turn("\(replayed.count) fixes") { watcher.fixes.count >= replayed.count }
    #expect(watcher.fixes == replayed)
    #expect(replayed.count { $0.position != nil } >= atLeast)
    #expect(watcher.gps.garbled == 0)
    #expect(watcher.gps.overflowed == 0)
    pipe.end()
    gpsd.end()
  }

  @Test("Our own walk has the same fixes live and in a replay of gpsd's output")
  func own() throws {
    try compare(ReceiverLogs.nmea(ofOwn: "cuenca-1-lanyard.jsonl"), scale: 300, atLeast: 1200)
  }

  @Test(
    "Real logs have the same fixes live and in a replay of gpsd's output",
    .needsShared(Shared.realTraces),
    arguments: [
      ("drive_stpetersburg_dashcam_20160411.nmea", 350),
      ("walk_stockholm_sirf_20041214.nmea", 600),
      ("stat_taoyuan_coldstart_20220111.nmea", 550),
      ("odd_gpsd_haicom305n_stationary_then_move.log", 60),
    ])
  func real(name: String, fixes: Int) throws {
    try compare(ReceiverLogs.bytes(Shared.realTrace(name)), scale: 200, atLeast: fixes)
  }

  @Test("gpsd killed and started again twenty times in one walk: the fixes go on, each once")
  func restarts() throws {
    let feeder = try LogFeeder(ReceiverLogs.nmea(ofOwn: "cuenca-1-lanyard.jsonl"), scale: 20)
    defer { feeder.stop() }
    let port = try LoopbackPort.free()
    let watcher = try Watcher(#require(GpsdAddress("127.0.0.1", port: port)))
    feeder.start()
    var last = Int64.min
    for round in 0...20 {
      let gpsd = try Self.gpsd(feeder, port)
      try watcher.turn("gpsd's start") { watcher.gps.isAvailable }
      let pipe = try Daemon(["gpspipe", "-w", "127.0.0.1:\(port)"])
      try watcher.turn("fixes after restart \(round)") {
        try watcher.times.count >= 3 && pipe.written().components(separatedBy: "TPV").count > 3
      }
      gpsd.kill()
      try watcher.turn("the loss of gpsd") { !watcher.gps.isAvailable && !pipe.isRunning }

      let times = watcher.times
      #expect(times[0] > last, "nothing of before the restart comes again")
      #expect(times == times.sorted())
      last = times.last!
      // One of the two may have met gpsd a little later, or heard a little more at its end.
      let said = try ReceiverLogs.fixes(pipe.outputPath)
      let agree = watcher.fixes.indices.contains { begin in
        let ours = watcher.fixes[begin...].prefix(said.count)
        return ours.count >= 2 && ours == said[..<ours.count]
      }
      #expect(agree, "said \(said), taken \(watcher.fixes)")
      watcher.forget()
    }
    #expect(watcher.gps.garbled == 0)
    #expect(!feeder.isDone, "the walk was long enough")
  }

  @Test("gpsd that is stopped is given up, and its fixes go on when it runs again")
  func stopped() throws {
    let feeder = try LogFeeder(ReceiverLogs.nmea(ofOwn: "cuenca-1-lanyard.jsonl"), scale: 10)
    defer { feeder.stop() }
    let port = try LoopbackPort.free()
    let gpsd = try Self.gpsd(feeder, port)
    let watcher = try Watcher(
      #require(GpsdAddress("127.0.0.1", port: port)),
      .init(backOff: 10...80, silence: 1000, answer: 1000))
    feeder.start()
    try watcher.turn("fixes") { watcher.times.count >= 3 }
    gpsd.send(SIGSTOP)
    try watcher.turn("the loss of gpsd") { !watcher.gps.isAvailable }
    #expect(watcher.lines.last?.contains("it hangs") == true)
    let before = try #require(watcher.times.last)
    gpsd.send(SIGCONT)
    try watcher.turn("later fixes") { try #require(watcher.times.last) > before }
    #expect(watcher.gps.isAvailable)
    gpsd.end()
  }

  @Test(
    "At its true pace, through gpsfake's serial line",
    .needs(.gpsfake))
  func truePace() throws {
    // Longer than the test may last: a log that begins anew goes back in time, and counts no more.
    let log = try TemporaryFile(
      Array(ReceiverLogs.nmea(ofOwn: "cuenca-1-lanyard.jsonl").prefix(60_000)))
    let port = try LoopbackPort.free()
    let command = ["gpsfake", "-q", "-c", "0.3", "-P", "\(port)", log.path]
    var gpsfake = try Daemon(command)
    defer { gpsfake.end() }
    let watcher = try Watcher(#require(GpsdAddress("127.0.0.1", port: port)))
    try watcher.turn("five fixes") {
      // gpsfake may call the gpsd that it has started too early on a busy machine, and give up.
      if !gpsfake.isRunning { gpsfake = try Daemon(command) }
      return watcher.fixes.count { $0.position != nil } >= 5
    }
    let near = watcher.fixes.compactMap(\.position).allSatisfy {
      abs(Int($0.latitudeE7) + 29_005_000) < 30_000
        && abs(Int($0.longitudeE7) + 790_045_000) < 30_000
    }
    #expect(near)
  }
}

extension Watcher {
  /// The epochs of the fixes with a place.
  fileprivate var times: [Int64] {
    var times: [Int64] = []
    for fix in fixes where fix.position != nil {
      if let time = fix.time?.wall.milliseconds, time != times.last { times.append(time) }
    }
    return times
  }
}
