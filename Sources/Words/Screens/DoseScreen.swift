import Device

extension Language {
  /// A proposal as the wearer's screen has it, one part a line, from the reading to the total.
  public func lines(
    _ proposal: DoseProposal, reading: Glucose, insulin: InsulinProfile?
  ) -> [String] {
    Wording(language: self, names: Names(), zone: .utc).parts(proposal, reading, insulin)
  }
}

/// The pages about insulin. DIA-3, DIA-8.
extension Wording {
  /// The parts, not only the sum.
  func dose(_ offer: DoseOffer, _ insulin: InsulinProfile?) -> ScreenText {
    let proposal = offer.proposal
    var body = [language.words(offer.units)] + deleted(offer.deleted)
    if offer.isRemade { body.append(say(DosePhrase.remade)) }
    body += parts(proposal, offer.reading, insulin)
    if offer.units != proposal.total {
      body.append(say(DosePhrase.adjusted, (.total, language.text(proposal.total))))
    }
    body.append(last(offer.last))
    return ScreenText(
      title: say(ScreenPhrase.dose, (.meal, meal(offer.meal))),
      headline: language.text(offer.units), body: body, hints: adjusting)
  }

  /// One part a line, from the reading to the total.
  fileprivate func parts(
    _ proposal: DoseProposal, _ reading: Glucose, _ insulin: InsulinProfile?
  ) -> [String] {
    let plain = max(proposal.meal + proposal.correction, 0)
    var lines = [
      say(DosePhrase.glucose, (.value, language.echo(reading))),
      say(
        proposal.isByCarbohydrates ? DosePhrase.mealByCarbohydrates : .mealByBase,
        (.part, language.part(proposal.meal))),
      correction(proposal, reading, insulin),
    ]
    if let active = part(proposal.insulinOnBoard, of: proposal, without: plain, insulin) {
      lines.append(onBoard(proposal, active))
    }
    lines.append(total(proposal, insulin))
    if proposal.isCapped { lines.append(capped(proposal, insulin)) }
    return lines
  }

  private func correction(
    _ proposal: DoseProposal, _ reading: Glucose, _ insulin: InsulinProfile?
  ) -> String {
    let units = proposal.correction
    if units == 0 { return say(DosePhrase.noCorrection) }
    guard let amount = part(units, of: proposal, without: proposal.meal, insulin) else {
      return say(DosePhrase.correctionOfNothing)
    }
    let part = (units > 0 ? "+" : "") + amount
    guard let insulin else { return say(DosePhrase.correction, (.part, part)) }
    let edge = units > 0 ? insulin.upperTarget : insulin.lowerTarget
    // The target is in the unit of the reading beside it.
    let target: Glucose =
      switch reading {
      case .milligramsPerDecilitre: .milligramsPerDecilitre(edge)
      case .millimolesPerLitre:
        .millimolesPerLitre(Glucose.milligramsPerDecilitre(edge).inMillimoles)
      }
    return say(
      DosePhrase.correctionToTarget, (.part, part), (.target, language.text(target)))
  }

  /// A part to a hundredth, as a reader adds it up. One that would be written as 0 U has a thousandth if it costs or
  /// brings a step of the pen.
  /// - Parameter plain: units before rounding without that part.
  /// - Returns: nil if the dose would be the same without it.
  private func part(
    _ units: Double, of proposal: DoseProposal, without plain: Double, _ insulin: InsulinProfile?
  ) -> String? {
    guard language.part(units) == language.part(0) else { return language.part(units) }
    guard let insulin,
      InsulinUnits.floor(min(plain, insulin.maximum.value), step: insulin.step) != proposal.total
    else { return nil }
    let amount = raised(units.magnitude)
    return language.text(units < 0 ? .zero - amount : amount)
  }

  /// Rounded up to a thousandth. Half a millionth is no amount, as in `InsulinUnits.floor`.
  private func raised(_ units: Double) -> InsulinUnits {
    InsulinUnits(milliunits: Int64((units * 1000 - 0.000_5).rounded(.up)))
  }

  /// It is taken off a positive correction only; the lines must add up for a reader.
  private func onBoard(_ proposal: DoseProposal, _ active: String) -> String {
    guard proposal.correction > 0 else { return say(DosePhrase.onBoardUnused, (.onBoard, active)) }
    let left = max(proposal.correction - proposal.insulinOnBoard, 0)
    let isSmall = language.part(proposal.insulinOnBoard) != active
    let part = isSmall ? language.text(InsulinUnits.floor(left, step: .least)) : language.part(left)
    return say(DosePhrase.onBoard, (.onBoard, active), (.part, part))
  }

  private func total(_ proposal: DoseProposal, _ insulin: InsulinProfile?) -> String {
    let (exact, total) = (exact(proposal, insulin), language.text(proposal.total))
    return proposal.isCapped || exact == total
      ? say(DosePhrase.total, (.total, total))
      : say(DosePhrase.rounded, (.total, total), (.value, exact))
  }

