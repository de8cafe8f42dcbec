import Device
import HAL
import Packed
import WhatIf

/// A packed walk gives events that pack again to the same, and a device takes whatever it gives.
enum PackedEntry {
  /// A device that lives through years of reminders would take too long.
  private static let longest: Int64 = 7 * 86_400_000

  static func run(_ bytes: [UInt8]) throws {
    let (items, failure) = read(bytes)
    var writer = PackedWriter<[UInt8]>([])
    var (first, last) = (Int64?.none, Int64(0))
    for item in items {
      switch item {
      case .event(let event):
        try must(event.at.milliseconds >= last, "an event lies before the one before it")
        last = event.at.milliseconds
        first = first ?? last
        try writer.write(event)
      case .off(let since): writer.writeOff(at: since)
      case .offset(let offset): writer.write(offset: offset)
      }
    }
    let again = read(writer.sink)
    try must(
      again.failure == nil, "what was written cannot be read: \(String(describing: failure))")
    try must(again.items == items, "other items behind the second packing")
    guard last - (first ?? 0) <= longest, items.count <= 2000 else { return }
    try bytes.withUnsafeBytes { bytes in
      do throws(WhatIf.Failure) {
        let walk = try WhatIf(bytes)
        walk.change = PerimeterChange(radius: Metres(300), sensitivity: .quick)
        try walk.replay()
      } catch { return }
      if failure != nil { throw Broken(description: "a walk with a mistake is replayed") }
    }
  }

  private static func read(_ bytes: [UInt8]) -> (items: [PackedItem], failure: PackedError?) {
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
}
