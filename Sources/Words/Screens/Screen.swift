import Device
import HAL
import Names

extension Language {
  /// The wearer's screen in words. ALZ-7, ALZ-8.
  /// - Parameters:
  ///   - now: for the home page; nil while no clock has spoken.
  ///   - keys: what the board has; others are not spoken of.
  ///   - insulin: names the target and the maximum on the dose page.
  ///   - trouble: what is wrong with the settings file, for the page without a profile.
  public func screen(
    _ page: Page, names: Names, now: WallTime?, zone: ZoneOffset, keys: KeySet = .all,
    insulin: InsulinProfile? = nil, trouble: FileTrouble? = nil
  ) -> ScreenText {
    let wording = Wording(language: self, names: names, zone: zone)
    var text =
      page == .noProfile
      ? wording.noProfile(trouble) : wording.text(page, now: now, insulin: insulin)
    text.hints = text.hints.filter { keys.contains($0.key) }
    return text
  }
}

extension Wording {
  fileprivate func text(_ page: Page, now: WallTime?, insulin: InsulinProfile?) -> ScreenText {
    switch page {
    case .home(let showsTime, let until, let kept):
      home(showsTime ? now : nil, accompaniedUntil: until, keptSince: kept)
    case .help(let stage, let caregiver): help(stage, caregiver)
    case .leftPerimeter(let stage, let caregiver):
      ScreenText(
        headline: say(ScreenPhrase.left),
        body: [say(ScreenPhrase.goHome), reached(stage, caregiver)],
        hints: [help, ok(.silence)])
    case .reminder(let page): page.choice.map { question(page, $0) } ?? reminder(page)
    case .dose(.measure(let meal, let deleted)):
      ScreenText(
        title: before(meal), headline: say(ScreenPhrase.measure), body: self.deleted(deleted),
        hints: [plus(.enter), okLong(.later)])
    case .dose(.enterGlucose(let result)): glucose(result)
    case .dose(.enterCarbohydrates(let grams)):
      ScreenText(
        title: say(ScreenPhrase.carbohydrates), headline: language.text(grams),
        body: [language.words(grams)], hints: adjusting)
    case .dose(.offer(let offer)): dose(offer, insulin)
    case .dose(.taken(let meal, let units)):
      ScreenText(
        title: say(ScreenPhrase.doseTaken, (.meal, self.meal(meal))),
        headline: language.text(units), body: [language.words(units)], hints: [minus(.undo)])
    case .dose(.refused(let refusal)): noDose(refusal)
    case .glucose(.low(let result, let isVery, let age, let stage, let caregiver)):
      lowGlucose(
        result, isVery: isVery, age, asking: stage.map { asked($0, caregiver) })
    case .glucose(.lowAndHelp(let result, let isVery, let age, let stage, let caregiver)):
      lowGlucose(result, isVery: isVery, age, help: reached(stage, caregiver), stage)
    case .dose(.measureAgain):
      ScreenText(
        headline: say(ScreenPhrase.measureAgain),
        body: [say(ScreenPhrase.washHands), say(ScreenPhrase.confirmReading)],
        hints: [plus(.enter), ok(.understood)])
    case .notDelivered:
      trouble(
        say(ScreenPhrase.notDelivered),
        [say(ScreenPhrase.keepTrying), say(ScreenPhrase.askNearby)])
    case .batteryLow(let percent):
      trouble(
        say(ScreenPhrase.batteryLow, (.number, language.percent(percent))),
        [say(ScreenPhrase.charge)])
    case .positionLost:
      trouble(say(ScreenPhrase.positionLost), [say(ScreenPhrase.stillLooking)])
    case .storageFailed:
      trouble(say(ScreenPhrase.storage), [say(RefusalPhrase.tell, (.name, name(0)))])
    case .noProfile: noProfile(nil)
    }
  }

  private func glucose(_ result: MeterResult) -> ScreenText {
    let words: [String] =
      switch result {
      case .amount(let glucose): [language.words(glucose)]
      case .low: [say(ScreenPhrase.belowMeter)]
      case .high: [say(ScreenPhrase.aboveMeter)]
      }
    return ScreenText(
      title: say(ScreenPhrase.glucose), headline: language.text(result), body: words,
      hints: adjusting)
  }

