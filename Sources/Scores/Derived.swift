import Words

/// Inputs that follow from other inputs by logic alone. Anything else stays unknown.
extension Ask {
  mutating func hasAscites() -> Bool? { self(.ascites, patient.ascites).map { $0 != .none } }

  /// The grade, for scores that need more than a yes.
  mutating func gradedAscites() -> Ascites? {
    self(.ascites, patient.ascites == .present ? nil : patient.ascites)
  }

  /// Child-Pugh as somebody stated it, else from its own five inputs.
  mutating func childPughClass() -> ChildPughClass? {
    if let stated = patient.childPugh { return stated.grade }
    return childPughPoints().map(ChildPugh.grade)
  }

  mutating func childPughPoints() -> Int? {
    if let stated = patient.childPugh {
      if stated.points != nil { return stated.points }
      // The inputs of the score may say which points of the stated class they are.
      let fitting = ChildPugh.totals(patient).filter { ChildPugh.grade($0) == stated.grade }
      guard fitting.count == 1, let total = fitting.first else {
        return self(.childPugh, nil)
      }
      let name = "Child-Pugh: \(stated.grade.rawValue)\(total)"
      notes.append(Phrase(es: name, en: name))
      return total
    }
    switch ChildPugh().evaluate(patient) {
    case .missing(let inputs):
      lack(inputs)
      return nil
    case .value(let value):
      notes += value.notes
      notes.append(
        Phrase(es: "Child-Pugh: \(value.answer.es)", en: "Child-Pugh: \(value.answer.en)"))
      if case .whole(let total) = value["total"] { return total }
      return nil
    }
  }

  mutating func stage() -> BCLCStage? {
    if let stated = patient.bclc { return stated }
    switch BCLC().evaluate(patient) {
    case .missing(let inputs):
      lack(inputs)
      return nil
    case .value(let value):
      notes += value.notes
      notes.append(Phrase(es: "BCLC: \(value.answer.es)", en: "BCLC: \(value.answer.en)"))
      if case .word(let name) = value["stage"] { return BCLCStage(rawValue: name) }
      return nil
    }
  }

  mutating func tnm() -> TNMStage? {
    if let stated = patient.tnm { return stated }
    switch TNM().evaluate(patient) {
    case .missing(let inputs):
      lack(inputs)
      return nil
    case .value(let value):
      guard case .word(let name) = value["ajcc7"] else { return nil }
      notes.append(
        Phrase(
          es: "TNM \(name), de la 7.ª edición; CUPI se hizo con la 5.ª",
          en: "TNM \(name), of the 7th edition; CUPI was built on the 5th"))
      return TNMStage(rawValue: name)
    }
  }

  mutating func isExtrahepatic() -> Bool? {
    self(.extrahepatic, patient.knownExtrahepatic).map { $0 == .yes }
  }

  mutating func hasNodes() -> Bool? {
    self(.nodes, patient.nodes ?? (patient.extrahepatic == .no ? .no : nil)).map { $0 == .yes }
  }

  mutating func hasMetastasis() -> Bool? {
    self(.metastasis, patient.metastasis ?? (patient.extrahepatic == .no ? .no : nil))
      .map { $0 == .yes }
  }

  /// ECOG 0 is a patient without symptoms.
  mutating func isSymptomatic() -> Bool? {
    if let stated = patient.symptomatic { return stated == .yes }
    guard let ecog = patient.ecog else {
      lack([.symptomatic])
      return nil
    }
    notes.append(
      ecog == .zero
        ? Phrase(es: "ECOG 0 cuenta como sin síntomas", en: "ECOG 0 counts as without symptoms")
        : Phrase(
          es: "ECOG \(ecog.rawValue) cuenta como con síntomas",
          en: "ECOG \(ecog.rawValue) counts as with symptoms"))
    return ecog != .zero
  }

