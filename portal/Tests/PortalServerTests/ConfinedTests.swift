import Foundation
import Testing

/// The process in which strangers' pictures are read.
@Suite("A program that is confined")
struct ConfinedTests {
  /// Runs words in the confined process.
  /// - Returns: its status, and what it said.
  private func confined(_ words: String...) throws -> (status: Int32, said: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-confined-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = try Tool.run([PortalProcess.program, "confined", folder] + words)
    let said = try Data(contentsOf: URL(fileURLWithPath: folder + "/said"))
    return (outcome.status, String(decoding: said.prefix(4096), as: UTF8.self))
  }

  @Test("It reaches no server, although one listens beside it")
  func network() throws {
    let portal = try PortalProcess()
    let words = ["-s", "-S", "--max-time", "5", "http://127.0.0.1:\(portal.port)/health"]
    #expect(try Tool.run(["curl"] + words).output.hasPrefix("ok\n"))
    let outcome = try confined("/usr/bin/curl", words[0], words[1], words[2], words[3], words[4])
    #expect(outcome.status != 0)
    #expect(outcome.said.isEmpty)
  }

  @Test("Its memory, time and files have bounds, and it inherits nothing that is open")
  func bounds() throws {
    let limits = try confined(
      "/bin/bash", "-c", "ulimit -v; ulimit -t; ulimit -f; ulimit -c; ls /proc/self/fd | wc -l")
    #expect(limits.status == 0)
    // Kilobytes, seconds, kilobytes; three streams, and the folder that ls reads.
    #expect(limits.said == "1048576\n30\n4096\n0\n4\n")
    // A bound that a program meets ends it.
    let large = try confined("/usr/bin/head", "-c", "9000000", "/dev/zero")
    #expect(large.status != 0)
  }

  @Test("A program that is not there has the status of a mistake, and runs nothing")
  func missing() throws {
    #expect(try confined("/nonexistent/vips", "copy").status == 2)
  }
}