  /// The units to a hundredth, as the parts are. Next below a step of the pen they are rounded down to a
  /// thousandth, because "5.5 U (exactly 6 U)" would contradict itself.
  private func exact(_ proposal: DoseProposal, _ insulin: InsulinProfile?) -> String {
    guard let insulin, written(proposal.exact) >= proposal.total + insulin.step else {
      return language.part(proposal.exact)
    }
    return language.text(InsulinUnits.floor(proposal.exact, step: .least))
  }

  /// The amount that `part` writes.
  private func written(_ units: Double) -> InsulinUnits {
    InsulinUnits(milliunits: Int64((units * 100).rounded()) * 10)
  }

  /// Next above the maximum the units are rounded up to a thousandth: it bites by less than a hundredth.
  private func capped(_ proposal: DoseProposal, _ insulin: InsulinProfile?) -> String {
    guard let insulin else {
      return say(DosePhrase.capped, (.part, language.part(proposal.exact)))
    }
    let exact =
      written(proposal.exact) > insulin.maximum
      ? language.part(proposal.exact)
      : language.text(raised(proposal.exact))
    return say(
      DosePhrase.cappedAt, (.part, exact), (.value, language.text(insulin.maximum)))
  }

  /// "9 U of 13:05 was deleted in the diary", so that nobody injects a second time unawares.
  func deleted(_ dose: DeletedDose?) -> [String] {
    dose.map {
      [say(DosePhrase.deleted, (.value, language.text($0.units)), (.time, hour($0.taken)))]
    } ?? []
  }

  private func last(_ dose: GivenDose?) -> String {
    guard let dose else { return say(DosePhrase.noLast) }
    return say(
      DosePhrase.last, (.value, language.text(dose.units)), (.age, language.minutes(dose.age)))
  }

  func noDose(_ refusal: DoseRefusal) -> ScreenText {
    let (reason, steps): (RefusalPhrase, [RefusalPhrase])
    switch refusal {
    case .low: return low(nil, isVery: false, [help, ok(.understood)])
    case .veryLow: return low(nil, isVery: true, [help, ok(.understood)])
    case .noReading: (reason, steps) = (.noReadingShort, [.measure])
    case .notMeasurable: (reason, steps) = (.notMeasurableShort, [.measureAgain, .askAdvice])
    case .staleReading: (reason, steps) = (.staleShort, [.measureAgain])
    case .secondDoseForMeal: (reason, steps) = (.secondShort, [.noSecond])
    case .clockUntrusted: (reason, steps) = (.clockShort, [.onBoardUnknown, .tell])
    case .implausibleProfile: (reason, steps) = (.profileShort, [.tell])
    case .doseTimeUnclear: (reason, steps) = (.doseTimeShort, [.onBoardUnknown, .tell])
    case .profileKept: (reason, steps) = (.keptShort, [.askAdvice, .tell])
    }
    return ScreenText(
      title: say(ScreenPhrase.noDose), headline: say(reason),
      body: steps.map { say($0, (.name, name(0))) }, hints: [ok(.understood)])
  }

  /// Steps to take, in order.
  /// - Parameter asking: the person who is being asked for help, or knows; nil: nobody can say.
  func lowGlucose(
    _ result: MeterResult, isVery: Bool, _ age: ReadingAge, asking: String?
  ) -> ScreenText {
    var text = low(value(result), isVery: isVery, age: age, [help, ok(.silence), plus(.enter)])
    if let asking { text.body.append(asking) }
    return text
  }

  /// The same beside a call for help, whose stage stands in place of "asking Ana for help".
  func lowGlucose(
    _ result: MeterResult, isVery: Bool, _ age: ReadingAge, help text: String, _ stage: HelpStage
  ) -> ScreenText {
    let advice: [String] =
      switch stage {
      case .notThrough, .nobody: [say(ScreenPhrase.askNearby)]
      case .calling, .told, .answered: []
      }
    return low(
      value(result), isVery: isVery, age: age, help: [text] + advice,
      [help, ok(.back), plus(.enter)])
  }

  private func value(_ result: MeterResult) -> String {
    switch result {
    case .amount(let glucose): language.echo(glucose)
    case .low, .high: say(ScreenPhrase.meterLow, (.value, language.text(result)))
    }
  }

  private func low(
    _ value: String?, isVery: Bool, age: ReadingAge = .recent, help: [String] = [],
    _ hints: [ScreenText.KeyHint]
  ) -> ScreenText {
    var body = value.map { [$0] } ?? []
    switch age {
    case .recent: break
    case .minutes(let minutes):
      let span = language.minutes(.seconds(Int64(minutes) * 60))
      body.append(say(ScreenPhrase.lowAge, (.age, span)))
    case .unclear: body.append(say(ScreenPhrase.lowUnclear))
    }
    body += [
      say(isVery ? ScreenPhrase.sugarNow : .sugar), say(ScreenPhrase.noInsulin),
      say(age == .recent ? ScreenPhrase.measureIn15 : .measureNow),
    ]
    return ScreenText(
      headline: say(isVery ? ScreenPhrase.veryLow : .low), body: help + body, hints: hints)
  }
}

extension InsulinUnits {
  /// The smallest amount that is ever written.
  fileprivate static let least = InsulinUnits(milliunits: 1)
}
