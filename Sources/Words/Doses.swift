import Device
import HAL

/// Doses and glucose as people read them.
extension Language {
  /// "182 mg/dL" or "10.1 mmol/L": the unit is always shown, and the value as it was measured.
  public func text(_ glucose: Glucose) -> String {
    switch glucose {
    case .milligramsPerDecilitre(let amount): "\(Int(amount.value.rounded())) mg/dL"
    case .millimolesPerLitre(let amount): "\(decimals(amount.value, 1)) mmol/L"
    }
  }

  /// "4.5 U", with as many decimals as the amount has.
  public func text(_ units: InsulinUnits) -> String {
    var text = decimals(units.value, 3)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") || text.hasSuffix(",") { text.removeLast() }
    return "\(text) U"
  }

  /// A fixed number of decimals, in the language's separator.
  public func decimals(_ value: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1) { power, _ in power * 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + String(scaled / scale) + (self == .spanish ? "," : ".")
      + String(repeating: "0", count: places - fraction.count) + fraction
  }

  /// Why there is no dose, and what to do.
  public func sentence(_ refusal: DoseRefusal) -> String {
    let es = self == .spanish
    switch refusal {
    case .noReading: return es ? "Falta la glucosa." : "There is no glucose reading."
    case .veryLow:
      return es
        ? "Glucosa muy baja: tome azúcar ahora y pida ayuda. No se inyecte."
        : "Very low glucose: take sugar now and get help. Do not inject."
    case .low:
      return es
        ? "Glucosa baja: tome 15 g de azúcar y mida otra vez en 15 minutos. No se inyecte."
        : "Low glucose: take 15 g of sugar and measure again in 15 minutes. Do not inject."
    case .notMeasurable:
      return es
        ? "El medidor no da un número fiable: mida otra vez y consulte."
        : "The meter gives no number to rely on: measure again and ask for advice."
    case .staleReading:
      return es
        ? "La medida tiene más de 15 minutos: mida otra vez."
        : "The reading is older than 15 minutes: measure again."
    case .secondDoseForMeal:
      return es
        ? "Ya hay una dosis para esta comida." : "There is a dose for this meal already."
    case .clockUntrusted:
      return es
        ? "El reloj no es de fiar: no se puede calcular la insulina activa."
        : "The clock is not to be trusted: active insulin cannot be worked out."
    }
  }
}
