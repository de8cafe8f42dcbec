import Diary
import Foundation

/// A state directory that goes away with its owner.
final class TemporaryState {
  let url: URL
  var folder: StateFolder { StateFolder(path: url.path) }
  var database: URL { url.appendingPathComponent("vigia.sqlite") }

  init() {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "vigia-diary-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Another program that knows the answer: Python with its sqlite3, csv and numpy.
///
/// When it is missing or fails the test fails: an oracle that is silent proves nothing.
enum Python {
  struct Failure: Error { var text: String }

  static func run(_ script: String, _ arguments: [String] = []) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(text: text) }
    return text
  }
}
