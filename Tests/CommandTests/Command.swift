import Foundation
import Testing

/// The command did what it was asked to; its own words are in the failure if it did not.
func expectSuccess(
  _ result: Command.Result, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    result.status == 0, "status \(result.status): \(result.errors)\(result.output)",
    sourceLocation: sourceLocation)
}

/// Runs the `vigia` that was built with these tests, as a user would.
struct Command {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// Lines on standard error.
    var complaints: [Substring] { errors.split(separator: "\n") }
    var events: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
    var summary: [String: Any] { events.last ?? [:] }
    /// The output but for the summary's member about inputs and version, which no two inputs share.
    var behaviour: String {
      output.replacing(/"signoff":{.*},"unneeded"/, with: "\"unneeded\"")
    }
    func count(_ event: String) -> Int { events.filter { $0["event"] as? String == event }.count }
  }

  static let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("vigia")

  static func vigia(_ arguments: String..., input: Data? = nil) throws -> Result {
    try run(binary, arguments, input: input)
  }

  /// A line for the shell in which "$vigia" and "$vigia_lab" are the commands.
  static func shell(_ line: String) throws -> Result {
    try run(
      URL(fileURLWithPath: "/bin/bash"),
      ["-c", "set -o pipefail; vigia='\(binary.path)' vigia_lab='\(binary.path)-lab'; \(line)"])
  }

  private static func run(_ file: URL, _ arguments: [String], input: Data? = nil) throws -> Result {
    let process = Process()
    process.executableURL = file
    process.arguments = arguments
    // Files instead of pipes: nothing can fill up and wait.
    let folder = try Folder()
    let out = folder.path("out")
    let err = folder.path("err")
    for path in [out, err] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    process.standardInput = FileHandle.nullDevice
    if let input {
      let path = folder.path("in")
      try input.write(to: URL(fileURLWithPath: path))
      process.standardInput = FileHandle(forReadingAtPath: path)
    }
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: URL(fileURLWithPath: out)), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: err)), as: UTF8.self))
  }
}

/// A folder that goes away with its owner.
final class Folder {
  let url: URL
  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "vigia-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

  func write(_ name: String, _ data: Data) throws -> String {
    try data.write(to: url.appendingPathComponent(name))
    return path(name)
  }
}

/// The checkout these tests belong to, and the folder with the real traces beside it.
enum Places {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func own(_ path: String) -> String { root.appendingPathComponent(path).path }

  static let realTraces: URL = {
    let shared = ProcessInfo.processInfo.environment["VIGIA_SHARED"]
    return (shared.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared"))
      .appendingPathComponent("traces/real").standardizedFileURL
  }()

  static let hasRealTraces = FileManager.default.fileExists(atPath: realTraces.path)
}

/// A walk from home to `farthest` metres north and back, one fix a second.
enum Sample {
  static let perimeter = "-2.9005,-79.0045,100"

  static func walk(farthest: Double = 180, speed: Double = 1) -> [(second: Int, latitude: Double)] {
    let out = Int(farthest / speed)
    return (0...(30 + 2 * out + 60)).map { second in
      let walked = Double(min(max(second - 30, 0), 2 * out)) * speed
      return (second, -2.9005 + min(walked, 2 * farthest - walked) / 110_574)
    }
  }

  static func time(_ second: Int) -> String {
    String(format: "2015-03-21T15:%02d:%02d.000Z", second / 60, second % 60)
  }

  static func tpv(_ second: Int, _ latitude: Double) -> String {
    let lat = String(format: "%.7f", latitude)
    return "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\(time(second))\",\"lat\":\(lat),"
      + "\"lon\":-79.0045,\"eph\":19}\n"
  }

  static let json = walk().map { tpv($0.second, $0.latitude) }.joined()
}
