import Device
import HAL
import Names

/// Decimals that show all of a number.
public enum Decimals {
  /// More are shown of none.
  static let most = 3

  /// The fewest that show all of it, `least` or more, and three at most.
  public static func all(of value: Double, least: Int = 0) -> Int {
    // Another unit in between leaves an error far below a millionth.
    (least..<most).first { abs(rounded(value, $0) - value) < 1e-6 } ?? most
  }

  static func rounded(_ value: Double, _ decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    return (value * scale).rounded() / scale
  }
}

/// The decimals with which amounts of glucose are shown.
extension GlucoseUnit {
  /// Those that a meter shows.
  public var usualDecimals: Int {
    switch self {
    case .milligrams: 0
    case .millimoles: 1
    }
  }

  /// The fewest that show all of an amount, a meter's or more, and three at most.
  public func allDecimals(of value: Double) -> Int {
    Decimals.all(of: value, least: usualDecimals)
  }

  /// The fewest that leave an amount in its own band, a meter's or more: 69.6 mg/dL is no 70.
  public func bandDecimals(of value: Double) -> Int {
    bandDecimals(of: value, band(value), least: usualDecimals)
  }

  /// The amount as it was measured; in the other unit, as a meter would show it. More decimals are given
  /// where a meter's would put it into another band. A meter's are left where none helps: 180.1 mg/dL is
  /// 9.997 mmol/L, which is not above 10.0.
  public func number(_ glucose: Glucose) -> Double {
    let value = value(glucose)
    if glucose.unit == self { return value }
    let band = GlucoseBands([.amount(glucose)]).lowest
    return Decimals.rounded(value, bandDecimals(of: value, band, least: usualDecimals))
  }

  /// Those of the lowest or the highest of some readings: those it was measured with, and more where
  /// they would put it into another band.
  /// - Parameter band: the outermost of these readings, which were measured in either unit.
  func extremeDecimals(of glucose: Glucose, _ band: Int?) -> Int {
    let value = value(glucose)
    let least = glucose.unit == self ? allDecimals(of: value) : usualDecimals
    return bandDecimals(of: value, band, least: least)
  }

  /// `least` where no number of decimals leaves it in the band.
  private func bandDecimals(of value: Double, _ band: Int?, least: Int) -> Int {
    (least...max(least, usualDecimals + 2))
      .first { self.band(Decimals.rounded(value, $0)) == band } ?? least
  }

  private func band(_ value: Double) -> Int? {
    switch self {
    case .milligrams:
      GlucoseBands([.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(value)))]).lowest
    case .millimoles:
      GlucoseBands([.amount(.millimolesPerLitre(MillimolesPerLitre(value)))]).lowest
    }
  }
}

extension GlucoseBands {
  /// The number of readings in each, the lowest first.
  public var parts: [Int] { [veryLow, low, inRange, high, veryHigh] }

  /// The lowest and the highest with a reading, of `parts`; nil for none.
  var lowest: Int? { parts.firstIndex { $0 > 0 } }
  var highest: Int? { parts.lastIndex { $0 > 0 } }
}
