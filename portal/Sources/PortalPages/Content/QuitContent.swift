import Device
import HAL
import Names
import Quit
import Words

/// A wearer who gives up smoking, for the template "quit".
struct QuitContent {
  struct Fact {
    var term: Rich
    var value: Rich
  }

  struct Step {
    var stepTime: String
    var stepWhen: Rich
    var stepGain: String
  }

  struct Row {
    var rowWhen: Rich
    var rowText: Rich
    var rowNote: String?
  }

  /// Answers in the chart and in its list.
  static let mostAnswers = 30
  /// Slips in the list.
  static let mostSlips = 100

  var name: String
  var headline: Rich
  var lines: [Rich] = []
  var contactLine: Rich?
  var cautions: [Rich] = []
  var told: Rich?
  var facts: [Fact] = []
  var hasBegun = false
  var hasFigures = false
  var before: Rich?
  var next: Step?
  var reached: [Step] = []
  var hasReached = false
  var later: [Step] = []
  var laterCount: Rich?
  var hasSlipped = false
  var badges: [String] = []
  var hasBadges = false
  var chart: Rich?
  var answersLine: Rich
  var answers: [Row] = []
  var slips: [Row] = []
  var hasSlips = false
  /// Nil where the list has all of them.
  var slipsShown: Rich?
  var motive: [Rich] = []
  var tip: String
  var tipSource: Rich
  var tipPath: String
  var sources: [String] = []
  var testimonies = Path.testimonies
  let title: String

  init(_ view: QuitView, _ wearer: WearerLink, _ speak: PageWording) {
    name = wearer.name
    title = "\(wearer.name): \(speak.plain(QuitPhrase.title))"
    let shown = Tip.all[min(max(view.tip, 0), Tip.all.count - 1)]
    tip = speak.language.say(shown.text)
    tipSource = speak(QuitPhrase.source, (.name, shown.source.citation))
    // Counted from 1, as `vigia quit tip --number` counts them.
    tipPath = "\(Path.quit(wearer.id))?tip=\((view.tip + 1) % Tip.all.count + 1)#tip"
    answersLine = speak(QuitPhrase.cravingsNone)
    guard let figures = view.figures else {
      headline = speak(QuitPhrase.title)
      cautions = [speak(QuitPhrase.unreadableOnly, (.time, speak.moment(view.unreadable)))]
      return
    }
    hasFigures = true
    hasBegun = figures.status.minutes >= 0
    let span = speak.minutes(abs(figures.status.minutes))
    headline = speak(hasBegun ? QuitPhrase.since : .until, (.age, span))
    lines = QuitContent.lines(figures, speak)
    tell(view, speak)
    motive = [
      figures.plan.motive.map { speak(QuitPhrase.motive, (.name, speak.language.say($0.name))) },
      figures.plan.phrase.map { speak(QuitPhrase.phrase, (.name, $0)) },
    ].compactMap { $0 }
    if hasBegun {
      facts = QuitContent.facts(figures, speak)
    } else {
      before = speak(QuitPhrase.beforeHelp)
    }
    take(figures.steps, at: figures.now, speak)
    hasSlipped = figures.status.slipped > 0
    badges = Achievement.allCases.filter {
      $0.isReached(figures.plan, figures.status, cravings: figures.answers.count)
    }.map { speak.language.say($0.title) }
    hasBadges = !badges.isEmpty
    take(figures.answers, isAsked: figures.plan.isOnDemand, speak)
    slips = figures.status.slips.suffix(QuitContent.mostSlips).reversed().map { slip in
      Row(
        rowWhen: speak(at: slip.at),
        rowText: slip.cigarettes == 1
          ? speak(QuitPhrase.slipRowOne)
          : speak(QuitPhrase.slipRow, (.number, String(slip.cigarettes))),
        rowNote: slip.note)
    }
    hasSlips = !slips.isEmpty
    if slips.count < figures.status.slips.count {
      slipsShown = speak(
        QuitPhrase.slipsShown, (.number, String(figures.status.slips.count)),
        (.value, String(slips.count)))
    }
    sources = (LifeRate.all.map(\.source) + Milestone.all.flatMap(\.sources)).reduce(into: []) {
      if !$0.contains($1.citation) { $0.append($1.citation) }
    }
  }

  /// The quit date; after a slip also the time since, and the longest.
  private static func lines(_ figures: QuitView.Figures, _ speak: PageWording) -> [Rich] {
    let status = figures.status
    let date = speak(
      QuitPhrase.quitDate, (.date, speak.date(figures.plan.quitAt)),
      (.time, speak.clock(figures.plan.quitAt)))
    guard status.slipped > 0 else { return [date] }
    return [
      date, speak(QuitPhrase.streak, (.age, speak.minutes(status.streak))),
      speak(QuitPhrase.longest, (.age, speak.minutes(status.longestStreak))),
    ]
  }

