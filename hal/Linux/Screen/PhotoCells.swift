/// A photo on a terminal with 16 million colours: two points a cell, by the half block.
///
/// Its points are 64 by 64, red, green and blue, a byte each, from the top left. They come from a portal.
struct PhotoCells: Equatable {
  static let side = 64
  static let bytes = side * side * 3

  private let points: [UInt8]

  /// Nil for another number of bytes.
  init?(_ points: [UInt8]) {
    guard points.count == PhotoCells.bytes else { return nil }
    self.points = points
  }

  /// The photo that many rows high and twice as many columns wide, as text with its colours.
  ///
  /// - Parameter rows: 1 to 32; the points of a cell are the mean of what it covers.
  func lines(rows: Int) -> [String] {
    let rows = min(max(rows, 1), PhotoCells.side / 2)
    let sides = rows * 2
    return (0..<rows).map { row in
      (0..<sides).map { column in
        let upper = colour(column, row * 2, of: sides)
        let lower = colour(column, row * 2 + 1, of: sides)
        return "\u{1B}[38;2;\(upper);48;2;\(lower)m▀"
      }.joined() + "\u{1B}[0m"
    }
  }

  /// The mean of the points of one square among so many a side, as "r;g;b".
  private func colour(_ column: Int, _ row: Int, of sides: Int) -> String {
    func span(_ place: Int) -> Range<Int> {
      place * PhotoCells.side / sides..<(place + 1) * PhotoCells.side / sides
    }
    var sums = (0, 0, 0)
    var count = 0
    for y in span(row) {
      for x in span(column) {
        let at = (y * PhotoCells.side + x) * 3
        sums.0 += Int(points[at])
        sums.1 += Int(points[at + 1])
        sums.2 += Int(points[at + 2])
        count += 1
      }
    }
    return "\(sums.0 / count);\(sums.1 / count);\(sums.2 / count)"
  }
}
