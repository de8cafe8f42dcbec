/// The results for people.
struct Table {
  let results: Results

  var text: String {
    """
    Fixes per second, medians of \(results.rounds) rounds. A ratio is ours over theirs, turn by turn:
    median (least to greatest). Other programs are timed whole, with their start; every turn is
    checked, and all of ours come to the same digest.

    \(columns(files))

    \(columns(scale))

    \(columns(memory))

    \(columns(world))

    \(notes.joined(separator: "\n"))
    """
  }

  private var files: [[String]] {
    [["From a file", "ours", "gpsbabel", "ratio", "Python", "ratio"]]
      + results.formats.map { format in
        [format.format, Table.count(format.fixesPerSecond.median)]
          + ["gpsbabel", "Python"].flatMap { name in
            format.beside.first { $0.peer == name }.map {
              [Table.count($0.fixesPerSecond.median), Table.range($0.ratio)]
            } ?? ["-", "-"]
          }
      }
  }

  private var scale: [[String]] {
    [["For scale, MB/s", "ours", "wc -l", "our time over its"]]
      + results.formats.map {
        [
          $0.format, Table.count($0.megabytesPerSecond.median),
          $0.wc.map { Table.count($0.megabytesPerSecond.median) } ?? "-",
          $0.wc.map { Table.range($0.times) } ?? "-",
        ]
      }
  }

  private var memory: [[String]] {
    [["From memory, one core", "ours", "least", "greatest"]]
      + results.memory.map {
        [
          $0.through, Table.count($0.fixesPerSecond.median), Table.count($0.fixesPerSecond.min),
          Table.count($0.fixesPerSecond.max),
        ]
      }
  }

  private var world: [[String]] {
    let world = results.world
    return [
      ["Simulated over true time, one core", "ours", "gpsfake", "ratio"],
      [
        "whole devices, all faults, checkers on, \(world.days) days",
        Table.range(world.speed),
        world.gpsfake.map(Table.range) ?? "-", world.ratio.map(Table.range) ?? "-",
      ],
    ]
  }

  private var notes: [String] {
    results.formats.map { format in
      let fixes =
        ["\(Table.count(Double(format.fixes))) fixes"]
        + format.beside.map { "\(Table.count(Double($0.fixes))) for \($0.peer)" }
      return "\(format.format): \(fixes.joined(separator: ", ")); \(format.exits) exits, "
        + "\(format.returns) returns, digest \(format.digest)"
    }
      + results.memory.suffix(1).map {
        "Memory: \(Table.count(Double($0.fixes))) fixes; \($0.exits) exits, digest \($0.digest)"
      }
  }

  /// The first column to the left, the others to the right, each as wide as its widest cell.
  private func columns(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + blanks : blanks + cell.0
      }.joined(separator: "   ")
    }.joined(separator: "\n")
  }

  /// 1,234,567
  private static func count(_ value: Double) -> String {
    var digits = Array(String(Int(value.rounded())))
    for position in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: position)
    }
    return String(digits)
  }

  /// 12.3 (11.8 to 12.9)
  private static func range(_ spread: Spread) -> String {
    func tenths(_ value: Double) -> String {
      value < 100 ? decimal(Int((value * 10).rounded()), places: 1) : count(value)
    }
    return "\(tenths(spread.median)) (\(tenths(spread.min)) to \(tenths(spread.max)))"
  }
}
