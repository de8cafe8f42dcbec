import Words

/// The text of an input on a page.
public struct ShownInput: Equatable, Sendable {
  /// The input as it was stated: "2.1 mg/dL".
  public let stated: String
  /// The same amount in other units, with the digits that give the stated ones back; empty where there are none.
  public let others: String
  /// It can be, but seldom is.
  public let isRare: Bool
}

extension Patient {
  /// Nil for what is unknown.
  public func shown(_ input: Input, _ language: Language) -> ShownInput? {
    func amount<Kind: QuantityKind>(_ value: Measured<Kind>?) -> ShownInput? {
      value.map {
        ShownInput(
          stated: $0.text(language), others: $0.others(language).joined(separator: ", "),
          isRare: !$0.isUsual)
      }
    }
    func word(_ value: (some Finding)?) -> ShownInput? {
      plain(value.map { language.say($0.phrase) })
    }
    func plain(_ text: String?) -> ShownInput? {
      text.map { ShownInput(stated: $0, others: "", isRare: false) }
    }
    switch input {
    case .bilirubin: return amount(bilirubin)
    case .bilirubinDay7: return amount(bilirubinDay7)
    case .albumin: return amount(albumin)
    case .inr: return amount(inr)
    case .creatinine: return amount(creatinine)
    case .dialysis: return word(dialysis)
    case .sodium: return amount(sodium)
    case .prothrombinTime: return amount(prothrombinTime)
    case .prothrombinControl: return amount(prothrombinControl)
    case .platelets: return amount(platelets)
    case .ast: return amount(ast)
    case .astLimit: return amount(astLimit)
    case .alt: return amount(alt)
    case .alp: return amount(alp)
    case .alpLimit: return amount(alpLimit)
    case .afp: return amount(afp)
    case .age: return amount(age)
    case .sex: return word(sex)
    case .ascites: return word(ascites)
    case .encephalopathy: return word(encephalopathy)
    case .ecog: return word(ecog)
    case .symptomatic: return word(symptomatic)
    case .varices: return word(varices)
    case .portalHypertension: return word(portalHypertension)
    case .transplantCandidate: return word(transplantCandidate)
    case .tumours:
      return tumours.map { tumours in
        ShownInput(
          stated: tumours.map { $0.text(language) }.joined(separator: "; "),
          others: tumours.flatMap { $0.others(language) }.joined(separator: "; "),
          isRare: tumours.contains { !$0.isUsual })
      }
    case .tumourCount: return plain(tumourCount.map(String.init))
    case .tumourOverHalf: return word(tumourOverHalf)
    case .vascularInvasion: return word(vascularInvasion)
    case .portalVeinThrombosis: return word(portalVeinThrombosis)
    case .adjacentOrgan: return word(adjacentOrgan)
    case .nodes: return word(nodes)
    case .metastasis: return word(metastasis)
    case .extrahepatic: return word(extrahepatic)
    case .childPugh: return plain(childPugh?.text)
    case .bclc: return word(bclc)
    case .tnm: return word(tnm)
    }
  }

  /// Values that can be but seldom are, each with what is usual.
  public func rarities() -> [(input: Input, phrase: Phrase)] {
    Input.allCases.compactMap { input in
      guard let shown = shown(input, .english), shown.isRare else { return nil }
      let es = self.shown(input, .spanish)?.stated ?? ""
      return (
        input,
        Phrase(
          es: "es \(es), lo que es raro; suele ser de \(input.usual.es)",
          en: "is \(shown.stated), which is rare; usual is \(input.usual.en)")
      )
    }
  }
}

extension Input {
  /// The range outside of which a value is rare; empty for words.
  fileprivate var usual: Phrase {
    func range<Kind: QuantityKind>(_: Kind.Type) -> Phrase {
      Phrase(
        es: Measured<Kind>.ranges(Kind.usual, .spanish),
        en: Measured<Kind>.ranges(Kind.usual, .english))
    }
    switch self {
    case .bilirubin, .bilirubinDay7: return range(BilirubinKind.self)
    case .albumin: return range(AlbuminKind.self)
    case .inr: return range(INRKind.self)
    case .creatinine: return range(CreatinineKind.self)
    case .sodium: return range(SodiumKind.self)
    case .prothrombinTime, .prothrombinControl: return range(ProthrombinTimeKind.self)
    case .platelets: return range(PlateletsKind.self)
    case .ast: return range(ASTKind.self)
    case .astLimit: return range(ASTLimitKind.self)
    case .alt: return range(ALTKind.self)
    case .alp: return range(ALPKind.self)
    case .alpLimit: return range(ALPLimitKind.self)
    case .afp: return range(AFPKind.self)
    case .age: return range(AgeKind.self)
    case .tumours: return range(DiameterKind.self)
    case .dialysis, .sex, .ascites, .encephalopathy, .ecog, .symptomatic, .varices,
      .portalHypertension, .transplantCandidate, .tumourCount, .tumourOverHalf, .vascularInvasion,
      .portalVeinThrombosis, .adjacentOrgan, .nodes, .metastasis, .extrahepatic, .childPugh,
      .bclc, .tnm:
      return Phrase(es: "", en: "")
    }
  }
}
