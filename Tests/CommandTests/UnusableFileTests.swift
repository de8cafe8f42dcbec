import Foundation
import Testing

/// Each is refused in one line that gives the true reason.
@Suite("Files that cannot be used")
struct UnusableFileTests {
  private let folder: Folder
  private let trace: String

  init() throws {
    folder = Folder()
    trace = try folder.write("walk.jsonl", Sample.json)
  }

  private func expect(
    _ reason: String, _ result: Command.Result, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == 2, sourceLocation: sourceLocation)
    #expect(result.complaints.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.contains(reason), "\(result.errors)", sourceLocation: sourceLocation)
  }

  @Test("Settings: a circle of links, a directory, a file without end")
  func settings() throws {
    let loop = folder.path("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    expect("loop: cannot be read: Too many levels", try Command.vigia("profile", "check", loop))
    expect("cannot be read: Too many", try Command.vigia("replay", trace, "--expect", loop))
    expect(
      "cannot be used: Too many levels of symbolic links",
      try Command.vigia("diary", "list", "--state", loop))
    expect("is a directory", try Command.vigia("profile", "check", folder.url.path))
    expect("does not exist", try Command.vigia("profile", "check", folder.path("nowhere")))
    expect("longer than 1 MiB", try Command.vigia("profile", "check", "/dev/zero"))
  }

  @Test("Settings may come through a pipe")
  func pipe() throws {
    let profile = folder.path("p.yaml")
    _ = try Command.vigia("profile", "init", profile)
    let result = try Command.shell("\"$vigia\" profile check <(cat '\(profile)')")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("no mistakes"))
  }

  @Test("Expectations: the keys that there are")
  func expectations() throws {
    for text in ["foo: 1\n", "foo\n"] {
      let file = try folder.write("e.yaml", text)
      expect(
        "; expected one of the keys expect, home, radius_m\n",
        try Command.vigia("replay", trace, "--expect", file))
    }
  }

  @Test("A diary: a directory where the database should be")
  func directory() throws {
    let state = folder.path("state")
    try FileManager.default.createDirectory(
      atPath: state + "/vigia.sqlite", withIntermediateDirectories: true)
    for arguments in ["list", "add --glucose LO", "delete 1 --yes"] {
      expect(
        "vigia.sqlite: is a directory; expected a database of vigia",
        try Command.shell("\"$vigia\" diary --state '\(state)' \(arguments)"))
    }
  }

  @Test("No room for what is simulated")
  func temporary() throws {
    let scenario = Places.own("simulations/spikes.yaml")
    expect(
      "/proc/none: cannot be used: No such file or directory; expected $TMPDIR to be a directory",
      try Command.shell("TMPDIR=/proc/none \"$vigia\" simulate '\(scenario)'"))
  }

  @Test("Permissions that are missing, for one who is not root")
  func permissions() throws {
    let result = try Command.shell(
      """
      cd '\(folder.url.path)'; chmod 755 .; cp "$vigia" vigia; touch p.yaml
      ./vigia diary --state open add --glucose LO > out; cp -r open shut
      drop=; if [ "$(id -u)" = 0 ]; then
        chown -R 65534 open shut; drop='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi
      chmod 000 p.yaml shut/vigia.sqlite; chmod 400 open/*; chmod 500 open
      $drop ./vigia profile check p.yaml; $drop ./vigia replay p.yaml
      $drop ./vigia diary --state shut list; $drop ./vigia diary --state open list
      chmod 700 open
      """)
    #expect(
      result.errors == """
        vigia: p.yaml: cannot be read: Permission denied; expected YAML
        vigia: p.yaml: cannot be opened: Permission denied
        vigia: shut/vigia.sqlite: cannot be opened: Permission denied
        vigia: open/vigia.sqlite: SQLite must write in this directory, even to read; expected write \
        permission, or a copy elsewhere

        """)
  }
}
