import Device
import Trial
import Words

/// A proposal for people and for scripts: its parts, not only the sum.
struct DoseText {
  private let language: Language

  init(_ language: Language) { self.language = language }

  func text(
    _ result: Result<DoseProposal, DoseRefusalError>, _ request: DoseRequest,
    _ profile: InsulinProfile
  ) -> String {
    let es = language == .spanish
    switch result {
    case .failure(let error): return language.sentence(error.refusal)
    case .success(let dose):
      var lines: [String] = []
      if case .amount(let glucose) = request.reading {
        lines.append("\(es ? "glucosa     " : "glucose     ") \(language.text(glucose))")
      }
      let how =
        dose.isByCarbohydrates
        ? (es ? "por hidratos" : "by carbohydrates")
        : (es ? "base de la comida" : "base of the meal")
      lines.append("\(es ? "comida      " : "meal        ") \(units(dose.meal)), \(how)")
      lines.append("\(es ? "corrección  " : "correction  ") \(correction(dose))")
      lines.append("TOTAL        \(language.text(dose.total))")
      if dose.isCapped {
        let maximum = language.text(profile.maximum)
        lines.append(
          es
            ? "limitado al máximo del perfil, \(maximum)"
            : "held to the profile's maximum, \(maximum)")
      }
      return lines.joined(separator: "\n")
    }
  }

  /// Insulin on board is taken off a positive correction only; the line must add up for a reader.
  private func correction(_ dose: DoseProposal) -> String {
    guard dose.correction > 0, dose.insulinOnBoard > 0 else { return units(dose.correction) }
    let left = units(max(dose.correction - dose.insulinOnBoard, 0))
    let parts = (units(dose.correction), units(dose.insulinOnBoard))
    return language == .spanish
      ? "\(parts.0) menos \(parts.1) activas: \(left)"
      : "\(parts.0) less \(parts.1) on board: \(left)"
  }

  private func units(_ value: Double) -> String { "\(language.decimals(value, 2)) U" }

  static func json(
    _ result: Result<DoseProposal, DoseRefusalError>, _ request: DoseRequest
  ) -> String {
    func line(
      _ base: String, _ carbs: String, _ correction: String, _ onBoard: Double, _ total: String,
      _ refused: String
    ) -> String {
      "{\"base_u\":\(base),\"carbs_u\":\(carbs),\"correction_u\":\(correction),"
        + "\"iob_u\":\(number(onBoard)),\"total_u\":\(total),\"refused\":\(refused)}"
    }
    switch result {
    case .failure(let error):
      return line("0", "0", "0", request.insulinOnBoard, "0", "\"\(error.refusal.reason)\"")
    case .success(let dose):
      return line(
        dose.isByCarbohydrates ? "0" : number(dose.meal),
        dose.isByCarbohydrates ? number(dose.meal) : "0", number(dose.correction),
        dose.insulinOnBoard, number(dose.total.value), "null")
    }
  }

  /// To the millionth of a unit, without a point when whole.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1_000_000).rounded() / 1_000_000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
