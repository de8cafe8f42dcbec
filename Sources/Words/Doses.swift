import Device

/// Doses and glucose as people read them.
extension Language {
  /// "182 mg/dL" or "10.1 mmol/L": the unit is always shown, and the value as it was measured.
  public func text(_ glucose: Glucose) -> String {
    let shown = shown(glucose)
    return switch glucose {
    case .milligramsPerDecilitre: "\(decimals(shown, 0)) mg/dL"
    case .millimolesPerLitre: "\(decimals(shown, 1)) mmol/L"
    }
  }

  /// A low value is rounded down where the nearest number is no longer as low: 69.9, and 70 is not low.
  private func shown(_ glucose: Glucose) -> Double {
    let (value, places): (Double, Double) =
      switch glucose {
      case .milligramsPerDecilitre(let amount): (amount.value, 1)
      case .millimolesPerLitre(let amount): (amount.value, 10)
      }
    let near = (value * places).rounded() / places
    let nearest: Glucose =
      switch glucose {
      case .milligramsPerDecilitre: .milligramsPerDecilitre(.init(near))
      case .millimolesPerLitre: .millimolesPerLitre(.init(near))
      }
    let band = GlucoseBand(glucose)
    let isLow = band == .lowLevel1 || band == .lowLevel2
    return isLow && GlucoseBand(nearest) != band ? (value * places).rounded(.down) / places : value
  }

  /// "182 mg/dL", or the meter's own word: "LO", "HI".
  public func text(_ result: MeterResult) -> String {
    switch result {
    case .amount(let glucose): text(glucose)
    case .low: "LO"
    case .high: "HI"
    }
  }

  /// "4.5 U", with as many decimals as the amount has.
  public func text(_ units: InsulinUnits) -> String { unitsText(units.value, 3) }

  /// The number of a glucose in words: "ciento ochenta y dos", "diez coma uno".
  public func words(_ glucose: Glucose) -> String {
    switch glucose {
    case .milligramsPerDecilitre: words(shown(glucose), places: 0)
    case .millimolesPerLitre: words(shown(glucose), places: 1)
    }
  }

  /// "60 g", "7.5 g"
  public func text(_ grams: Grams) -> String {
    "\(trimmed(decimals(grams.value, 1))) g"
  }

  public func words(_ grams: Grams) -> String {
    words(grams.value, places: grams.value == grams.value.rounded() ? 0 : 1)
  }

  /// The number of an amount in words: "cuatro coma cinco".
  public func words(_ units: InsulinUnits) -> String {
    let places = units.milliunits % 1000 == 0 ? 0 : units.milliunits % 100 == 0 ? 1 : 2
    return words(units.value, places: units.milliunits % 10 == 0 ? places : 3)
  }

  /// "182 mg/dL — ciento ochenta y dos": what was typed, read back.
  public func echo(_ glucose: Glucose) -> String {
    say(QuantityPhrase.echo, (.value, text(glucose)), (.words, words(glucose)))
  }

  /// A part of a dose, to a hundredth of a unit and without zeros at the end: "5.0 U" has been read
  /// as 50.
  func part(_ units: Double) -> String { unitsText(units, 2) }

  private func unitsText(_ value: Double, _ places: Int) -> String {
    say(DosePhrase.units, (.value, trimmed(decimals(value, places))))
  }

  /// The number without zeros at the end of its fraction.
  private func trimmed(_ number: String) -> String {
    let mark = say(QuantityPhrase.decimalMark)
    guard number.contains(mark) else { return number }
    var text = number
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(mark) { text.removeLast() }
    return text
  }

  /// The reason for no dose, and advice.
  public func sentence(_ refusal: DoseRefusal) -> String {
    switch refusal {
    case .noReading: say(RefusalPhrase.noReading)
    case .veryLow: say(RefusalPhrase.veryLow)
    case .low: say(RefusalPhrase.low)
    case .notMeasurable: say(RefusalPhrase.notMeasurable)
    case .staleReading: say(RefusalPhrase.staleReading)
    case .secondDoseForMeal: say(RefusalPhrase.secondDose)
    case .clockUntrusted: say(RefusalPhrase.clock)
    case .implausibleProfile: say(RefusalPhrase.profile)
    case .doseTimeUnclear: say(RefusalPhrase.doseTime)
    case .profileKept: say(RefusalPhrase.kept)
    }
  }
}
