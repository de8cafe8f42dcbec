/// Numbers as text: our own, so that a table is the same on every machine.
public enum Figure {
  /// With so many decimals, halves away from zero; "-" for what is not a number.
  public static func text(_ value: Double, _ decimals: Int = 0) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int64((value.magnitude * scale).rounded())
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(whole) }
    let fraction = String(whole % Int64(scale))
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return sign + String(whole / Int64(scale)) + "." + zeros + fraction
  }

  /// Two figures that matter: 128, 14, 1.3, 0.067, 0.0042.
  public static func short(_ value: Double) -> String {
    let size = value.magnitude
    if size == 0 { return "0" }
    return text(value, size >= 10 ? 0 : size >= 1 ? 1 : size >= 0.1 ? 2 : size >= 0.01 ? 3 : 4)
  }

  /// A table in Markdown; the first row is its head.
  public static func table(_ rows: [[String]]) -> String {
    guard let head = rows.first else { return "" }
    let widths = head.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ row: [String]) -> String {
      let cells = head.indices.map { column in
        let cell = column < row.count ? row[column] : ""
        return cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule =
      "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([line(head), rule] + rows.dropFirst().map(line)).joined(separator: "\n")
  }
}
