import ArgumentParser
import Console
import Profile
import Scores
import Trial
import Words

struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Works out published liver scores, each with its rule and source.",
    discussion: """
      Not medical advice: docs/liver.md says what each score is for and where it ends. \
      An amount needs its unit, which is never guessed. An input that is left out is unknown: a score \
      that lacks it says "-" and names it. \
      Exit status: 0 fine; 1 the one score that was asked for lacks an input; 2 bad usage or input.

      vigia score list
      vigia score fib-4 --age 50 --ast 80U/L --alt 60U/L --platelets 150K/uL
      """)

  @Argument(
    help: ArgumentHelp("A score such as meld-na, or all, or list.", valueName: "name"),
    completion: .list(AllScores.list.map(\.name) + ["all", "list"]))
  var name: String

  @Option(
    text: "A file with the inputs: YAML, one key each.", valueName: "patient.yaml",
    completion: .file())
  var file: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("en or es. (default: en)", valueName: "language"),
    completion: .languages, transform: TypedValue.language)
  var language: Language?

  @Option(parsing: .unconditional, help: "For people, for scripts.")
  var format: TextOrJSON = .text

  @Option(
    text: "Writes a page with inputs, scores, rules and sources.", valueName: "out.html",
    completion: .file())
  var report: String?

  @OptionGroup(title: "Inputs") var inputs: ScoreInputOptions

  func run() throws {
    let language = language ?? .english
    if name.lowercased() == "list" { return try list(language) }
    let scores = try asked()
    let reading = try PatientReading(file: file, options: inputs, language: language)
    for mistake in reading.mistakes { complain(mistake.description) }
    guard reading.mistakes.isEmpty else { throw ExitCode(2) }
    warn(reading, scores, language)
    let sheet = ScoreSheet(patient: reading.patient, scores: scores, language: language)
    if let report {
      let output = try OutputFile(path: report, inputs: file.map { [$0] } ?? [])
      try output.write(ScorePage(sheet).html())
      try output.finish()
    }
    switch format {
    case .text: try StandardOutput.print(ScoreText(sheet).text())
    case .json: try StandardOutput.print(ScoreJSON.lines(sheet))
    }
    if scores.count == 1, sheet.lines.contains(where: { $0.value == nil }) { throw ExitCode(1) }
  }

  private func asked() throws -> [any Score] {
    if name.lowercased() == "all" { return AllScores.list }
    guard let score = AllScores.named(name) else {
      let names = AllScores.list.map(\.name).joined(separator: ", ")
      throw InputError(
        file: "score", "\"\(name.prefix(80))\" is not known; expected all, list or one of \(names)")
    }
    return [score]
  }

  private func list(_ language: Language) throws {
    let unused = inputs.given.map(\.option) + (file == nil ? [] : ["--file"])
    if let first = (report == nil ? unused : unused + ["--report"]).first {
      throw InputError(file: first, "has no place in list; expected a score or all")
    }
    switch format {
    case .text: try StandardOutput.print(ScoreText.list(language))
    case .json: try StandardOutput.print(ScoreJSON.list(language))
    }
  }

  /// Prints warnings of rare values, and of options that the one score does not ask for.
  private func warn(_ reading: PatientReading, _ scores: [any Score], _ language: Language) {
    let warning = language == .spanish ? "aviso" : "warning"
    for rarity in reading.warnings { complain("\(warning): \(rarity)") }
    guard scores.count == 1, let score = scores.first else { return }
    for input in inputs.given where !score.uses(input) {
      let phrase = Phrase(
        es: "no entra en \(score.name)", en: "has no part in \(score.name)")
      complain("\(warning): \(input.option): \(language.say(phrase))")
    }
  }
}

/// Some scores of one patient.
struct ScoreSheet {
  struct Line {
    let score: any Score
    /// Nil where inputs are missing.
    let value: ScoreValue?
    let missing: [Input]
    /// Remarks on the answer, or on stated inputs that say too little for one.
    let notes: [Phrase]
  }

  let patient: Patient
  let lines: [Line]
  let language: Language

  init(patient: Patient, scores: [any Score], language: Language) {
    self.patient = patient
    self.language = language
    lines = scores.map { score in
      switch score.evaluate(patient) {
      case .value(let value): Line(score: score, value: value, missing: [], notes: value.notes)
      case .missing(let inputs):
        Line(
          score: score, value: nil, missing: inputs,
          notes: inputs.compactMap { patient.note(of: $0) })
      }
    }
  }

  /// The caution under every answer.
  static let caution = Phrase(
    es: "No es consejo médico. Para qué sirve cada escala y dónde termina: docs/liver.md.",
    en: "Not medical advice. What each score is for, and where it ends: docs/liver.md.")
}
