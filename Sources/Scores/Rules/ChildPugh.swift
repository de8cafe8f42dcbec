import Words

/// Child-Pugh: five items of 1 to 3 points.
public struct ChildPugh: Score {
  public init() {}

  public let name = "child-pugh"
  public let aliases = ["cps", "child", "child-turcotte-pugh", "ctp"]
  public let title = Phrase(es: "Child-Pugh", en: "Child-Pugh")
  public let purpose = Phrase(
    es: "Gravedad de la cirrosis y riesgo de una operación.",
    en: "How severe cirrhosis is, and the risk of an operation.")
  public let inputs: [Input] = [.bilirubin, .albumin, .inr, .ascites, .encephalopathy]
  public let sources = [
    "Pugh RNH et al. Br J Surg 1973;60:646-649",
    "Child CG, Turcotte JG. The liver and portal hypertension. 1964",
  ]
  public let rule = [
    Phrase(
      es:
        "1, 2 o 3 puntos cada uno: bilirrubina < 2, 2 a 3, > 3 mg/dL (en SI < 34, 34 a 50, > 50 µmol/L);",
      en:
        "1, 2 or 3 points each: bilirubin < 2, 2 to 3, > 3 mg/dL (in SI < 34, 34 to 50, > 50 µmol/L);"
    ),
    Phrase(
      es: "albúmina > 3,5, 2,8 a 3,5, < 2,8 g/dL; INR < 1,7, 1,7 a 2,3, > 2,3;",
      en: "albumin > 3.5, 2.8 to 3.5, < 2.8 g/dL; INR < 1.7, 1.7 to 2.3, > 2.3;"),
    Phrase(
      es:
        "ascitis ninguna, leve o controlada, moderada o refractaria; encefalopatía ninguna, grado 1-2, grado 3-4.",
      en:
        "ascites none, slight or controlled, moderate or refractory; encephalopathy none, grade 1-2, grade 3-4."
    ),
    Phrase(
      es: "Clase A: 5 a 6 puntos; B: 7 a 9; C: 10 a 15.",
      en: "Class A: 5 to 6 points; B: 7 to 9; C: 10 to 15."),
    Phrase(
      es:
        "Bilirrubina: vale la tabla de la unidad en que se dio. INR: otras tablas dan 3 puntos desde 2,21.",
      en:
        "Bilirubin: the table of the unit in which it was stated. INR: other prints give 3 points from 2.21 on."
    ),
  ]

  /// The class of 5 to 15 points.
  static func grade(_ points: Int) -> ChildPughClass {
    points <= 6 ? .a : points <= 9 ? .b : .c
  }

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (bilirubin, albumin) = (ask(.bilirubin, patient.bilirubin), ask(.albumin, patient.albumin))
    let (inr, ascites) = (ask(.inr, patient.inr), ask.gradedAscites())
    let encephalopathy = ask(.encephalopathy, patient.encephalopathy)
    guard let bilirubin, let albumin, let inr, let ascites, let encephalopathy else {
      return ask.result
    }
    let items = [
      ("bilirubin", ChildPugh.points(bilirubin, &ask)),
      ("albumin", ChildPugh.points(albumin)),
      ("inr", ChildPugh.points(inr)),
      ("ascites", ChildPugh.points(ascites)),
      ("encephalopathy", ChildPugh.points(encephalopathy)),
    ]
    let total = items.map(\.1).reduce(0, +)
    let grade = ChildPugh.grade(total)
    var facts: [ScoreValue.Fact] = [
      .init("total", total), .init("class", grade.rawValue), .init(points: items),
    ]
    if ChildPugh.isBetweenCuts(inr) {
      let other = ChildPugh.grade(total + 1)
      facts += [
        .init("inr_cut_2_3", [.init("total", total), .init("class", grade.rawValue)]),
        .init("inr_cut_2_2", [.init("total", total + 1), .init("class", other.rawValue)]),
      ]
      ask.notes.append(
        Phrase(
          es:
            "INR de 2,21 a 2,30: 2 puntos según esta tabla; con el corte en 2,2 serían \(total + 1) "
            + "puntos, clase \(other.rawValue)",
          en:
            "INR of 2.21 to 2.30: 2 points by this table; with the cut at 2.2 it would be "
            + "\(total + 1) points, class \(other.rawValue)"
        ))
    }
    return .value(
      ScoreValue(
        answer: Phrase(
          es: "\(total) puntos, clase \(grade.rawValue)",
          en: "\(total) points, class \(grade.rawValue)"),
        facts: facts, notes: ask.notes))
  }

  /// The totals that a print allows, our own first: they differ in bilirubin near a cut, and in an INR of
  /// 2.21 to 2.30. Empty: an input is missing.
  static func totals(_ patient: Patient) -> [Int] {
    guard case .value(let value) = ChildPugh().evaluate(patient),
      case .whole(let total) = value["total"], let bilirubin = patient.bilirubin,
      let inr = patient.inr
    else { return [] }
    let points = tables(bilirubin)
    let more = isBetweenCuts(inr) ? [0, 1] : [0]
    var totals: [Int] = []
    for bilirubin in [points.own, points.other] {
      for inr in more {
        let sum = total - points.own + bilirubin + inr
        if !totals.contains(sum) { totals.append(sum) }
      }
    }
    return totals
  }

  /// Whether prints disagree about the points.
  private static func isBetweenCuts(_ inr: INR) -> Bool { inr.amount > 2.2 && inr.amount <= 2.3 }

  private static func points(_ bilirubin: Bilirubin, _ ask: inout Ask) -> Int {
    let points = tables(bilirubin)
    if points.own != points.other {
      let isOne = points.own == 1
      let own = Phrase(
        es: "\(points.own) \(isOne ? "punto" : "puntos")",
        en: "\(points.own) \(isOne ? "point" : "points")")
      ask.notes.append(
        bilirubin.unit == .micromolesPerLitre
          ? Phrase(
            es: "bilirrubina: \(own.es) por la tabla SI; la de mg/dL daría \(points.other)",
            en: "bilirubin: \(own.en) by the SI table; that of mg/dL would give \(points.other)")
          : Phrase(
            es: "bilirrubina: \(own.es) por la tabla de mg/dL; la SI daría \(points.other)",
            en: "bilirubin: \(own.en) by the table of mg/dL; that of SI would give \(points.other)")
      )
    }
    return points.own
  }

  /// The points by the table of the unit stated, and by that of the other unit.
  private static func tables(_ bilirubin: Bilirubin) -> (own: Int, other: Int) {
    let (us, si) = (bilirubin.milligramsPerDecilitre, bilirubin.micromolesPerLitre)
    let byUS = us < 2 ? 1 : us <= 3 ? 2 : 3
    let bySI = si < 34 ? 1 : si <= 50 ? 2 : 3
    return bilirubin.unit == .micromolesPerLitre ? (bySI, byUS) : (byUS, bySI)
  }

  private static func points(_ albumin: Albumin) -> Int {
    let value = albumin.gramsPerDecilitre
    return value > 3.5 ? 1 : value >= 2.8 ? 2 : 3
  }

  private static func points(_ inr: INR) -> Int {
    inr.amount < 1.7 ? 1 : inr.amount <= 2.3 ? 2 : 3
  }

  private static func points(_ ascites: Ascites) -> Int {
    switch ascites {
    case .none: 1
    case .slight: 2
    case .moderate, .present: 3
    }
  }

  private static func points(_ encephalopathy: Encephalopathy) -> Int {
    switch encephalopathy {
    case .none: 1
    case .gradeOneTwo: 2
    case .gradeThreeFour: 3
    }
  }
}
