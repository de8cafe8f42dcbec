import Words

/// A unit in which one kind of quantity is stated. Its raw value is how we write it.
public protocol MeasureUnit: CaseIterable, Equatable, Sendable, RawRepresentable<String> {
  /// The amount of it that makes one canonical unit, in which the papers count. Dividing by a whole number
  /// gives the nearest double, so 35 g/L is exactly 3.5 g/dL.
  var perCanonical: Double { get }
  /// Other spellings, in small letters without spaces.
  var otherSpellings: [String] { get }
}

/// A quantity, and its possible values.
public protocol QuantityKind: Sendable {
  associatedtype Unit: MeasureUnit
  /// Canonical; what lies outside is a slip of the pen and refused.
  static var possible: ClosedRange<Double> { get }
  /// Canonical; what lies outside is read, with a warning.
  static var usual: ClosedRange<Double> { get }
  /// Canonical; a common value, for messages.
  static var example: Double { get }
  /// A number alone is enough, because there is one unit only and nobody writes it.
  static var mayLackUnit: Bool { get }
}

extension QuantityKind {
  public static var mayLackUnit: Bool { false }
}

extension MeasureUnit {
  public var perCanonical: Double { 1 }
  public var otherSpellings: [String] { [] }
}

/// A measured amount in the unit in which it was stated. It stays in that unit, because some rules have
/// a published table for each, and 50 µmol/L must stay 50.
public struct Measured<Kind: QuantityKind>: Equatable, Sendable {
  /// Finite.
  public let amount: Double
  public let unit: Kind.Unit

  /// - Parameter amount: not checked against `possible`: the reader of text does that.
  public init(_ amount: Double, _ unit: Kind.Unit) {
    self.amount = amount
    self.unit = unit
  }

  /// Returns the amount in another unit. In its own unit it is the stated amount itself.
  public func value(in other: Kind.Unit) -> Double {
    other == unit ? amount : canonical * other.perCanonical
  }

  var canonical: Double { amount / unit.perCanonical }

  var isUsual: Bool { Kind.usual.contains(canonical) }

  /// The same amount in another unit, with as few decimals as give back every digit that was stated.
  public func converted(to other: Kind.Unit) -> Measured {
    guard other != unit else { return self }
    let places = Figures.places(amount)
    let exact = value(in: other)
    for count in 0..<12 {
      let candidate = Measured(Figures.rounded(exact, count), other)
      if Figures.rounded(candidate.value(in: unit), places) == Figures.rounded(amount, places) {
        return candidate
      }
    }
    return Measured(exact, other)
  }

  /// "2.1 mg/dL", with the decimal mark of the language.
  public func text(_ language: Language) -> String {
    let number = language.figure(amount)
    return unit.rawValue.isEmpty ? number : "\(number) \(unit.rawValue)"
  }

  /// The same amount in every other unit that says it with another number: "35.91 µmol/L".
  func others(_ language: Language) -> [String] {
    Kind.Unit.allCases.filter { $0.perCanonical != unit.perCanonical }.map {
      converted(to: $0).text(language)
    }
  }
}

extension Measured {
  /// Reads "2.1mg/dL", "2,1 mg/dL" or "36 µmol/L".
  /// - Throws: what is no number, has no unit or one of another quantity, or cannot be.
  init(reading text: String) throws(Refusal) {
    guard let (number, name) = NumberText.split(text) else {
      throw Refusal(text, Measured.expectedAmount(for: text))
    }
    guard let unit = Measured.unit(named: name) else {
      guard !Measured.units(.english).isEmpty else {
        throw Refusal(text, Measured.expectedAmount(for: text))
      }
      throw Refusal(
        text,
        Phrase(
          es: "se esperaba una unidad, \(Measured.units(.spanish)): nunca se adivina",
          en: "expected a unit, \(Measured.units(.english)): it is never guessed"))
    }
    self.init(number, unit)
    guard Kind.possible.contains(canonical) else { throw Refusal(text, Measured.range) }
    // "1.200 ng/mL" of AFP can be either; 1200 mg/dL of bilirubin cannot be.
    if NumberText.hasPointOfThousands(text), Kind.possible.contains(canonical * 1000) {
      throw Refusal(text, Measured.thousands(es: "un punto", en: "a point"))
    }
  }

  private static func unit(named name: String) -> Kind.Unit? {
    let plain = NumberText.plainUnit(name)
    if plain.isEmpty { return Kind.mayLackUnit ? Kind.Unit.allCases.first : nil }
    return Kind.Unit.allCases.first {
      NumberText.plainUnit($0.rawValue) == plain || $0.otherSpellings.contains(plain)
    }
  }

  /// "mg/dL or µmol/L".
  static func units(_ language: Language) -> String {
    let names = Kind.Unit.allCases.map(\.rawValue).filter { !$0.isEmpty }
    return names.joined(separator: language == .spanish ? " o " : " or ")
  }

  /// "0.1 to 100 mg/dL (1.71 to 1710 µmol/L)".
  static func ranges(_ range: ClosedRange<Double>, _ language: Language) -> String {
    let to = language == .spanish ? " a " : " to "
    var seen: [Double] = []
    let texts = Kind.Unit.allCases.compactMap { unit -> String? in
      guard !seen.contains(unit.perCanonical) else { return nil }
      seen.append(unit.perCanonical)
      let least = language.figure(Figures.rounded(range.lowerBound * unit.perCanonical, 3))
      let most = language.figure(Figures.rounded(range.upperBound * unit.perCanonical, 3))
      return least + to + most + (unit.rawValue.isEmpty ? "" : " \(unit.rawValue)")
    }
    guard texts.count > 1 else { return texts.joined() }
    return "\(texts[0]) (\(texts.dropFirst().joined(separator: ", ")))"
  }

  private static var range: Phrase {
    Phrase(
      es: "se esperaba de \(ranges(Kind.possible, .spanish))",
      en: "expected \(ranges(Kind.possible, .english))")
  }

  private static func thousands(es: String, en: String) -> Phrase {
    Phrase(
      es: "\(es) ante tres cifras puede ser de millares; se esperaba 1200 o 1.2",
      en: "\(en) before three digits may mean thousands; expected 1200 or 1.2")
  }

  /// - Parameter text: what was stated instead.
  private static func expectedAmount(for text: String) -> Phrase {
    func examples(_ language: Language) -> String {
      let texts = Kind.Unit.allCases.prefix(2).map { unit in
        Measured(Figures.rounded(Kind.example * unit.perCanonical, 1), unit).text(language)
      }
      return texts.joined(separator: language == .spanish ? " o " : " or ")
    }
    if NumberText.hasCommaOfThousands(text) { return thousands(es: "una coma", en: "a comma") }
    if NumberText.hasPointOfThousands(text) { return thousands(es: "un punto", en: "a point") }
    return Phrase(
      es: "se esperaba una cantidad como \(examples(.spanish))",
      en: "expected an amount such as \(examples(.english))")
  }
}
