import Device
import Foundation
import HAL
import Packed
import Traces
import Trial

/// Walks and lives of devices that every checkout has.
enum PackedWalks {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Our walks, the harms, and one in six of the long days of the kept folder.
  static let traces: [String] = {
    let kept = traces(in: "Tests/Kept/f870944").enumerated().filter { $0.offset % 6 == 0 }
    return traces(in: "traces") + traces(in: "simulations/harms") + kept.map(\.element)
  }()

  private static func traces(in folder: String) -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: root.appendingPathComponent(folder).path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(folder)/\($0)" }
  }

  static func path(_ trace: String) -> String { root.appendingPathComponent(trace).path }

  static func events(_ trace: String) throws -> [Event] {
    let reader = try TraceReader(path: path(trace))
    var events: [Event] = []
    while let event = try reader.nextEvent() { events.append(event) }
    return events
  }

  /// The replay of the trace, with its packed form.
  static func replay(_ trace: String, _ change: PerimeterChange = .init()) throws -> Replay.Outcome
  {
    var options = Replay.Options()
    (options.packs, options.collectsSamples) = (true, true)
    options.change = change
    return try Replay(path: path(trace), options: options).run { _ in }
  }

  static func pack(_ events: [Event]) throws -> [UInt8] {
    var writer = PackedWriter<[UInt8]>([])
    for event in events { try writer.write(event) }
    return writer.sink
  }

  /// The items of the bytes, and the reason why there are no more.
  static func items(_ bytes: [UInt8]) -> (items: [PackedItem], failure: PackedError?) {
    var items: [PackedItem] = []
    do {
      try bytes.withUnsafeBytes { bytes in
        var reader = try PackedReader(BufferSource(bytes))
        while let item = try reader.next() { items.append(item) }
      }
      return (items, nil)
    } catch {
      return (items, error as? PackedError ?? .unfit)
    }
  }

  static func unpack(_ bytes: [UInt8]) throws -> [Event] {
    let (items, failure) = items(bytes)
    if let failure { throw failure }
    return items.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }
}
