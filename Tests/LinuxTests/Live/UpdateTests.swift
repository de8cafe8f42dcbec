import Foundation
import Glibc
import TestSupport
import Testing

/// A package has put another program in place, and asks the device that runs to start again.
@Suite("vigia run and an update (SIGUSR1)", .serialized)
struct UpdateTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 100}"
  private static let family = "caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]\n"

  private func until(_ what: String, _ condition: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 120)
    while try !condition() {
      if Date() > end { throw LiveWalkTests.TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  private func add(_ glucose: String, _ run: LiveRun) throws {
    let add = try Daemon([
      LiveRun.binary, "diary", "add", "--state", run.file("state").path, "--glucose", glucose,
    ])
    add.wait()
    try #require(add.status == 0)
  }

  @Test("Asked at a calm moment it ends at once, and tells nobody that it ends")
  func calm() throws {
    let run = try LiveRun(perimeter: Self.home, profile: Self.family)
    // Minutes pass quickly: the device looks whenever something happens.
    try run.start(["--time-scale", "60"])
    try until("the device's start") { try !run.events().isEmpty }
    run.daemon?.send(SIGUSR1)
    run.daemon?.wait()
    #expect(run.daemon?.status == 0)
    let said = try run.complaints()
    #expect(said.contains { $0.contains("starts again now: nothing sounds") }, "\(said)")
    let told = try run.events().compactMap { $0["about"] as? String }
    #expect(!told.contains("device.off"), "\(told)")
    let lived = try #require(try run.events().last?["digest"] as? String)
    let replayed = try LiveRun.replay([run.blackBox]).last?["digest"] as? String
    #expect(lived == replayed)
  }

  @Test("While a low reading stands it goes on, and ends when that is over")
  func alarm() throws {
    let run = try LiveRun(perimeter: Self.home)
    try run.start(["--time-scale", "600"])
    try until("the device's start") { try !run.events().isEmpty }
    try add("60mg/dL", run)
    try until("the alarm") {
      try run.events().contains {
        $0["event"] as? String == "alarm.started" && $0["alarm"] as? String == "low_glucose"
      }
    }
    run.daemon?.send(SIGUSR1)
    run.daemon?.wait()
    #expect(run.daemon?.status == 0)
    let said = try run.complaints()
    let waits = try #require(said.firstIndex { $0.contains("waits before it starts again: a low") })
    let stays = try #require(said.firstIndex { $0.contains("still a low glucose reading stands") })
    let ends = try #require(said.firstIndex { $0.contains("starts again now") })
    #expect(waits < stays && stays < ends, "\(said)")
  }

  @Test(
    "A secret that only this life has, because its file cannot be read, holds up an update",
    arguments: [true, false])
  func secret(isLoadedAgain: Bool) throws {
    let routes = """
      routes:
        mail: {host: localhost, port: 1, security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}

      """
    let run = try LiveRun(perimeter: Self.home, profile: Self.family + routes)
    let file = run.file("mail.secret").path
    try "clave\n".write(toFile: file, atomically: true, encoding: .utf8)
    chmod(file, 0o600)
    try run.start(["--time-scale", "60"])
    try until("the device's start") { try !run.events().isEmpty }
    chmod(file, 0o640)
    if isLoadedAgain {
      run.daemon?.send(SIGHUP)
      try until("its line") { try run.complaints().contains { $0.contains("stays in force") } }
    }
    run.daemon?.send(SIGUSR1)
    try until("its reason") {
      try run.complaints().contains { $0.contains("waits before it starts again: a secret") }
    }
    chmod(file, 0o600)
    run.daemon?.wait()
    #expect(run.daemon?.status == 0)
    #expect(try run.complaints().contains { $0.contains("starts again now") })
  }

  @Test("SIGTERM ends a device that waits, and then the caregiver is told")
  func told() throws {
    let run = try LiveRun(perimeter: Self.home, profile: Self.family)
    try run.start()
    try until("the device's start") { try !run.events().isEmpty }
    try add("60mg/dL", run)
    run.daemon?.send(SIGUSR1)
    try until("its reason") { try run.complaints().contains { $0.contains("waits before") } }
    run.stop()
    #expect(
      try run.events().contains { $0["about"] as? String == "device.off" })
  }
}
