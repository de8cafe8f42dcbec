import CLinux
import HAL

/// Fixes that wait to be read, oldest first.
///
/// A reader that looks after each turn finds all. For one that does not, the oldest makes room: a
/// place of now says more than one of long ago.
struct FixQueue {
  /// One piece of gpsd's output holds no more of the shortest reports, `{"class":"TPV","mode":1}`.
  static let capacity = Int(CLINUX_GPS_LONGEST_LINE) / 25 + 1

  private var fixes: [Fix] = []
  private var first = 0
  private(set) var overflowed = 0

  mutating func add(_ fix: Fix) {
    if fixes.count - first == FixQueue.capacity {
      overflowed += 1
      first += 1
    }
    if first > FixQueue.capacity {
      fixes.removeFirst(first)
      first = 0
    }
    fixes.append(fix)
  }

  mutating func take() -> Fix? {
    guard first < fixes.count else { return nil }
    let fix = fixes[first]
    first += 1
    if first == fixes.count {
      fixes.removeAll(keepingCapacity: true)
      first = 0
    }
    return fix
  }
}
