import Advice
import Device
import Names
import Traces

/// The price of each temper, the chosen one marked.
enum TemperText {
  static func table(chosen: PerimeterTemper) -> String {
    func number(_ value: Double) -> String { Figure.text(value) }
    let rows = TemperPrice.all.map { price in
      let mark = price.temper == chosen ? "*" : " "
      let late = "(\(number(price.metres.late)) m, \(number(price.seconds.late)) s)"
      let alarms = price.falseAlarms
      return "  \(mark) " + pad(price.temper.spelling, 8)
        + pad("\(number(price.metres.median)) m, \(number(price.seconds.median)) s", 12)
        + pad(late, 15)
        + "\(Figure.text(alarms.street, 2)) between houses, \(Figure.text(alarms.indoors, 1)) indoors"
    }
    return """
      perimeter.temper: how far and how long beyond the edge a walker is when you are told (95 %), and
      false alarms a month for an hour a day at 0.8 of a radius of 100 m; larger circles have fewer.
      \(rows.joined(separator: "\n"))
      """
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
