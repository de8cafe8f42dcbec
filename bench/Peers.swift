import Foundation

/// The programs that ours is measured beside. Each run is checked: it must find about as many fixes
/// inside as the walk has.
enum Peers {
  private static let latitude = decimal(Walk.centerLatitudeE7, places: 7)
  private static let longitude = decimal(Walk.centerLongitudeE7, places: 7)

  /// Filters a track by gpsbabel in the fastest of its ways. The filter takes waypoints only, so the
  /// track becomes waypoints, which stay in their order. Without an output format gpsbabel just lists
  /// those that are left.
  /// - Returns: wall seconds, nil when gpsbabel is not installed or does not read the format.
  static func gpsbabel(_ input: Input, _ folder: String) throws -> Double? {
    guard input.format != .gpsd else { return nil }
    let distance = decimal(Walk.radiusMetres, places: 3) + "K"
    let command = Command(words: [
      "gpsbabel", "-i", input.format.fileExtension, "-f", input.path,
      "-x", "transform,wpt=trk,del",
      "-x", "radius,distance=\(distance),lat=\(latitude),lon=\(longitude),nosort",
    ])
    guard let run = try command.run(in: folder) else { return nil }
    try check("gpsbabel", inside: run.output.utf8.count { $0 == UInt8(ascii: "\n") }, input)
    return run.seconds
  }

  /// `peer.py`.
  static func python(_ interpreter: String, _ input: Input, _ folder: String) throws -> Double {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("peer.py").path
    let command = Command(words: [
      interpreter, script, input.format.fileExtension, input.path, latitude, longitude,
      String(Walk.radiusMetres),
    ])
    guard let run = try command.run(in: folder) else {
      throw BenchError("\(interpreter): no such program; expected a Python interpreter")
    }
    let numbers = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] == input.epochs else {
      throw BenchError("peer.py saw \(run.output); expected \(input.epochs) fixes")
    }
    try check("peer.py", inside: numbers[1], input)
    return run.seconds
  }

  /// `wc -l`, the least that can be done with a file.
  static func wc(_ input: Input, _ folder: String) throws -> Double? {
    try Command(words: ["wc", "-l", input.path]).run(in: folder)?.seconds
  }

  /// gpsd's own simulator at its fastest, on a log of one fix a second.
  /// - Returns: seconds of the log for each second that it took; nil when it is not installed.
  static func gpsfake(_ input: Input, _ folder: String) throws -> Double? {
    let command = Command(
      words: ["gpsfake", "-1", "-q", "-c", "0", "-p", "-P", "29470", input.path], mayComplain: true)
    guard let run = try command.run(in: folder) else { return nil }
    let fixes = run.output.components(separatedBy: "\"class\":\"TPV\"").count - 1
    guard fixes * 10 >= input.epochs * 9 else {
      throw BenchError("gpsfake reported \(fixes) of \(input.epochs) fixes")
    }
    return Double(input.epochs) / run.seconds
  }

  private static func check(_ name: String, inside: Int, _ input: Input) throws {
    guard abs(inside - input.inside) * 100 <= input.inside else {
      throw BenchError(
        "\(name) finds \(inside) of \(input.epochs) \(input.format.rawValue) fixes inside; "
          + "expected about \(input.inside)")
    }
  }
}
