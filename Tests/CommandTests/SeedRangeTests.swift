import Foundation
import Testing

@testable import vigia

@Suite("The seeds of vigia explore")
struct SeedRangeTests {
  @Test(
    "A text that is no range is refused in one line, with an example",
    arguments: [
      "5:3", "3:3", "", ":", "1", "1:", ":1", "1:2:3", "a:b", "-3:5", "1:-5", "0x1:0x5", "1.5:2",
      " 0:2", "0-2", "0:99999999999999999999",
    ])
  func refused(seeds: String) throws {
    let result = try Command.vigia("explore", "--seeds", seeds)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        vigia: The value '\(seeds)' is invalid for '--seeds <a:b>': expected two whole numbers \
        such as 0:1000, A below B, none above 18446744073709551615; see vigia explore --help

        """)
  }

  @Test(
    "Numbers that make no sense are refused",
    arguments: [
      ("--seeds", "Missing value for '--seeds <a:b>'"),
      ("--days 0", "--days: is 0; expected 1 to 3660"),
      ("--days -1", "--days: is -1; expected 1 to 3660"),
      ("--jobs 0", "--jobs: is 0; expected 1 to 1024"),
      ("--jobs many", "--jobs"), ("--format yaml", "--format"),
    ])
  func numbers(arguments: String, part: String) throws {
    let result = try Command.shell("\"$vigia\" explore \(arguments)")
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains(part), "\(result.errors)")
  }

  @Test("A range may go on to the last of all seeds; its first failure ends it")
  func huge() throws {
    let failed = try Explored(
      "--seeds 0:18446744073709551615 --format json", by: Planted.failing([6]))
    #expect(failed.seeds == [6])
    #expect(failed.events.last?["lives"] as? Int == 7)
  }

  @Test("B is left out, and a seed is the same day in whatever range it stands")
  func bounds() throws {
    let way = Planted.failing([8])
    #expect(try Explored("--seeds 5:8", by: way).status == 0)
    #expect(try Explored("--seeds 8:9", by: way).status == 1)
    let last = try Explored("--seeds 18446744073709551614:18446744073709551615", by: way)
    #expect(last.status == 0)
  }
}
