import Foundation
import TestSupport
import Testing

@Suite("A missing tool is a skip at home and a failure in CI")
struct NeedTests {
  private let remedy = Need.gpsd.remedy

  @Test("At home the test is skipped, and says what to install")
  func atHome() async throws {
    #expect(remedy == "gpsd is missing: apt-get install gpsd")
    let trait = Strictness.trait(missing: [remedy], isStrict: false)
    #expect(try await !trait.evaluate())
    #expect(trait.comments.map(\.rawValue) == [remedy])
  }

  @Test("In CI the test fails, and says what to install")
  func strict() async throws {
    let trait = Strictness.trait(
      missing: [remedy, Need.gpsfake.remedy, Need.root.remedy], isStrict: true)
    let failure = await #expect(throws: Strictness.Missing.self) { try await trait.evaluate() }
    #expect(
      failure?.description == "gpsd is missing: apt-get install gpsd; gpsfake is missing: "
        + "apt-get install gpsd-tools python3-gps; root's rights are missing: run the tests as root "
        + "(VIGIA_STRICT allows no skip)")
  }

  @Test("A tool that is there lets the test run, strict or not", arguments: [true, false])
  func present(isStrict: Bool) async throws {
    #expect(try await Strictness.trait(missing: [], isStrict: isStrict).evaluate())
  }

  @Test("The folder beside the checkout may be absent, however strict the run is")
  func shared() async throws {
    let trait: ConditionTrait = .needsShared("no such folder")
    #expect(try await !trait.evaluate())
  }

  @Test(
    "Only nothing and 0 switch the strictness off",
    arguments: [
      (nil, false), ("", false), ("0", false), ("1", true), ("yes", true),
    ])
  func value(_ value: String?, _ isOn: Bool) {
    #expect(Strictness.isOn(value.map { ["VIGIA_STRICT": $0] } ?? [:]) == isOn)
  }

  @Test("CI allows no skip")
  func ci() throws {
    let text = try String(contentsOfFile: Places.own(".ci/run"), encoding: .utf8)
    #expect(text.contains("\nexport VIGIA_STRICT=1\n"))
  }

  @Test("make test installs what tests need, and nothing that no test needs")
  func packages() throws {
    func listed(_ purpose: String) throws -> Set<Substring> {
      let answer = try Program.answer([Places.own("scripts/setup.sh"), purpose, "--list"])
      return Set(answer.split(whereSeparator: \.isWhitespace))
    }
    let needed = Set(Need.allCases.flatMap(\.packages).map { $0[...] })
    // `make test` builds the programs, and looks at pages in a browser, too.
    let others = try listed("run").union(listed("page"))
    let installed = try listed("test")
    #expect(needed.union(others).subtracting(installed) == [], "to be added to scripts/setup.sh")
    #expect(installed.subtracting(needed.union(others)) == [], "no test needs it")
  }

  @Test("No test has a condition of its own")
  func conditions() throws {
    for file in try TidyTests.swiftFiles("Tests") where !file.path.contains("/TestSupport/") {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      for (number, line) in lines.enumerated() where NeedTests.isBareCondition(line) {
        Issue.record("\(file.lastPathComponent):\(number + 1): say .needs(…) or .needsShared(…)")
      }
    }
  }

  private static func isBareCondition(_ line: String) -> Bool {
    let ways = #"\.(enabled|disabled)\(|\.disabled\b|\bTest\.cancel\(|\bwithKnownIssue\b"#
    return TidyTests.code(line).range(of: ways, options: .regularExpression) != nil
  }

  @Test("The rule sees each way to skip a test, and no other word")
  func rule() {
    for line in [
      "  .enabled(if: Daemon.exists(name))", "@Test(.disabled())", ".disabled(\"flaky\")",
      "try Test.cancel()", "withKnownIssue {",
    ] { #expect(Self.isBareCondition(line), "\(line)") }
    for line in ["// .enabled(if: a)", "@Test(.needs(.gpsd))", "button.isDisabled", "enabled(x)"] {
      #expect(!Self.isBareCondition(line), "\(line)")
    }
  }

  @Test("A script skips nothing but the recordings beside the checkout")
  func scripts() throws {
    let folder = Places.root.appendingPathComponent("scripts")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { ["sh", "py"].contains($0.pathExtension) }
    #expect(files.count > 10)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.components(separatedBy: "\n") where line.contains(/\bSKIP/) {
        #expect(line.contains("$real is absent"), "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
