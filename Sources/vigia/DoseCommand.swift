import ArgumentParser
import Console
import Device
import Profile
import Trial
import Words

extension Meal: ExpressibleByArgument {
  public init?(argument: String) { self.init(spelling: argument) }
  public static var allValueStrings: [String] { spellings.map(\.name) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct DoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dose",
    abstract: "Works out the dose that the device would propose before a meal.",
    discussion: """
      Not medical advice. The correction goes to the nearest edge of the target range. Insulin on \
      board lowers a positive correction only. The total is rounded down to the pen's step. \
      Exit status: 0 a dose is proposed; 1 none is, and why; 2 bad usage or input.

      vigia dose --profile profile.yaml --meal lunch --glucose 182mg/dL --carbs 60g
      vigia dose --profile profile.yaml --meal dinner --glucose 182mg/dL --last-dose 4U@-90min
      """)

  @Option(
    text: "A profile with an insulin section.", valueName: "profile.yaml", completion: .file())
  var profile: String

  @Option(parsing: .unconditional, help: "The meal that the dose is for.")
  var meal: Meal

  @Option(text: "182mg/dL, 10.1mmol/L, LO or HI.", valueName: "amount")
  var glucose: String?

  @Option(text: "60g; without it, the base of the meal.", valueName: "grams")
  var carbs: String?

  @Option(
    name: .customLong("last-dose"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("4U@-90min; may be given several times.", valueName: "dose"),
    transform: TypedValue.text)
  var lastDoses: [String] = []

  @Option(text: "The age of the reading. (default: 0min)", valueName: "span")
  var age: String = "0min"

  @Option(parsing: .unconditional, help: "For people, for scripts.")
  var format: TextOrJSON = .text

  func run() throws {
    let profile = try Profile(file: self.profile)
    guard let insulin = profile.insulin else {
      throw InputError(
        file: self.profile, "has no insulin section; a dose needs one (vigia dose --help)")
    }
    let doses = try lastDoses.map { try Quantity.givenDose($0) }
    let carbohydrates = try carbs.map { try Quantity.grams($0) }
    if carbohydrates != nil, insulin.gramsPerUnit == nil {
      throw InputError(file: "--carbs", "needs carb_ratio_g in the profile's insulin section")
    }
    let request = DoseRequest(
      meal: meal, reading: try glucose.map { try Quantity.meterResult($0) },
      readingAge: try Quantity.span(age, option: "--age"), carbohydrates: carbohydrates,
      insulinOnBoard: Double(doses.reduce(0) { $0 + insulin.model.microunitsOnBoard($1) })
        / 1_000_000)
    let result = insulin.dose(request)
    switch format {
    case .text: try StandardOutput.print(DoseText(profile.language).text(result, request, insulin))
    case .json: try StandardOutput.print(DoseText.json(result, request))
    }
    if case .failure = result { throw ExitCode(1) }
  }
}

/// A proposal for people and for scripts: its parts, not only the sum.
private struct DoseText {
  private let language: Language

  init(_ language: Language) { self.language = language }

  /// The lines of the wearer's screen.
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
      isCapped: Bool = false, _ refused: String
    ) -> String {
      "{\"base_u\":\(base),\"carbs_u\":\(carbs),\"correction_u\":\(correction),"
        + "\"iob_u\":\(number(onBoard)),\"total_u\":\(total),"
        + "\(isCapped ? "\"capped\":true," : "")\"refused\":\(refused)}"
    }
    switch result {
    case .failure(let error):
      return line("0", "0", "0", request.insulinOnBoard, "0", "\"\(error.refusal.reason)\"")
    case .success(let dose):
      return line(
        dose.isByCarbohydrates ? "0" : number(dose.meal),
        dose.isByCarbohydrates ? number(dose.meal) : "0", number(dose.correction),
        dose.insulinOnBoard, number(dose.total.value), isCapped: dose.isCapped,
        "null")
    }
  }

  /// The value to the millionth of a unit, without a point when whole.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1_000_000).rounded() / 1_000_000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
