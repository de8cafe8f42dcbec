/// A photo on a terminal with 16 million colours: two pixels a cell, by the half block.
///
/// Its pixels are 64 by 64, red, green and blue, a byte each, from the top left. They come from a portal.
struct PhotoCells: Equatable {
  static let side = 64
  static let bytes = side * side * 3

  private let pixels: [UInt8]

  /// Nil for another number of bytes.
  init?(_ pixels: [UInt8]) {
    guard pixels.count == PhotoCells.bytes else { return nil }
    self.pixels = pixels
  }

  /// The photo that many rows high and twice as many columns wide, as text with its colours.
  ///
  /// - Parameter rows: 1 to 32; the pixels of a cell are the mean of what it covers.
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

  /// The mean of the pixels of one square among so many a side, as "r;g;b".
  private func colour(_ column: Int, _ row: Int, of sides: Int) -> String {
    func span(_ place: Int) -> Range<Int> {
      place * PhotoCells.side / sides..<(place + 1) * PhotoCells.side / sides
    }
    var sums = (0, 0, 0)
    var count = 0
    for y in span(row) {
      for x in span(column) {
        let at = (y * PhotoCells.side + x) * 3
        sums.0 += Int(pixels[at])
        sums.1 += Int(pixels[at + 1])
        sums.2 += Int(pixels[at + 2])
        count += 1
      }
    }
    return "\(sums.0 / count);\(sums.1 / count);\(sums.2 / count)"
  }
}