  /// Time, date, the wearer's own name and photo, the help button: nothing else, unless the profile has
  /// something on demand. ALZ-8.
  private func home(
    _ now: WallTime?, accompaniedUntil until: WallTime?, keptSince kept: WallTime?
  ) -> ScreenText {
    let local = now.map { zone.local($0) }
    let company = until.map { until in
      // Midnight still belongs to the day that it ends.
      let last = zone.local(WallTime(milliseconds: until.milliseconds &- 1))
      let isToday = local.map { $0.date == last.date } ?? true
      return say(isToday ? ScreenPhrase.accompanied : .accompaniedTomorrow, (.time, hour(until)))
    }
    return ScreenText(
      clock: local?.clock, title: local.map { language.date($0) }, headline: wearer ?? "",
      body: [
        company, kept.map { say(ScreenPhrase.settingsOf, (.date, language.date(zone.local($0)))) },
      ]
      .compactMap { $0 },
      photo: names.wearer.photo, hints: [help] + [onDemand].compactMap { $0 })
  }

  private var onDemand: ScreenText.KeyHint? {
    names.onDemand.map {
      ScreenText.KeyHint(key: .ok, isLong: false, label: say(KeyPhrase.ok), text: oneLine($0))
    }
  }

  /// "Hemos informado a …", with the photo, only once a route accepted the notice. ALZ-7.
  private func help(_ stage: HelpStage, _ caregiver: UInt8) -> ScreenText {
    let headline = reached(stage, caregiver)
    return switch stage {
    case .calling: ScreenText(headline: headline)
    case .told, .answered:
      ScreenText(
        headline: headline, photo: self.caregiver(caregiver)?.photo, hints: [ok(.back)])
    case .notThrough:
      ScreenText(
        headline: headline,
        body: [say(ScreenPhrase.keepTrying), say(ScreenPhrase.askNearby)],
        hints: [ok(.back)])
    case .nobody:
      ScreenText(
        headline: headline, body: [say(ScreenPhrase.askNearby)], hints: [ok(.back)])
    }
  }

  /// Whether the caregiver knows, of help or of an exit.
  private func reached(_ stage: HelpStage, _ caregiver: UInt8) -> String {
    let kinship = oneLine(self.caregiver(caregiver)?.kinship ?? "")
    let phrase: ScreenPhrase =
      switch stage {
      case .calling: kinship.isEmpty ? .calling : .callingKin
      case .told: kinship.isEmpty ? .told : .toldKin
      case .notThrough: .notThrough
      case .answered: .answered
      case .nobody: .nobody
      }
    return say(phrase, (.name, name(caregiver)), (.kinship, kinship))
  }

  /// The same of low glucose: who is being asked for help, or knows.
  private func asked(_ stage: HelpStage, _ caregiver: UInt8) -> String {
    switch stage {
    case .calling: say(ScreenPhrase.callingHelp, (.name, name(caregiver)))
    case .told, .notThrough, .answered, .nobody: reached(stage, caregiver)
    }
  }

  func reminder(_ page: ReminderPage) -> ScreenText {
    let words = names.reminder(page.occurrence)
    let isMedication = page.kind == .medication
    let name = oneLine(words?.name ?? "")
    let title = say(isMedication ? ScreenPhrase.medication : .reminder)
    let dose = words?.dose.map { say(ScreenPhrase.medicationDose, (.value, oneLine($0))) }
    let due = say(ScreenPhrase.dueAt, (.time, language.hour(CivilDate(page.occurrence.due))))
    return ScreenText(
      title: name.isEmpty ? nil : title, headline: name.isEmpty ? title : name,
      body: [
        dose, words?.description.map(oneLine), due,
        page.isUnsure ? say(ScreenPhrase.timeUnsure) : nil,
      ].compactMap { $0 },
      photo: words?.photo, hints: [ok(isMedication ? .taken : .done), okLong(.later)])
  }

