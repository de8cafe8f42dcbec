import Advice
import Foundation
import PerimeterStudy
import Profile

/// What our rule reached before: figures of `--format json` that it may not fall below.
struct BenchFloor {
  private struct Entry {
    var cell: Cell
    var figures: [String: Any]

    /// The first of `[value, low, high]`; nil for null.
    func value(_ name: String) -> Double? { (figures[name] as? [Double])?.first }
    func count(_ name: String) -> Int? { figures[name] as? Int }
  }

  private let file: String
  private var entries: [Entry] = []

  init(file: String) throws {
    self.file = file
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw InputError(file: file, "cannot be read; expected what bench --format json printed")
    }
    for line in text.split(separator: "\n") {
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
        let object = value as? [String: Any]
      else { throw InputError(file: file, "is not what bench --format json prints") }
      guard object["rule"] as? String == "OURS" else { continue }
      guard let group = object["group"] as? String, let radius = object["radius_m"] as? Int,
        let family = object["family"] as? String
      else { throw InputError(file: file, "has a line without group, radius_m or family") }
      entries.append(
        Entry(cell: Cell(group: group, radius: radius, family: family), figures: object))
    }
    guard !entries.isEmpty else {
      throw InputError(file: file, "has no line of rule OURS; expected what bench prints as JSON")
    }
  }

  /// One for each figure that is worse now. The bench is exact, so nothing is forgiven.
  func complaints(about results: BenchResults) -> [String] {
    entries.flatMap { entry in
      let name = "\(entry.cell.group), R = \(entry.cell.radius) m, \(entry.cell.family)"
      guard
        let now = results.figures.first(where: { $0.rule == .ours && $0.cell == entry.cell })
      else { return ["\(name): not in this bench, but in \(file)"] }
      guard entry.count("traces") == now.traces else {
        return ["\(name): \(now.traces) traces now; expected as many as in \(file)"]
      }
      return worse(entry, now).map { "\(name): \($0)" }
    }
  }

  private func worse(_ entry: Entry, _ now: CellFigures) -> [String] {
    // Figures are printed to five decimals.
    let grain = 1e-5
    var found: [String] = []
    func check(_ what: String, _ before: Double?, _ now: Double?, moreIsWorse: Bool = true) {
      guard let before, let now else { return }
      if moreIsWorse ? now > before + grain : now < before - grain {
        found.append("\(what) \(Figure.short(now)); it was \(Figure.short(before))")
      }
    }
    check("false exits", entry.count("false_exits").map(Double.init), Double(now.falseExits))
    check("false returns", entry.count("false_returns").map(Double.init), Double(now.falseReturns))
    check("share wrongly out", entry.value("wrongly_out_share"), now.wronglyOut?.value)
    check("median delay, s,", entry.value("delay_p50_s"), now.delay50?.value)
    check("95 % delay, s,", entry.value("delay_p95_s"), now.delay95?.value)
    check("share seen", entry.value("seen_share"), now.seen?.value, moreIsWorse: false)
    check("share returned", entry.value("returned_share"), now.returned?.value, moreIsWorse: false)
    check("median return, s,", entry.value("return_p50_s"), now.return50?.value)
    check(
      "exits per excursion off 1 by",
      entry.value("exits_per_excursion").map { ($0 - 1).magnitude },
      now.exitsPerExcursion.map { ($0.value - 1).magnitude })
    return found
  }
}
