import Diary
import Foundation
import Glibc
import TestSupport
import Testing

/// A newer program meets a state on a disk without room for the copy that leads back.
@Suite(
  "An update on a full disk", .serialized,
  .needs(.mounting))
struct FullUpdateTests {
  /// A state of the program before, with so many readings that a copy needs half the disk.
  private func state(on disk: SmallDisk) throws -> StateFolder {
    let folder = StateFolder(path: disk.path + "/state")
    do { _ = try RecordStore(folder, as: .device) }
    let make = try Daemon([
      "python3", "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.executescript("DROP TABLE program; DELETE FROM grdb_migrations WHERE identifier = '5';")
      c.executemany("INSERT INTO record (kind, words, writer) VALUES (99, ?, 'device')",
                    [(bytes([99] + [0] * 79),)] * 6000)
      c.commit()
      c.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      """, folder.path + "/vigia.sqlite",
    ])
    make.wait()
    let said = try make.complaints()
    try #require(make.status == 0, "\(said)")
    return folder
  }

  @Test("The device goes on without the copy, and says so; the command line waits for room")
  func full() throws {
    let disk = try #require(SmallDisk(megabytes: 3))
    let folder = try state(on: disk)
    // Room for the new table, none for a second state.
    disk.fill()
    truncate(disk.path + "/others", off_t(size(disk.path + "/others") - 400_000))
    let refusal = #expect(throws: StateError.self) {
      _ = try RecordStore(folder, as: .editor)
    }
    #expect(refusal?.description.contains("vigia.sqlite.before-5.part: cannot be written") == true)
    #expect(refusal?.description.contains("expected room for a copy") == true)
    #expect(!disk.names.contains { $0.contains("part") })

    let run = try LiveRun(perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 150}")
    let live = try Daemon([
      LiveRun.binary, "run", "--profile", run.file("profile.yaml").path, "--state", folder.path,
      "--format", "json", "--sound", "null", "--duration", "60", "--time-scale", "60",
    ])
    live.wait()
    #expect(live.status == 0)
    let said = try live.complaints()
    #expect(
      said.contains {
        $0.contains("brought from step 4 to step 5") && $0.contains("no room for a copy")
      }, "\(said)")
    #expect(!said.contains { $0.contains("cannot be used") }, "\(said)")
    #expect(access(folder.path + "/vigia.sqlite.before-5", F_OK) != 0)
  }

  private func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
