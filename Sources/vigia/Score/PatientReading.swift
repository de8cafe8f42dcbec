import Profile
import Scores
import Words

/// A patient as file and options state them, with every mistake in both.
struct PatientReading {
  private(set) var patient = Patient()
  /// The mistakes of the file first, in its order, then those of the options.
  private(set) var mistakes: [InputError] = []
  private let language: Language
  /// The place in the file where an input stands.
  private var places: [Input: YAMLValue] = [:]

  init(file: String?, options: ScoreInputOptions, language: Language) throws {
    self.language = language
    if let file { read(file) }
    for input in options.given { read(input, options[input]) }
    if mistakes.isEmpty {
      for (input, phrase) in patient.contradictions() {
        mistakes.append(refusal(of: input, language.say(phrase)))
      }
    }
  }

  /// Rare values, each where it stands.
  var warnings: [InputError] {
    patient.rarities().map { refusal(of: $0.input, language.say($0.phrase)) }
  }

  private func refusal(of input: Input, _ message: String) -> InputError {
    places[input]?.refuse(message) ?? InputError(file: input.option, message)
  }

  private mutating func read(_ file: String) {
    var patient = Patient()
    var places: [Input: YAMLValue] = [:]
    let language = language
    do {
      let (_, found) = try YAMLValue.check(file: file) { root in
        let members = try YAMLMembers(
          root, known: Input.allCases.map(\.key), former: ["tumour": Input.tumours.key])
        for input in Input.allCases {
          try members.read(input.key) { value in
            places[input] = value
            let texts = try PatientReading.texts(value, input, language)
            do {
              try patient.set(input, to: texts)
            } catch let refusal as Refusal {
              throw value.refuse(language.say(refusal.phrase))
            }
          }
        }
      }
      mistakes += found
    } catch let error as InputError {
      mistakes.append(error)
    } catch {
      mistakes.append(InputError(file: file, "cannot be used"))
    }
    self.patient = patient
    self.places = places
  }

  /// The text at that place; nil for YAML's null.
  private static func texts(
    _ value: YAMLValue, _ input: Input, _ language: Language
  ) throws -> [String] {
    if value.isEmpty || value.isNull { return [] }
    guard input == .tumours, let elements = try? value.elements() else {
      if let text = try? value.text() { return [text] }
      let expected = Phrase(
        es: "se esperaba \(input.accepts.es)", en: "expected \(input.accepts.en)")
      throw value.refuse(
        "\(language == .spanish ? "es" : "is") \(value.shown); \(language.say(expected))")
    }
    return try elements.map { $0.isEmpty || $0.isNull ? "-" : try $0.text() }
  }

  private mutating func read(_ input: Input, _ texts: [String]) {
    if places[input] != nil {
      let phrase = Phrase(
        es: "está también en el archivo; se esperaba una vez",
        en: "is in the file too; expected once")
      mistakes.append(InputError(file: input.option, language.say(phrase)))
      return
    }
    do {
      try patient.set(input, to: texts)
    } catch let refusal {
      mistakes.append(InputError(file: input.option, language.say(refusal.phrase)))
    }
  }
}
