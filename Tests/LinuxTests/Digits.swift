/// Reads a time made of blocks, at any size.
enum Digits {
  /// Seven rows of five points.
  private static let patterns: [Character: String] = [
    "0": ".###.#...##...##...##...##...#.###.", "1": "..#...##....#....#....#....#...###.",
    "2": ".###.#...#....#...#...#...#...#####", "3": "#####...#...#.....#.....##...#.###.",
    "4": "...#...##..#.#.#..#.#####...#....#.", "5": "######....####.....#....##...#.###.",
    "6": "..##..#...#....####.#...##...#.###.", "7": "#####....#...#...#...#....#....#...",
    "8": ".###.#...##...#.###.#...##...#.###.", "9": ".###.#...##...#.####....#...#..##..",
  ]

  static func read(_ cells: [[Character]]) -> String? {
    // Halves of rows as rows of their own.
    var points: [[Bool]] = []
    for row in cells {
      points.append(row.map { "█▀".contains($0) })
      points.append(row.map { "█▄".contains($0) })
    }
    guard let first = points.firstIndex(where: { $0.contains(true) }),
      let last = points.lastIndex(where: { $0.contains(true) })
    else { return nil }
    let (high, rest) = (last - first + 1).quotientAndRemainder(dividingBy: 7)
    guard rest == 0 else { return nil }
    let columns = (0..<cells[0].count).map { x in (first...last).contains { points[$0][x] } }
    guard let left = columns.firstIndex(of: true), let right = columns.lastIndex(of: true) else {
      return nil
    }
    for wide in 1...max(high, 1) {
      if let text = read(points, first, left, right, wide, high) { return text }
    }
    return nil
  }

  private static func read(
    _ points: [[Bool]], _ top: Int, _ left: Int, _ right: Int, _ wide: Int, _ high: Int
  ) -> String? {
    func cell(_ x: Int, _ y: Int) -> Character {
      let column = left + x * wide
      return (left...right).contains(column) && points[top + y * high][column] ? "#" : "."
    }
    // A 1 at the left has its first point in the second column.
    for shift in [0, -1] {
      var text = ""
      var x = shift
      while left + x * wide <= right {
        let isColon = [1, 2, 4, 5].allSatisfy { cell(x, $0) == "#" && cell(x + 1, $0) == "#" }
        if isColon, text.count == 2 {
          text.append(":")
          x += 3
          continue
        }
        let shape = String(
          (0..<7).flatMap { y in (0..<5).map { x + $0 < 0 ? "." : cell(x + $0, y) } })
        guard let digit = patterns.first(where: { $0.value == shape })?.key else { break }
        text.append(digit)
        x += 6
      }
      if text.count == 5 { return text }
    }
    return nil
  }
}