  /// The moments up to which answers, slips and settings are known.
  private mutating func tell(_ view: QuitView, _ speak: PageWording) {
    if let at = view.unreadable {
      cautions.append(speak(QuitPhrase.unreadable, (.time, speak.moment(at))))
    }
    if let last = view.contact.told {
      switch view.contact.state {
      case .lost: cautions.append(speak(QuitPhrase.asOfLost, (.time, speak.moment(last))))
      case .never, .fine, .late: contactLine = speak(QuitPhrase.asOf, (.age, speak.age(last)))
      }
    }
    told = view.told.map { speak(QuitPhrase.told, (.time, speak.moment($0))) }
  }

  private static func facts(_ figures: QuitView.Figures, _ speak: PageWording) -> [Fact] {
    let (plan, status) = (figures.plan, figures.status)
    let rank = Rank(status.saved, of: plan)
    func money(_ money: Money) -> Rich {
      let mark = speak.language == .spanish ? "," : "."
      return Rich("\(money.text(in: plan.currency, mark: mark))\u{A0}\(plan.currency.code)")
    }
    var facts = [
      Fact(term: speak(QuitPhrase.notSmoked), value: Rich(String(status.notSmoked))),
      Fact(term: speak(QuitPhrase.saved), value: money(status.saved)),
      Fact(
        term: speak(QuitPhrase.rank),
        value: speak(QuitPhrase.rankOf, (.number, String(rank.number)))),
    ]
    if let missing = rank.missing {
      facts.append(
        Fact(
          term: speak(QuitPhrase.rankNext, (.number, String(rank.number - 1))),
          value: money(missing)))
    }
    facts += LifeRate.all.map { rate in
      Fact(
        term: speak(QuitPhrase.life, (.name, rate.source.name)),
        value: speak(
          QuitPhrase.lifeAt, (.age, speak.minutes(rate.regained(status.notSmoked))),
          (.number, String(rate.minutes))))
    }
    return facts
  }

  private mutating func take(
    _ steps: [QuitView.Step], at now: CivilMinute, _ speak: PageWording
  ) {
    func shown(_ step: QuitView.Step) -> Step {
      let names = step.milestone.sources.map(\.name).joined(separator: ", ")
      return Step(
        stepTime: speak.language.say(step.milestone.time),
        stepWhen: speak(
          QuitPhrase.dueAt, (.date, speak.date(step.due)), (.time, speak.clock(step.due)),
          (.name, names)),
        stepGain: speak.language.say(step.milestone.gain))
    }
    let ahead = steps.filter { $0.due > now }.sorted { $0.due < $1.due }
    reached = steps.filter { $0.due <= now }.map(shown)
    hasReached = !reached.isEmpty
    next = ahead.first.map(shown)
    later = ahead.dropFirst().map(shown)
    laterCount =
      later.isEmpty ? nil : speak(QuitPhrase.later, (.number, String(later.count)))
  }

  private mutating func take(
    _ answers: [QuitView.Answer], isAsked: Bool, _ speak: PageWording
  ) {
    let shown = answers.suffix(QuitContent.mostAnswers)
    guard !shown.isEmpty else {
      if !isAsked { answersLine = speak(QuitPhrase.cravingsNotAsked) }
      return
    }
    let count = (Gap.number, String(answers.count))
    answersLine =
      answers.count == shown.count
      ? speak(QuitPhrase.cravingsAll, count)
      : speak(QuitPhrase.cravingsShown, count, (.value, String(shown.count)))
    chart = CravingChart(strengths: shown.map(\.strength)).svg(
      label: speak(QuitPhrase.cravingsChart))
    self.answers = shown.reversed().map { answer in
      Row(
        rowWhen: speak(at: answer.at),
        rowText: speak(QuitPhrase.cravingsRow, (.number, String(answer.strength))))
    }
  }
}

/// Minutes of the wall that companions count in.
extension PageWording {
  private func civil(_ minute: CivilMinute) -> CivilDate {
    CivilDate(milliseconds: Int64(minute.count) * 60_000)
  }

  /// The day, with its year where that is not this one.
  func date(_ minute: CivilMinute) -> String {
    let date = civil(minute)
    return date.year == local(now).year ? language.date(date) : language.dateWithYear(date)
  }

  func clock(_ minute: CivilMinute) -> String { civil(minute).clock }

  func callAsFunction(at minute: CivilMinute) -> Rich {
    self(QuitPhrase.list, (.date, date(minute)), (.time, clock(minute)))
  }

  /// "12 d 4 h", which no line breaks.
  func minutes(_ minutes: Int64) -> String {
    // The span of none would be "0 s", and no second is counted here.
    let text = minutes == 0 ? "0 min" : span(Milliseconds(minutes * 60_000))
    return text.replacing(" ", with: "\u{A0}")
  }
}
