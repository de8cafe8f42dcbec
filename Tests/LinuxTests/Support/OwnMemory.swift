import Foundation

/// Memory of the process that runs the tests.
enum OwnMemory {
  static var residentMegabytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = text.split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096 / 1_048_576
  }
}
