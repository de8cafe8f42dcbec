import Foundation

/// A program that a test runs to its end.
enum Tool {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  static func run(_ words: String...) throws -> Outcome { try run(words) }

  /// - Parameter words: the program, by its path or its name, and its arguments.
  static func run(_ words: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let folder = FileManager.default.temporaryDirectory
    let files = ["out", "err"].map {
      folder.appendingPathComponent("vigia-\($0)-\(UUID().uuidString)").path
    }
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try PortalProcess.withoutBlockedSignals { try process.run() }
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
