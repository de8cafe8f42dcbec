import Agenda
import Device
import Names
import Words

/// The section `quit:` as entries of the agenda: milestones, tips, the evening's question, and what the
/// wearer asks for. QUIT-4.
public struct QuitCompanion: Companion {
  public enum Key {
    public static let craving = "quit/craving"
    public static let answer = "quit/answer"
    public static let checkIn = "quit/check-in"
    static func milestone(_ code: String) -> String { "quit/milestone/\(code)" }
    static func tip(_ index: Int) -> String { "quit/tip/\(index)" }
  }

  /// Minutes of the day between which tips come.
  private static let tipsFrom: Int32 = 9 * 60
  private static let tipsTo: Int32 = 21 * 60
  /// Minutes for which each is worth saying late: a milestone for a week, a tip for an hour.
  private static let milestoneIsGood: Int32 = 7 * 1440
  private static let tipIsGood: Int32 = 60
  private static let checkInIsGood: Int32 = 120
  private static let answerIsGood: Int32 = 10
  /// The largest number of cigarettes that the evening's question takes.
  private static let mostCigarettes: UInt8 = 40

  public let plan: QuitPlan
  /// Those of the profile.
  private let slips: [QuitPlan.Slip]
  let language: Language
  let zone: Zone

  public init(
    _ plan: QuitPlan, slips: [QuitPlan.Slip] = [], language: Language, zone: Zone
  ) {
    self.plan = plan
    self.slips = slips
    self.language = language
    self.zone = zone
  }

  /// All of them whatever the settings say: a number stays when another setting changes.
  public var keys: [String] {
    [Key.craving, Key.answer, Key.checkIn] + Milestone.all.map { Key.milestone($0.code) }
      + (0..<QuitPlan.tipsRange.upperBound).map(Key.tip)
  }

  public func entries(
    in window: ClosedRange<CivilMinute>, answers: (_ key: String) -> [AgendaAnswer]
  ) -> [AgendaEntry] {
    let daily = milestones(answers) + tips(window) + checkIns(window)
    let asked = plan.isOnDemand ? [craving] + answer(answers(Key.craving).last?.at) : []
    return asked + daily.filter { window.contains($0.due) && $0.due >= plan.quitAt }
  }

  // MARK: Health

  private func milestones(_ answers: (_ key: String) -> [AgendaAnswer]) -> [AgendaEntry] {
    guard plan.saysMilestones else { return [] }
    // An evening's answer is a slip, too, as in the figures. Each counts whatever the wall shows: in the hour
    // that a night in autumn repeats it goes back behind an answer.
    let checkIns = answers(Key.checkIn).compactMap { answer in
      answer.value.map {
        CheckIn(at: answer.at, due: answer.due, cigarettes: Int($0), of: plan)
      }
    }
    let slips = QuitStatus.merged(slips.filter { plan.quitAt <= $0.at }, checkIns)
    return Milestone.all.map { milestone in
      let due = milestone.due(since: plan.quitAt, slips: slips, in: zone)
      return AgendaEntry(
        key: Key.milestone(milestone.code), due: due,
        goodFor: QuitCompanion.milestoneIsGood, tellsCaregiver: plan.tellsCaregiver,
        words: words(
          name(milestone, isOver: slips.contains { due <= $0.at }), milestone.gain),
        why: Phrase(
          es: "\(milestone.time.es) sin fumar; fuente: \(names(milestone.sources))",
          en: "\(milestone.time.en) without smoking; source: \(names(milestone.sources))"))
    }
  }

  /// Months count since the quit date, whatever was smoked.
  /// - Parameter isOver: a cigarette came after the hours that were reached. Quiet hours, or no power, may
  ///   have kept them from being said before it.
  private func name(_ milestone: Milestone, isOver: Bool) -> Phrase {
    let time = milestone.time
    return switch milestone.span {
    case .minutes where isOver:
      Phrase(es: "Llegaste a \(time.es) sin fumar", en: "You reached \(time.en) without smoking")
    case .minutes: Phrase(es: "Sin fumar: \(time.es)", en: "Without smoking: \(time.en)")
    case .days, .months:
      Phrase(es: "Desde que lo dejaste: \(time.es)", en: "Since you quit: \(time.en)")
    }
  }

  private func names(_ sources: [Source]) -> String {
    sources.map(\.name).joined(separator: ", ")
  }

  // MARK: Every day