  /// Portal hypertension as stated, else by its signs. One sign is enough for yes; no needs all signs known.
  mutating func hasPortalHypertension() -> Bool? {
    if let stated = patient.portalHypertension { return stated == .yes }
    let platelets = patient.platelets.map { $0.value(in: .billionsPerLitre) < 100 }
    let signs: [(Input, Bool?)] = [
      (.portalVeinThrombosis, patient.portalVeinThrombosis.map { $0 == .yes }),
      (.platelets, platelets), (.encephalopathy, patient.encephalopathy.map { $0 != .none }),
      (.ascites, patient.ascites.map { $0 != .none }),
      (.varices, patient.varices.map { $0 == .yes }),
    ]
    if let sign = signs.first(where: { $0.1 == true })?.0 {
      notes.append(
        Phrase(
          es: "hipertensión portal: sí, por \(sign.title.es)\(sign == .platelets ? " < 100" : "")",
          en: "portal hypertension: yes, by \(sign.title.en)\(sign == .platelets ? " < 100" : "")"))
      return true
    }
    let unknown = signs.filter { $0.1 == nil }.map(\.0)
    guard unknown.isEmpty else {
      lack(unknown)
      return nil
    }
    notes.append(
      Phrase(
        es: "hipertensión portal: no, porque no hay ninguno de sus signos",
        en: "portal hypertension: no, because none of its signs is there"))
    return false
  }
}

extension Patient {
  /// The part that a stated input lacks where a score needs more of it; nil where it lacks none, or is unknown.
  public func shortfall(of input: Input) -> Phrase? {
    if input == .ascites, ascites == .present {
      return Phrase(
        es: "yes no dice el grado; se esperaba none, slight o moderate",
        en: "yes does not state the grade; expected none, slight or moderate")
    }
    guard input == .childPugh, let childPugh, childPugh.points == nil else { return nil }
    let grade = childPugh.grade.rawValue
    let points = (5...15).filter { ChildPugh.grade($0) == childPugh.grade }
    let (least, most) = ("\(grade)\(points.min() ?? 5)", "\(grade)\(points.max() ?? 15)")
    return Phrase(
      es: "\(grade) necesita sus puntos: de \(least) a \(most)",
      en: "\(grade) needs its points: \(least) to \(most)")
  }

  /// The same behind the name of the input.
  public func note(of input: Input) -> Phrase? {
    shortfall(of: input).map {
      Phrase(es: "\(input.title.es) (\($0.es))", en: "\(input.title.en) (\($0.en))")
    }
  }

  var knownExtrahepatic: Answer? {
    if let extrahepatic { return extrahepatic }
    if nodes == .yes || metastasis == .yes || adjacentOrgan == .yes { return .yes }
    return nodes == .no && metastasis == .no ? .no : nil
  }

  /// Inputs that cannot both be true. Each names the one to mend.
  ///
  /// An assessment that somebody has made by another print than ours is none.
  public func contradictions() -> [(input: Input, phrase: Phrase)] {
    var found: [(input: Input, phrase: Phrase)] = []
    func add(_ input: Input, _ es: String, _ en: String) {
      found.append((input, Phrase(es: es, en: en)))
    }
    if let tumours, let tumourCount, tumours.count != tumourCount {
      add(
        .tumourCount,
        "es \(tumourCount); se esperaba \(tumours.count), como los diámetros de tumours",
        "is \(tumourCount); expected \(tumours.count), like the diameters of tumours")
    }
    let spread = [(Input.nodes, nodes), (.metastasis, metastasis), (.adjacentOrgan, adjacentOrgan)]
    for (input, answer) in spread where answer == .yes && extrahepatic == .no {
      add(
        .extrahepatic, "es no; se esperaba yes, porque \(input.key) es yes",
        "is no; expected yes, because \(input.key) is yes")
    }
    let totals = ChildPugh.totals(self)
    if let stated = childPugh, !totals.isEmpty, !totals.contains(where: stated.isFor) {
      let text = Patient.list(totals.map { ChildPugh.grade($0).rawValue + String($0) })
      add(
        .childPugh, "es \(stated.text); los otros datos dan \(text)",
        "is \(stated.text); the other inputs give \(text)")
    }
    let stages = BCLC.stages(self, childPugh.map { [$0.grade] } ?? totals.map(ChildPugh.grade))
    if let stated = bclc, !stages.isEmpty, !stages.contains(stated.rawValue) {
      let text = Patient.list(stages)
      add(
        .bclc, "es \(stated.rawValue); los otros datos dan \(text)",
        "is \(stated.rawValue); the other inputs give \(text)")
    } else if let bclc, let other = findingAgainst(bclc) {
      add(
        .bclc, "es \(bclc.rawValue); se esperaba \(other.expected), porque \(other.finding.es)",
        "is \(bclc.rawValue); expected \(other.expected), because \(other.finding.en)")
    }
    if let tnm, let other = findingAgainst(tnm) {
      add(
        .tnm, "es \(tnm.rawValue); se esperaba \(other.expected), porque \(other.finding.es)",
        "is \(tnm.rawValue); expected \(other.expected), because \(other.finding.en)")
    }
    return found
  }