  private func trouble(_ headline: String, _ body: [String]) -> ScreenText {
    ScreenText(headline: headline, body: body, hints: [ok(.understood)])
  }

  private func before(_ meal: Meal) -> String {
    switch meal {
    case .breakfast: say(ScreenPhrase.beforeBreakfast)
    case .lunch: say(ScreenPhrase.beforeLunch)
    case .dinner: say(ScreenPhrase.beforeDinner)
    }
  }
}

/// A page in words: what to draw, not how. Size, colour and place are the display's business.
public struct ScreenText: Equatable, Sendable {
  /// The effect of a key on this page.
  public struct KeyHint: Equatable, Sendable {
    public var key: Key
    public var isLong: Bool
    /// Name of the key: "OK".
    public var label: String
    /// The effect; empty when the name states it.
    public var text: String
  }

  /// "10:04": the biggest thing there is.
  public var clock: String?
  /// The subject of the page, in small letters.
  public var title: String?
  /// The one thing to read; empty on a home page without a name.
  public var headline: String
  /// One idea a line.
  public var body: [String] = []
  /// A file name from the profile.
  public var photo: String?
  /// Hints for keys that the board has.
  public var hints: [KeyHint] = []

  /// The page as lines of a text terminal, from the top down.
  public var lines: [String] {
    let top = [clock, title, headline].compactMap { $0 }.filter { !$0.isEmpty }
    let keys = hints.map { $0.text.isEmpty ? "[\($0.label)]" : "[\($0.label)] \($0.text)" }
    return top + body + (photo.map { ["<\(oneLine($0))>"] } ?? []) + keys
  }
}

/// The keys of a page.
extension Wording {
  var help: ScreenText.KeyHint {
    ScreenText.KeyHint(key: .help, isLong: false, label: say(KeyPhrase.help), text: "")
  }

  func ok(_ what: KeyPhrase) -> ScreenText.KeyHint { hint(.ok, .ok, what) }
  func plus(_ what: KeyPhrase) -> ScreenText.KeyHint { hint(.plus, .plus, what) }
  func minus(_ what: KeyPhrase) -> ScreenText.KeyHint { hint(.minus, .minus, what) }

  func okLong(_ what: KeyPhrase) -> ScreenText.KeyHint {
    ScreenText.KeyHint(key: .ok, isLong: true, label: say(KeyPhrase.okLong), text: say(what))
  }

  /// Hints for a page whose number can be changed.
  var adjusting: [ScreenText.KeyHint] { [plus(.more), minus(.less), ok(.confirm)] }

  private func hint(_ key: Key, _ label: KeyPhrase, _ what: KeyPhrase) -> ScreenText.KeyHint {
    ScreenText.KeyHint(key: key, isLong: false, label: say(label), text: say(what))
  }
}

/// The reason why the settings file cannot be used, for the page that says so.
public struct FileTrouble: Equatable, Sendable {
  /// Its name, without folders.
  public var file: String
  /// Counted from 1; nil when the whole file is meant.
  public var line: Int?
  /// The mistake, and what was expected, in the words of `profile check`.
  public var reason: String
  /// The person to be asked; empty where the file does not even say that.
  public var caregiver: String

  public init(file: String, line: Int?, reason: String, caregiver: String) {
    self.file = file
    self.line = line
    self.reason = reason
    self.caregiver = caregiver
  }
}

extension Wording {
  /// The person to ask comes first: the rest is for them.
  func noProfile(_ trouble: FileTrouble?) -> ScreenText {
    let name = oneLine(trouble?.caregiver ?? "")
    var body = [name.isEmpty ? say(ScreenPhrase.askFamily) : say(ScreenPhrase.ask, (.name, name))]
    if let trouble {
      let file = oneLine(trouble.file)
      body.append(
        trouble.line.map { say(ScreenPhrase.fileLine, (.text, file), (.number, String($0))) }
          ?? say(ScreenPhrase.file, (.text, file)))
      body.append(oneLine(trouble.reason))
    }
    return ScreenText(headline: say(ScreenPhrase.noSettings), body: body, hints: [help])
  }
}