  private func tips(_ window: ClosedRange<CivilMinute>) -> [AgendaEntry] {
    let count = Int32(plan.tipsPerDay)
    guard count > 0 else { return [] }
    let span = QuitCompanion.tipsTo - QuitCompanion.tipsFrom
    return days(window).flatMap { day in
      (0..<count).map { index in
        // Each in the middle of its part of the day.
        let minute = QuitCompanion.tipsFrom + span * (2 * index + 1) / (2 * count)
        let number = (Int(day) * Int(count) + Int(index)) % Tip.all.count
        return AgendaEntry(
          key: Key.tip(Int(index)), due: CivilMinute(day: day, minute: Int16(minute)),
          goodFor: QuitCompanion.tipIsGood, tellsCaregiver: plan.tellsCaregiver,
          words: words(tipName, Tip.all[number].text),
          why: Phrase(
            es: "\(plan.tipsPerDay) al día por tips_a_day; fuente: \(Tip.all[number].source.name)",
            en: "\(plan.tipsPerDay) a day by tips_a_day; source: \(Tip.all[number].source.name)"))
      }
    }
  }

  private func checkIns(_ window: ClosedRange<CivilMinute>) -> [AgendaEntry] {
    guard let minute = plan.checkInAt else { return [] }
    let help = Phrase(
      es: "Cero es lo mejor. Otro número no borra nada.",
      en: "Zero is best. Another number undoes nothing.")
    return days(window).map { day in
      AgendaEntry(
        key: Key.checkIn, due: CivilMinute(day: day, minute: minute),
        goodFor: QuitCompanion.checkInIsGood,
        question: ReminderQuestion(from: 0, to: QuitCompanion.mostCigarettes, start: 0),
        tellsCaregiver: plan.tellsCaregiver,
        words: words(question(of: day), help),
        laterWords: words(laterQuestion(of: day), help),
        why: Phrase(es: "cada noche por check_in", en: "every evening by check_in"))
    }
  }

  /// The day of quitting is asked for what came after the quit date alone: the answer counts as a slip.
  private func question(of day: Int32) -> Phrase {
    guard let quit = quit(on: day) else {
      return Phrase(es: "¿Cuántos cigarrillos hoy?", en: "How many cigarettes today?")
    }
    return Phrase(
      es: "¿Cuántos cigarrillos desde \(Language.spanish.hour(quit))?",
      en: "How many cigarettes since \(Language.english.hour(quit))?")
  }

  /// The same after that day: quiet hours may keep the question until the morning.
  private func laterQuestion(of day: Int32) -> Phrase {
    let date = CivilDate(CivilMinute(day: day, minute: 0))
    let (es, en) = (Language.spanish.weekday(date), Language.english.weekday(date))
    guard let quit = quit(on: day) else {
      return Phrase(es: "¿Cuántos cigarrillos el \(es)?", en: "How many cigarettes on \(en)?")
    }
    return Phrase(
      es: "¿Cuántos cigarrillos el \(es) desde \(Language.spanish.hour(quit))?",
      en: "How many cigarettes on \(en) after \(Language.english.hour(quit))?")
  }

  /// The time of quitting; nil on another day, and at midnight, which leaves the whole day.
  private func quit(on day: Int32) -> CivilDate? {
    day == plan.quitAt.day && plan.quitAt.minuteOfDay > 0 ? CivilDate(plan.quitAt) : nil
  }

  private func days(_ window: ClosedRange<CivilMinute>) -> ClosedRange<Int32> {
    window.lowerBound.day...window.upperBound.day
  }

  // MARK: On demand

  private var craving: AgendaEntry {
    AgendaEntry(
      key: Key.craving, due: plan.quitAt, goodFor: 0, isOnDemand: true,
      question: ReminderQuestion(from: 0, to: 10, start: 5),
      words: words(
        Phrase(es: "¿Cuántas ganas de fumar?", en: "How strong is the craving?"),
        plan.phrase.map { Phrase(es: $0, en: $0) }),
      why: Phrase(es: "OK en la página de inicio", en: "OK on the home page"))
  }

  /// A tip answers a craving.
  private func answer(_ minute: CivilMinute?) -> [AgendaEntry] {
    guard let minute else { return [] }
    let tip = Tip.all[Tip.at(minute.count)]
    return [
      AgendaEntry(
        key: Key.answer, due: minute, goodFor: QuitCompanion.answerIsGood, isAsked: true,
        words: words(tipName, tip.text),
        why: Phrase(
          es: "respuesta a las ganas de fumar; fuente: \(tip.source.name)",
          en: "answer to a craving; source: \(tip.source.name)"))
    ]
  }

  private var tipName: Phrase {
    Phrase(es: "Consejo para no fumar", en: "A tip for not smoking")
  }

  private func words(_ name: Phrase, _ description: Phrase?) -> Names.Reminder {
    Names.Reminder(name: language.say(name), description: description.map { language.say($0) })
  }
}