  /// The one input that alone rules out a stated stage of BCLC, whatever the others are.
  ///
  /// Child-Pugh C beside A does not, nor ECOG 1 or 2 beside B: the path of Alberta has branches
  /// for these.
  private func findingAgainst(_ stage: BCLCStage) -> (expected: String, finding: Phrase)? {
    if let ecog, ecog.rawValue >= 3, stage != .d {
      return ("D", Input.ecog.being("\(ecog.rawValue)"))
    }
    switch stage {
    case .c, .d: return nil
    case .zero, .a, .b: break
    }
    if let vascularInvasion, vascularInvasion.isMacrovascular {
      return ("C / D", Input.vascularInvasion.being(vascularInvasion.spellings.first ?? ""))
    }
    if nodes == .yes { return ("C / D", Input.nodes.being("yes")) }
    if metastasis == .yes { return ("C / D", Input.metastasis.being("yes")) }
    switch stage {
    case .zero:
      // A finding that rules out A, too, says more.
      if let other = findingAgainst(.a) { return other }
      // The two prints differ in 2.0 cm alone.
      return (severalTumours ?? tumourOver(20_000, "2")).map { ("A - D", $0) }
    case .a:
      if let count = knownCount, count > 3 { return ("B - D", Patient.number(of: count)) }
      return severalTumours == nil ? nil : tumourOver(30_000, "3").map { ("B - D", $0) }
    case .b, .c, .d: return nil
    }
  }

  /// The one input that rules out a stated TNM stage in each edition of the AJCC from the 5th on.
  private func findingAgainst(_ stage: TNMStage) -> (expected: String, finding: Phrase)? {
    let metastasised = ("IV / IVB", Input.metastasis.being("yes"))
    switch stage {
    case .i, .ia, .ib, .ii:
      if metastasis == .yes { return metastasised }
      if nodes == .yes { return ("III / IV", Input.nodes.being("yes")) }
      if adjacentOrgan == .yes { return ("III / IV", Input.adjacentOrgan.being("yes")) }
      if let vascularInvasion, vascularInvasion == .majorBranch {
        let branch = Input.vascularInvasion.being(vascularInvasion.spellings.first ?? "")
        return ("III / IV", branch)
      }
      return stage == .ii ? nil : severalTumours.map { ("II - IV", $0) }
    case .iii, .iiia, .iiib, .iiic, .iva: return metastasis == .yes ? metastasised : nil
    case .iv: return nil
    case .ivb: return metastasis == .no ? ("I - IVA", Input.metastasis.being("no")) : nil
    }
  }

  private var knownCount: Int? { tumours?.count ?? tumourCount }

  /// The words for more than one tumour; nil for one, or an unknown number.
  private var severalTumours: Phrase? {
    knownCount.flatMap { $0 > 1 ? Patient.number(of: $0) : nil }
  }

  private static func number(of tumours: Int) -> Phrase {
    Phrase(es: "hay \(tumours) tumores", en: "there are \(tumours) tumours")
  }

  /// - Parameter centimetres: the limit, for people.
  private func tumourOver(_ micrometres: Int, _ centimetres: String) -> Phrase? {
    guard tumours?.contains(where: { $0.micrometres > micrometres }) == true else { return nil }
    return Phrase(
      es: "un tumor mide más de \(centimetres) cm", en: "a tumour is over \(centimetres) cm")
  }

  /// The answers that the prints allow, our own first: "B9 / C10".
  private static func list(_ texts: [String]) -> String { texts.joined(separator: " / ") }
}

extension StatedChildPugh {
  /// Whether the total is what it states.
  fileprivate func isFor(_ total: Int) -> Bool {
    ChildPugh.grade(total) == grade && (points.map { $0 == total } ?? true)
  }
}

extension Input {
  /// "metastasis is yes".
  fileprivate func being(_ value: String) -> Phrase {
    Phrase(es: "\(key) es \(value)", en: "\(key) is \(value)")
  }
}
