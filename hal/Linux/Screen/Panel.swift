import Words

/// Size of the letters on the wearer's screen. ALZ-10.
public enum TextSize: Sendable {
  /// The terminal's own letters; only the time is larger.
  case normal
  /// The headline is in large letters, where it fits.
  case large
  /// Twice as large where it fits, and the rest large too.
  case huge
}

/// A page laid out on a terminal of some size.
struct Panel {
  struct Line: Equatable {
    var text: String
    /// Made of blocks: as it is. Else it is centred on its own.
    var isStrong = false
    /// Columns of a line with colours; nil: each letter is one.
    var width: Int?
  }

  let columns: Int
  let rows: Int
  let size: TextSize
  /// The terminal's font has ▀ and ▄.
  let hasHalfBlocks: Bool
  /// Drawn where the page leaves room. Words keep their size beside it.
  var photo: PhotoCells?

  private struct Style {
    var clock: BlockText.Point?
    var headline: BlockText.Point?
    var body: BlockText.Point?
    var isAiry = true
  }

  /// Exactly `rows` lines, none wider than `columns`.
  func lines(_ page: ScreenText) -> [Line] {
    let styles = styles(hasClock: page.clock != nil)
    for style in styles {
      guard let lines = lay(page, style) else { continue }
      return photo == nil ? lines : beside(page, style, styles) ?? lines
    }
    return cut(page)
  }

  /// The page with its photo: the time may be smaller for it, and the letters stay as they are.
  private func beside(_ page: ScreenText, _ best: Style, _ styles: [Style]) -> [Line]? {
    styles.lazy.filter { $0.headline == best.headline && $0.body == best.body }
      .compactMap { lay(page, $0, leaving: Panel.leastPhoto + 3) }.first
  }

  // MARK: Sizes, the best first

  private func styles(hasClock: Bool) -> [Style] {
    var styles: [Style] = []
    let clocks: [BlockText.Point?] = hasClock ? points(upTo: 8).map { $0 } : [nil]
    for (headline, body) in letters {
      for clock in clocks {
        for isAiry in [true, false] {
          styles.append(Style(clock: clock, headline: headline, body: body, isAiry: isAiry))
        }
      }
    }
    return styles + [Style(isAiry: true), Style(isAiry: false)]
  }

  private func points(upTo largest: Int) -> [BlockText.Point] {
    let squares = stride(from: largest, to: 0, by: -1).map { BlockText.Point.square($0) }
    var points = squares.filter { hasHalfBlocks || $0.isWhole }
    points.insert(.tall, at: hasHalfBlocks ? points.count - 1 : points.count)
    return points
  }

  /// Letters of the headline and the body; nil is the terminal's own.
  private var letters: [(BlockText.Point?, BlockText.Point?)] {
    let small = hasHalfBlocks ? BlockText.Point.square(1) : .tall
    return switch size {
    case .normal: [(nil, nil)]
    case .large: [(small, nil), (nil, nil)]
    case .huge:
      [(.square(2), small), (small, small), (.square(2), nil), (small, nil), (nil, nil)]
    }
  }

  // MARK: Laying out

  /// Nil: it does not fit.
  ///
  /// - Parameter photo: rows that must be left for one.
  private func lay(_ page: ScreenText, _ style: Style, leaving photo: Int = 0) -> [Line]? {
    var groups: [[Line]] = []
    if let clock = page.clock {
      guard let lines = write(clock, style.clock) else { return nil }
      groups.append(lines)
    }
    if let title = page.title { groups.append(plain(title)) }
    guard let headline = write(page.headline, style.headline) else { return nil }
    groups.append(headline.map { Line(text: $0.text, isStrong: true) })
    var body: [Line] = []
    for line in page.body {
      guard let lines = write(line, style.body) else { return nil }
      if style.body != nil, !body.isEmpty { body.append(Line(text: "")) }
      body += lines
    }
    groups.append(body)
    groups.removeAll(where: \.isEmpty)
    let gap = style.isAiry ? [Line(text: "")] : []
    let top = Array(groups.joined(separator: gap))
    let hints = style.isAiry ? keys(page) : joinedKeys(page)
    let left = rows - top.count - hints.count
    guard left >= max(style.isAiry ? 1 : 0, photo) else { return nil }
    let picture = drawn(left)
    let free = left - picture.count
    let above = [Line](repeating: Line(text: ""), count: free / 2)
    let below = [Line](repeating: Line(text: ""), count: free - free / 2)
    return above + picture + top + below + hints
  }

  /// The fewest rows in which a face can be known.
  private static let leastPhoto = 6

  /// The photo and an empty line below it, in so many rows; empty where they are too few.
  private func drawn(_ rows: Int) -> [Line] {
    let height = min(rows - 3, columns / 2, PhotoCells.side / 2)
    guard let photo, height >= Panel.leastPhoto else { return [] }
    return photo.lines(rows: height).map { Line(text: $0, width: height * 2) } + [Line(text: "")]
  }

  /// A page that does not fit loses its end, and says so.
  private func cut(_ page: ScreenText) -> [Line] {
    let hints = joinedKeys(page).suffix(rows)
    let top = ([page.clock, page.title].compactMap { $0 }).flatMap { plain($0) }
    let headline = plain(page.headline).map { Line(text: $0.text, isStrong: true) }
    let all = top + headline + page.body.flatMap { plain($0) }
    var shown = Array(all.prefix(rows - hints.count))
    if shown.count < all.count, !shown.isEmpty {
      shown[shown.count - 1].text = String(shown[shown.count - 1].text.prefix(columns - 3)) + "..."
    }
    let rest = rows - hints.count - shown.count
    return shown + [Line](repeating: Line(text: ""), count: rest) + hints
  }

  private func write(_ text: String, _ point: BlockText.Point?) -> [Line]? {
    guard let point else { return plain(text) }
    let clean = PlainText.clean(text)
    guard
      let parts = PlainText.wrap(clean, columns, { BlockText.width($0, point) })
    else { return nil }
    var lines: [Line] = []
    for part in parts {
      guard let rows = BlockText.rows(part, point) else { return nil }
      if !lines.isEmpty { lines.append(Line(text: "")) }
      lines += rows.map { Line(text: $0) }
    }
    return lines
  }

  private func plain(_ text: String) -> [Line] {
    PlainText.wrap(PlainText.clean(text), columns).map { Line(text: $0) }
  }

  private func keys(_ page: ScreenText) -> [Line] { hints(page).flatMap { plain($0) } }

  /// Several on a line.
  private func joinedKeys(_ page: ScreenText) -> [Line] {
    var lines: [String] = []
    for hint in hints(page) {
      if let last = lines.last, last.count + 3 + hint.count <= columns {
        lines[lines.count - 1] = last + "   " + hint
      } else {
        lines.append(hint)
      }
    }
    return lines.flatMap { plain($0) }
  }

  private func hints(_ page: ScreenText) -> [String] {
    page.hints.map { $0.text.isEmpty ? "[\($0.label)]" : "[\($0.label)] \($0.text)" }
  }
}

/// Text made of blocks, for what must be read from afar.
private struct BlockText {
  /// The size of one point of a letter.
  struct Point: Equatable {
    /// Width in columns.
    let width: Int
    /// Height in halves of a row: a row is about twice as high as a column is wide.
    let halves: Int
    /// A point as wide as it is high.
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

  /// The columns of points that a letter takes. An i is narrower than an m, but all digits are equally
  /// wide, so that the time stands still.
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
