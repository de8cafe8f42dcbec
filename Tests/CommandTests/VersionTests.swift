import Console
import TestSupport
import Testing

@Suite("--version")
struct VersionTests {
  @Test(
    "A program names the commit that it was built from, also where git is not", .needs(.git),
    arguments: ["$vigia", "$vigia_lab"])
  func commit(_ program: String) throws {
    let said = try Command.shell("PATH=/nowhere \(program) --version")
    #expect(said.output == "\(ThisProgram.version) (\(ThisProgram.commit))\n")
    let built = try #require(ThisProgram.commit.wholeMatch(of: /([0-9a-f]{12})(-dirty)?/)?.output.1)
    let git = try Command.shell("git -C '\(Places.own(""))' log -20 --format=%h --abbrev=12")
    expectSuccess(git)
    #expect(git.output.contains(built))
  }

  @Test(
    "A build outside a checkout has an unknown commit, and a change of a source makes it dirty",
    .needs(.git)
  )
  func script() throws {
    let folder = Folder()
    let script = Places.own("scripts/commit.sh")
    func built() throws -> String {
      expectSuccess(try Command.shell("'\(script)' '\(folder.url.path)' '\(folder.path("out"))'"))
      let text = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
      return String(try #require(text.firstMatch(of: /let commit = "(.*)"/)).output.1)
    }
    #expect(try built() == "unknown commit")
    _ = try folder.write("Package.swift", "")
    expectSuccess(
      try Command.shell(
        """
        cd '\(folder.url.path)' && git init -q . && git add Package.swift && \
          git -c user.name=a -c user.email=a@b commit -q -m a
        """))
    let commit = try built()
    #expect(commit.wholeMatch(of: /[0-9a-f]{12}/) != nil, "\(commit)")
    #expect(try built() == commit)
    _ = try folder.write("Package.swift", "1")
    #expect(try built() == commit + "-dirty")
  }
}
