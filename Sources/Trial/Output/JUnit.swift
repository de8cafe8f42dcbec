/// Several replays as one JUnit file: a suite a trace, a case an expectation.
public struct JUnit {
  private var suites = ""
  private var tests = 0
  private var failures = 0
  private var errors = 0

  public init() {}

  /// - Parameter log: the plain timeline, kept as the suite's output.
  public mutating func add(trace: String, _ summary: Summary, verdicts: [Verdict], log: String) {
    var cases = ""
    let missed = verdicts.filter { $0.miss != nil }.count
    if verdicts.isEmpty { cases = JUnit.test("replays to the end", trace, nil) }
    for verdict in verdicts { cases += JUnit.test(verdict.expectation, trace, verdict.miss) }
    tests += max(1, verdicts.count)
    failures += missed
    suites +=
      "  <testsuite name=\"\(JUnit.escaped(trace))\" tests=\"\(max(1, verdicts.count))\""
      + " failures=\"\(missed)\" errors=\"0\" time=\"\(summary.duration.seconds)\">\n"
      + JUnit.skipped(summary.skips.damaged) + cases
      + "    <system-out>\(JUnit.escaped(log))</system-out>\n  </testsuite>\n"
  }

  /// A trace that could not be replayed.
  public mutating func add(trace: String, error: String) {
    tests += 1
    errors += 1
    let name = JUnit.escaped(trace)
    suites +=
      "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" errors=\"1\" time=\"0\">\n"
      + "    <testcase classname=\"\(name)\" name=\"replays to the end\">\n"
      + "      <error message=\"\(JUnit.escaped(error))\"/>\n    </testcase>\n  </testsuite>\n"
  }

  public var document: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
      + suites + "</testsuites>\n"
  }

  /// The lines that no case could judge. JUnit counts skipped cases, so this is a property.
  private static func skipped(_ lines: Int) -> String {
    guard lines > 0 else { return "" }
    return "    <properties>\n      <property name=\"skipped_lines\" value=\"\(lines)\"/>\n"
      + "    </properties>\n"
  }

  private static func test(_ name: String, _ trace: String, _ miss: String?) -> String {
    let head = "    <testcase classname=\"\(escaped(trace))\" name=\"\(escaped(name))\""
    guard let miss else { return head + "/>\n" }
    return head + ">\n      <failure message=\"\(escaped(miss))\"/>\n    </testcase>\n"
  }

  /// XML 1.0 has no place for other control characters, nor for U+FFFE and U+FFFF, escaped or not.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20, "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
