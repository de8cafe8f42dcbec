import Foundation

/// The commit that this program was built from: that of the checkout in which it lies.
enum Commit {
  /// "unknown" when it was installed elsewhere; with "-dirty" when the checkout has changes.
  static let current: String = {
    let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = [
      "git", "-C", binary.deletingLastPathComponent().path,
      "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*",
    ]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return "unknown" }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    git.waitUntilExit()
    let commit = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return git.terminationStatus == 0 && !commit.isEmpty ? commit : "unknown"
  }()
}
