import Foundation
import FuzzEntries
import TestSupport
import Testing

/// The seeds of `make fuzz`, and each input that found something, in the ordinary build.
@Suite("Bytes of strangers")
struct FuzzCorpusTests {
  private static let folder = URL(fileURLWithPath: Places.own("Tests/Fuzz"))

  private static func inputs(_ entry: FuzzEntry) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(entry.rawValue), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test("Every seed and every earlier finding holds what must hold", arguments: FuzzEntry.allCases)
  func corpus(entry: FuzzEntry) throws {
    let inputs = try Self.inputs(entry)
    #expect(inputs.count > 1)
    for input in inputs {
      let bytes = try Array(Data(contentsOf: input))
      #expect(throws: Never.self, "\(entry) \(input.lastPathComponent)") {
        try bytes.withUnsafeBytes { try entry.run($0) }
      }
    }
  }

  @Test(
    "Every seed torn at a tenth of its length, and with a byte that no text has",
    arguments: FuzzEntry.allCases)
  func torn(entry: FuzzEntry) throws {
    for input in try Self.inputs(entry).prefix(6) {
      let bytes = try Array(Data(contentsOf: input))
      for tenth in 0..<10 where !bytes.isEmpty {
        var torn = Array(bytes[..<(bytes.count * tenth / 10)])
        for spoilt in [torn, torn + [0xFF] + bytes[torn.count...]] {
          torn = spoilt
          #expect(throws: Never.self, "\(entry) \(input.lastPathComponent), \(tenth) tenths") {
            try torn.withUnsafeBytes { try entry.run($0) }
          }
        }
      }
    }
  }

  @Test("Each folder of inputs has its entry")
  func folders() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let entries = FuzzEntry.allCases.map(\.rawValue)
    for name in names where !name.contains(".") {
      #expect(entries.contains(name), "Tests/Fuzz/\(name)")
    }
  }
}
