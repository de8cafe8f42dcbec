import Foundation
import TestSupport
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
    var events: [EventLines.Event] { EventLines.read(output) }
    var summary: [String: Any] { events.last ?? [:] }
    /// The output but for the summary's member about inputs and version, which no two inputs share.
    var behaviour: String {
      output.replacing(/"signoff":{.*},"unneeded"/, with: "\"unneeded\"")
    }
    func count(_ event: String) -> Int { events.named(event).count }
  }

  private static let binary = Places.built("vigia")

  static func vigia(_ arguments: String..., input: Data? = nil) throws -> Result {
    try run([binary] + arguments, input: input)
  }

  /// A line for the shell in which "$vigia" and "$vigia_lab" are the commands.
  static func shell(_ line: String) throws -> Result {
    try run([
      "/bin/bash", "-c", "set -o pipefail; vigia='\(binary)' vigia_lab='\(binary)-lab'; \(line)",
    ])
  }

  private static func run(_ command: [String], input: Data? = nil) throws -> Result {
    let file = try input.map { try TemporaryFile(Array($0), name: "in") }
    defer { withExtendedLifetime(file) {} }
    let ended = try Program.run(command, reading: file?.path ?? "/dev/null")
    return Result(status: ended.status, output: ended.output, errors: ended.errors)
  }
}

typealias Folder = TemporaryFolder
typealias Places = TestSupport.Places

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
