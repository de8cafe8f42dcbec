import Device
import HAL
import TestSupport
import Testing
import Traces

/// A device decides by lines of our own. A damaged one is read where it is whole, and named where it is not.
struct DamagedLineTests {
  private static let fix = "{\"class\":\"TPV\",\"at_ms\":1000,\"mode\":1}\n"
  private static let boot =
    "{\"class\":\"BOOT\",\"at_ms\":5000,\"number\":2,\"keys\":[\"ok\"],\"secret\":[\"1\",\"2\"]}"
  private static let configuration =
    "{\"class\":\"CONFIG\",\"at_ms\":5000,\"perimeter\":{\"lat\":1,\"lon\":2,\"radius_m\":200}}"
  private static let setting =
    #"{"class":"SETTING","at_ms":5000,"setting":"mealtime","meal":"lunch","at":"12:00"}"#
  private static let key = "{\"class\":\"KEY\",\"at_ms\":5000,\"key\":\"help\"}"

  private func complaints(_ line: String) throws -> [String] {
    let file = try TemporaryFile(Self.fix + line + "\n" + Self.fix)
    let reader = try TraceReader(path: file.path)
    while try reader.next() != nil {}
    return reader.complaints.map(\.message)
  }

  @Test("A start or a setting that lacks a bracket or a quote is an error, not a skipped line")
  func needed() throws {
    let lines = [("BOOT", Self.boot), ("CONFIG", Self.configuration), ("SETTING", Self.setting)]
    for (name, line) in lines {
      let start = "{\"class\":\"\(name)\"".utf8.count
      let marks = line.indices.filter { index in
        let isInHead = line.utf8.distance(from: line.startIndex, to: index) < start
        return "{\"}".contains(line[index]) || (isInHead && line[index] == ":")
      }
      #expect(marks.count > 10)
      for mark in marks {
        var broken = line
        broken.remove(at: mark)
        let file = try TemporaryFile(Self.fix + broken + "\n" + Self.fix)
        let error = #expect(throws: TraceError.self, "\(broken)") {
          try Recording(path: file.path)
        }
        #expect(error?.line == 2)
        #expect(error?.message == "\(name): is no whole JSON object", "\(broken)")
      }
    }
  }

  @Test("A press that lacks a bracket is skipped and named")
  func named() throws {
    for line in [String(Self.key.dropFirst()), String(Self.key.dropLast())] {
      #expect(try complaints(line) == ["KEY: is no whole JSON object; line skipped"])
    }
  }

  @Test(
    "A line of ours behind a torn one, or behind NULs, is read",
    arguments: [
      "{\"class\":\"TPV\",\"at_ms\":2000,\"mo", "{\"class\":\"TPV\",\"at_ms\":2000,\"mo\0\0\0",
      String(repeating: "\0", count: 70), String(repeating: "\0", count: 20_000),
    ])
  func behind(front: String) throws {
    for line in [Self.boot, Self.configuration, Self.setting, Self.key] {
      let whole = try read(Self.fix + line + "\n" + Self.fix)
      let recording = try read(Self.fix + front + line + "\n" + Self.fix)
      #expect(recording.events == whole.events)
      #expect(recording.skips[.malformed] == (front.hasPrefix("{") ? 1 : 0))
    }
  }

  @Test("A start ends what a power cut has torn; before any other line, a torn setting is an error")
  func tornBefore() throws {
    let torn = "{\"class\":\"SETTING\",\"at_ms\":4000,\"sett"
    #expect(try complaints(torn + Self.boot) == ["SETTING: is no whole JSON object; line skipped"])
    #expect(throws: TraceError.self) { try read(Self.fix + torn + Self.key + "\n") }
    #expect(throws: TraceError.self) { try read(Self.fix + torn + "\n" + Self.key + "\n") }
    let options = TraceReader.Options(takesConfiguration: false)
    #expect(try read(Self.fix + torn + "\n" + Self.key + "\n", options: options).events.count == 2)
  }

  @Test("The torn end of a file does no harm, whatever it was")
  func tornEnd() throws {
    for line in [Self.boot, Self.configuration, Self.setting, Self.key] {
      for count in 1..<line.utf8.count {
        let recording = try read(Self.fix + line.prefix(count))
        #expect(recording.endsTorn)
        #expect(recording.events.count == 1)
      }
    }
  }

  @Test(
    "A torn end with a line end behind it does no harm; with a whole line behind it, it is an error"
  )
  func tornEndOfLine() throws {
    for line in [Self.boot, Self.configuration, Self.setting] {
      for tail in ["\n", "\0\0\n", "\n\n", "\0\n\0\0"] {
        let torn = line.prefix(30) + tail
        let recording = try read(Self.fix + torn)
        #expect(recording.endsTorn && recording.events.count == 1)
        let error = #expect(throws: TraceError.self) { try read(Self.fix + torn + Self.fix) }
        #expect(error?.line == 2)
        // Text that is no whole line of a trace proves nothing.
        #expect(try read(Self.fix + torn + "noise\n").events.count == 1)
      }
    }
  }

  @Test(
    "A line of ours in a note, in a comment or in prose is none",
    arguments: [
      "# \(boot)", "// \(boot)", "Device said \(boot)", "# \(boot.dropLast())",
      "Device said \(boot.dropLast())",
      "{\"app\":1,\"sent\":[\(setting)", "{\"app\":1,\"sent\":[{}, \(setting)]",
      "{\"app\":\(boot),\"n\":",
      "{\"class\":\"TPV\",\"tag\":\"{\\\"class\\\":\\\"BOOT\\\"}\",\"mode\":1",
    ])
  func quoted(line: String) throws {
    let recording = try read(Self.fix + line + "\n" + Self.fix)
    #expect(recording.events.count == 2)
    #expect(recording.skips.total == 1)
    #expect(try complaints(line).isEmpty)
  }
}
