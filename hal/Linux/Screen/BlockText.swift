/// Text made of blocks, for what must be read from afar.
struct BlockText {
  /// How large a point of a letter is.
  struct Point: Equatable {
    /// In columns.
    let width: Int
    /// In halves of a row: a row is about twice as high as a column is wide.
    let halves: Int
    /// As wide as it is high.
    static func square(_ size: Int) -> Point { Point(width: size, halves: size) }
    /// The smallest whose points are whole rows: tall and narrow.
    static let tall = Point(width: 1, halves: 2)
    /// Fonts of the Linux console often lack half blocks, and have the full one.
    var isWhole: Bool { halves % 2 == 0 }
  }

  /// Columns, without the gap behind it; nil when a letter is missing from `Glyphs`.
  static func width(_ text: String, _ point: Point) -> Int? {
    var columns = 0
    for letter in text {
      guard let points = extent(letter) else { return nil }
      columns += points.count + 1
    }
    return max(columns - 1, 0) * point.width
  }

  /// The rows from the top down, all equally wide; nil when a letter is missing.
  static func rows(_ text: String, _ point: Point) -> [String]? {
    guard let width = width(text, point) else { return nil }
    let height = (Glyphs.height * point.halves + 1) / 2
    var points = [[Bool]](
      repeating: [Bool](repeating: false, count: width), count: height * 2)
    var left = 0
    for letter in text {
      guard let rows = Glyphs.rows(letter), let extent = extent(letter) else { return nil }
      for y in 0..<Glyphs.height {
        let row = rows >> UInt64(8 * (Glyphs.height - 1 - y))
        for x in extent where row >> UInt64(Glyphs.width - 1 - x) & 1 == 1 {
          let column = left + (x - extent.lowerBound) * point.width
          for half in 0..<point.halves {
            for i in column..<column + point.width { points[y * point.halves + half][i] = true }
          }
        }
      }
      left += (extent.count + 1) * point.width
    }
    return (0..<height).map { y in
      String(
        (0..<width).map { x -> Character in
          switch (points[2 * y][x], points[2 * y + 1][x]) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }

  /// The columns of points that a letter takes: an i is narrower than an m, but all digits are
  /// equally wide, so that the time stands still.
  private static func extent(_ letter: Character) -> Range<Int>? {
    guard let rows = Glyphs.rows(letter) else { return nil }
    if letter == " " { return 0..<2 }
    if letter.isNumber { return 0..<Glyphs.width }
    var all: UInt64 = 0
    for y in 0..<Glyphs.height { all |= rows >> UInt64(8 * y) & 0x1F }
    let columns = (0..<Glyphs.width).filter { all >> UInt64(Glyphs.width - 1 - $0) & 1 == 1 }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first..<last + 1
  }
}
