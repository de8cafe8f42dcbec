import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// A device is better than none: what a mistake in the settings file does to one that lives.
@Suite(
  "A broken profile, with a kept one and without (SAFE-7, ALZ-7)", .serialized,
  .needs(Town.needs))
struct BrokenProfileTests {
  private let exim: RealMailTests.Exim
  private let family: Family
  private let town: Town

  init() throws {
    exim = try RealMailTests.Exim()
    family = try Family(exim, mailbox: "", answers: false)
    town = try Town(seconds: 8 * 3600)
  }

  private func write(isBroken: Bool) throws {
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        volume: \(isBroken ? "muy alto" : "50")
        routes:
          mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}

        """)
  }

  private func subjects() throws -> [String] { try family.letters().map(\.subject) }
  private var box: String {
    (try? String(contentsOfFile: "\(town.statePath)/blackbox.jsonl", encoding: .utf8)) ?? ""
  }

  @Test(
    "With a kept one it lives on it, says so, calls for help, and takes the mended file by itself")
  func kept() throws {
    try write(isBroken: false)
    var run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    #expect(!run.page.contains("Ajustes del"))
    run.end()

    try write(isBroken: true)
    for life in 1...2 {
      run = try town.start()
      try town.until(run, shows: "Ajustes del")
      if life == 1 {
        run.type("h")
        try town.until(run, shows: "Hemos informado a Ana, tu hija")
        try Town.until("the mails") {
          run.look()
          return try subjects().contains { $0.contains("no puede leer los ajustes") }
            && subjects().contains { $0.contains("ha pedido ayuda") }
        }
      } else {
        try Town.until("its line at this start") {
          town.complaints.components(separatedBy: "stay in force").count == 3
        }
      }
      if life == 1 { run.end() }
    }
    #expect(town.complaints.contains("profile.yaml: line 7, column"), "\(town.complaints)")
    try write(isBroken: false)
    try Town.until("the mended file") {
      run.look()
      return town.complaints.contains("can be used again") && !run.page.contains("Ajustes del")
    }
    run.end()
    #expect(try subjects().count { $0.contains("no puede leer los ajustes") } == 1, "once")
    #expect(box.contains(#""setting":"kept""#))
    let replay = try LiveRun.replay([town.statePath])
    #expect(replay.named("profile.kept").count == 2)
  }

  @Test("Settings that were read before the time is known get their date with it (SAFE-5)")
  func dated() throws {
    try write(isBroken: false)
    let run = try town.start()
    func since() -> Int64? {
      let head = try? String(contentsOfFile: "\(town.statePath)/profile.kept", encoding: .utf8)
      return head?.split(separator: " ").dropFirst(4).first.flatMap { Int64($0) }
    }
    let yesterday = Town.begin.milliseconds - 86_400_000
    try Town.until("the copy") { since() != nil }
    #expect(try #require(since()) < yesterday, "by this computer's clock, which nobody trusts")
    town.feeder.start()
    try Town.until("the date of the fixes") {
      run.look()
      return since() ?? 0 > yesterday
    }
    run.kill()
  }

  @Test("A mistake at a reload: the settings stand, the secrets are read, and page and mail say so")
  func reload() throws {
    try write(isBroken: false)
    try town.folder.write("mail.secret", "vieja\n", mode: 0o600)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    try write(isBroken: true)
    try town.folder.write("mail.secret", "clave\n", mode: 0o600)
    run.send(SIGHUP)
    try town.until(run, shows: "Ajustes del")
    try Town.until("the mail") {
      run.look()
      return try subjects().contains { $0.contains("no puede leer los ajustes") }
    }
    run.kill()
  }

  @Test(
    "Settings that were moved with their secrets call for help from their new place (SAFE-7)",
    arguments: [false, true])
  func moved(isBroken: Bool) throws {
    try write(isBroken: false)
    var run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    run.end()

    try write(isBroken: isBroken)
    let place = "\(town.folder.path)/new"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    for name in ["profile.yaml", "mail.secret"] {
      try FileManager.default.moveItem(
        atPath: "\(town.folder.path)/\(name)", toPath: "\(place)/\(name)")
    }
    run = try town.start(["--profile", "\(place)/profile.yaml"])
    try town.until(run, shows: isBroken ? "Ajustes del" : "█")
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    try Town.until("the mail") { try subjects().contains { $0.contains("ha pedido ayuda") } }
    run.kill()
  }

  @Test(
    "Without one it shows what is wrong and whom to ask, hears the help key, and waits for the file"
  )
  func nothing() throws {
    try write(isBroken: true)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "No encuentro mis ajustes")
    for words in ["Pide ayuda a Ana", "profile.yaml, línea 7", "volume is \"muy alto\""] {
      #expect(run.page.contains(words), "\(run.page)")
    }
    #expect(town.complaints.contains("no earlier profile was kept, and nobody can be told"))
    run.type("h")
    try town.until(run, shows: "No puedo avisar a nadie")
    #expect(!run.pages.contains { $0.contains("Hemos informado") || $0.contains("Avisando a") })
    try write(isBroken: false)
    try Town.until("the mended file") {
      run.look()
      return town.complaints.contains("can be used again")
    }
    // Whoever was called for in vain is told now, or hears of the next press.
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    run.kill()
  }
}

/// The same without servers: how it ends, or does not.
@Suite("A first profile that cannot be used (SAFE-7)", .serialized)
struct FirstProfileTests {
  private static let broken = "{lat: -2.9005, lon: -79.0045, radius_m: 5}"

  @Test("Without a terminal the device stays, and takes the file once it is mended")
  func stays() throws {
    let run = try LiveRun(perimeter: Self.broken)
    try run.start(["--time-scale", "60", "--gpsd", "127.0.0.1:1"])
    try Town.until("its complaint") {
      try run.complaints().contains { $0.contains("expected 100 to 1000 m") }
    }
    usleep(1_500_000)
    #expect(run.daemon?.isRunning == true)
    let looks = try run.complaints().count { $0.contains("expected 100 to 1000 m") }
    #expect(looks == 1, "the same is not said each minute")
    try "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}\n".write(
      to: run.file("profile.yaml"), atomically: true, encoding: .utf8)
    try Town.until("the mended file") {
      try run.complaints().contains { $0.contains("can be used again") }
    }
    run.stop()
    #expect(run.daemon?.status == 0)
    #expect(FileManager.default.fileExists(atPath: run.file("state/profile.kept").path))
    let replay = try LiveRun.replay([run.blackBox])
    #expect(replay.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
  }

  @Test("A pipe that takes the file's place at a reload stops nothing: what was kept counts")
  func pipe() throws {
    let run = try LiveRun(perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 150}")
    try run.start(["--gpsd", "127.0.0.1:1"])
    try Town.until("its first event") { try !run.events().isEmpty }
    let file = run.file("profile.yaml")
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    run.daemon?.send(SIGHUP)
    try Town.until("its complaint") {
      try run.complaints().contains { $0.contains("is a pipe or a device") }
    }
    try Town.until("the kept settings") { try run.events().named("profile.kept").count == 1 }
    run.stop()
    #expect(run.daemon?.status == 0)
  }

  @Test(
    "On a terminal it ends with status 2 and one line, and leaves nothing behind", .needs(.script))
  func terminal() throws {
    let run = try LiveRun(perimeter: Self.broken)
    let state = run.file("state").path
    let (status, text) = try run.runAtTerminal()
    #expect(status == 2)
    #expect(text.contains("perimeter.radius_m is \"5\"; expected 100 to 1000 m"), "\(text)")
    #expect(!FileManager.default.fileExists(atPath: state))
  }
}
