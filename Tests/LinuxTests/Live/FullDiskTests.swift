import Foundation
import Glibc
import HAL
import TestSupport
import Testing

@Suite(
  "A state on a full disk", .serialized,
  .needs(Town.needs + [.mounting]))
struct FullDiskTests {
  /// Three minutes at home, then out for good.
  private static func distance(_ second: Int) -> Double {
    min(Double(max(second - 180, 0)) * 2, 400)
  }

  private static func profile(_ exim: UInt16) -> String {
    """
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
    routes:
      mail:
        {host: localhost, port: \(exim), user: vigia, credentials: mail.secret, from: vigia@example.org}

    """
  }

  private func subjects(_ family: Family, _ text: String) throws -> Int {
    Set(try family.letters().filter { $0.subject.contains(text) }.map(\.notice)).count
  }

  @Test("The disk fills up: wearer and family are told, the exit is told, and room brings all back")
  func fills() throws {
    let disk = try #require(SmallDisk(megabytes: 1))
    let exim = try RealMailTests.Exim()
    let family = try Family(exim, mailbox: "", answers: false)
    let town = try Town(seconds: 3 * 3600, distance: FullDiskTests.distance)
    try town.write(profile: FullDiskTests.profile(exim.implicit))
    var run = try town.start(state: "\(disk.path)/state")
    town.feeder.start()
    try town.until(run, shows: "[AYUDA]")
    // Filled for good: the black box, which goes first, makes room that is taken as well.
    try Town.until("the page that nothing can be stored") {
      disk.fill()
      run.look()
      return run.pages.contains { $0.contains("No puedo guardar datos") }
    }
    try Town.until("the mail of it") { try subjects(family, "no puede guardar datos") == 1 }
    try Town.until("the page of the exit") {
      run.look()
      return run.pages.contains { $0.contains("Has salido") }
    }
    try Town.until("the mail of the exit") { try subjects(family, "ha salido") == 1 }
    #expect(town.complaints.contains("cannot store (full); the device goes on"))
    #expect(town.complaints.contains("blackbox.jsonl: recording ends: the disk is full"))

    // The power goes while the disk is full.
    for _ in 1...3 {
      run.kill()
      run = try town.start(state: "\(disk.path)/state")
      try Town.until("the page of the exit, or of the disk") {
        run.look()
        return run.pages.contains { $0.contains("Has salido") || $0.contains("No puedo guardar") }
      }
    }
    let before = try subjects(family, "ha pedido ayuda")
    run.type("h")
    try Town.until("the mail of the call for help") {
      run.look()
      return try subjects(family, "ha pedido ayuda") > before
    }
    disk.makeRoom()
    try Town.until("storing again") {
      run.look()
      return town.complaints.contains("stores again")
    }
    run.kill()
    let records = try PowerCutRecords("\(disk.path)/state")
    #expect(records.helps.count == 1, "the call that was made on a full disk is on it now")
    #expect(records.broken == [])
  }
}
