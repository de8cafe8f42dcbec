import Device
import Trial
import Words

/// A proposal for people and for scripts: its parts, not only the sum.
struct DoseText {
  private let language: Language

  init(_ language: Language) { self.language = language }

  /// As the wearer reads it.
  func text(
    _ result: Result<DoseProposal, DoseRefusalError>, _ request: DoseRequest,
    _ profile: InsulinProfile
  ) -> String {
    switch (result, request.reading) {
    case (.failure(let error), _): language.sentence(error.refusal)
    case (.success(let dose), .amount(let glucose)):
      language.lines(dose, reading: glucose, insulin: profile).joined(separator: "\n")
    // There is no dose without a number.
    case (.success(let dose), _): language.text(dose.total)
    }
  }

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
