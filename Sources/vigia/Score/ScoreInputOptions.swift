import ArgumentParser
import Scores
import Words

extension Option where Value == [String] {
  /// An option for one input of the scores. It takes each value that is given, so that a second one can be
  /// refused and not silently win.
  fileprivate init(wrappedValue: [String], _ input: Input) {
    var names: NameSpecification = [.customLong(String(input.option.dropFirst(2)))]
    if input == .tumours { names = [.customLong("tumours"), .customLong("tumour")] }
    let several = input == .tumours ? "; one for each tumour" : ""
    self.init(
      wrappedValue: wrappedValue, name: names, parsing: .unconditionalSingleValue,
      help: ArgumentHelp(
        "\(input.title.en): \(input.accepts.en)\(several).", valueName: "value"),
      completion: input.words.isEmpty ? nil : .list(input.words), transform: TypedValue.text)
  }
}

/// The known inputs of the patient, an option each. An option that is left out is unknown.
struct ScoreInputOptions: ParsableArguments {
  @Option(.bilirubin) var bilirubin: [String] = []
  @Option(.bilirubinDay7) var bilirubinDay7: [String] = []
  @Option(.albumin) var albumin: [String] = []
  @Option(.inr) var inr: [String] = []
  @Option(.creatinine) var creatinine: [String] = []
  @Option(.dialysis) var dialysis: [String] = []
  @Option(.sodium) var sodium: [String] = []
  @Option(.prothrombinTime) var prothrombinTime: [String] = []
  @Option(.prothrombinControl) var prothrombinControl: [String] = []
  @Option(.platelets) var platelets: [String] = []
  @Option(.ast) var ast: [String] = []
  @Option(.astLimit) var astLimit: [String] = []
  @Option(.alt) var alt: [String] = []
  @Option(.alp) var alp: [String] = []
  @Option(.alpLimit) var alpLimit: [String] = []
  @Option(.afp) var afp: [String] = []
  @Option(.age) var age: [String] = []
  @Option(.sex) var sex: [String] = []
  @Option(.ascites) var ascites: [String] = []
  @Option(.encephalopathy) var encephalopathy: [String] = []
  @Option(.ecog) var ecog: [String] = []
  @Option(.symptomatic) var symptomatic: [String] = []
  @Option(.varices) var varices: [String] = []
  @Option(.portalHypertension) var portalHypertension: [String] = []
  @Option(.transplantCandidate) var transplantCandidate: [String] = []
  @Option(.tumours) var tumours: [String] = []
  @Option(.tumourCount) var tumourCount: [String] = []
  @Option(.tumourOverHalf) var tumourOverHalf: [String] = []
  @Option(.vascularInvasion) var vascularInvasion: [String] = []
  @Option(.portalVeinThrombosis) var portalVeinThrombosis: [String] = []
  @Option(.adjacentOrgan) var adjacentOrgan: [String] = []
  @Option(.nodes) var nodes: [String] = []
  @Option(.metastasis) var metastasis: [String] = []
  @Option(.extrahepatic) var extrahepatic: [String] = []
  @Option(.childPugh) var childPugh: [String] = []
  @Option(.bclc) var bclc: [String] = []
  @Option(.tnm) var tnm: [String] = []

  subscript(input: Input) -> [String] {
    switch input {
    case .bilirubin: bilirubin
    case .bilirubinDay7: bilirubinDay7
    case .albumin: albumin
    case .inr: inr
    case .creatinine: creatinine
    case .dialysis: dialysis
    case .sodium: sodium
    case .prothrombinTime: prothrombinTime
    case .prothrombinControl: prothrombinControl
    case .platelets: platelets
    case .ast: ast
    case .astLimit: astLimit
    case .alt: alt
    case .alp: alp
    case .alpLimit: alpLimit
    case .afp: afp
    case .age: age
    case .sex: sex
    case .ascites: ascites
    case .encephalopathy: encephalopathy
    case .ecog: ecog
    case .symptomatic: symptomatic
    case .varices: varices
    case .portalHypertension: portalHypertension
    case .transplantCandidate: transplantCandidate
    case .tumours: tumours
    case .tumourCount: tumourCount
    case .tumourOverHalf: tumourOverHalf
    case .vascularInvasion: vascularInvasion
    case .portalVeinThrombosis: portalVeinThrombosis
    case .adjacentOrgan: adjacentOrgan
    case .nodes: nodes
    case .metastasis: metastasis
    case .extrahepatic: extrahepatic
    case .childPugh: childPugh
    case .bclc: bclc
    case .tnm: tnm
    }
  }

  var given: [Input] { Input.allCases.filter { !self[$0].isEmpty } }
}
