import Foundation
import Testing

@Suite("The seeds of vigia explore")
struct SeedRangeTests {
  @Test(
    "What is no range is refused in one line that says what is",
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
        such as 0:1000, A below B, none above 18446744073709551615; see vigia --help

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
}
