import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The device's clock lags behind the world by what receiver and gpsd take; the family's does not.
@Suite(
  "A reading entered a moment ahead of a device that lives (SAFE-7, DIA-8)", .serialized,
  .needs(Town.needs))
struct ReadingAheadTests {
  @Test("41 mg/dL dated now, while the device's clock lags: page, alarm and mail at once")
  func lagging() throws {
    let exim = try RealMailTests.Exim()
    let family = try Family(exim, mailbox: "", answers: false)
    // The receiver's first epoch is a few seconds old when it is sent.
    let second = Int64(Date().timeIntervalSince1970) * 1000
    let town = try Town(seconds: 600, begin: WallTime(milliseconds: second), scale: 1)
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        routes:
          mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}

        """)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    let at = ISO8601DateFormatter().string(from: Date())
    let add = try Daemon([
      LiveRun.binary, "diary", "add", "--state", town.statePath, "--glucose", "41mg/dL", "--at", at,
    ])
    add.wait()
    let said = try add.complaints()
    #expect(add.status == 0, "\(said)")
    try town.until(run, shows: "Glucosa muy baja", seconds: 10)
    try Town.until("the mail", seconds: 20) {
      run.look()
      return try family.letters().contains { $0.subject.contains("MUY BAJA: 41 mg/dL") }
    }
    run.kill()
    let box = try String(contentsOfFile: "\(town.statePath)/blackbox.jsonl", encoding: .utf8)
    #expect(box.contains(#""class":"EDITED""#))
  }
}
