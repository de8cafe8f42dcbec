import Device
import HAL
import Names
import Profile
import Quit
import Traces
import Words

/// The status of somebody who quit, for people and for scripts.
struct QuitReport {
  private let desk: CompanionDesk
  private let plan: QuitPlan
  private let status: QuitStatus
  private let rank: Rank
  private let cravings: Int

  /// - Throws: `InputError` for a profile without the section.
  init(_ desk: CompanionDesk) throws {
    guard let report = QuitReport(desk, desk.profile.quit) else {
      throw SlipFile.hasNoPlan(desk.profile.file)
    }
    self = report
  }

  init?(_ desk: CompanionDesk, _ plan: QuitPlan?) {
    guard let plan else { return nil }
    self.desk = desk
    self.plan = plan
    let checkIns = desk.answers(QuitCompanion.Key.checkIn).map {
      CheckIn(at: $0.at, due: $0.due, cigarettes: $0.value, of: plan)
    }
    status = QuitStatus(plan, slips: desk.profile.slips, checkIns: checkIns, at: desk.now)
    rank = Rank(status.saved, of: plan)
    cravings = desk.answers(QuitCompanion.Key.craving).count
  }

  private var language: Language { desk.language }
  private func say(_ es: String, _ en: String) -> String { desk.say(es, en) }

  // MARK: Numbers

  /// "412,50 MXN"
  private func text(_ money: Money) -> String {
    let mark = language == .spanish ? "," : "."
    return money.text(in: plan.currency, mark: mark) + " \(plan.currency.code)"
  }

  /// "12 d 4 h 5 min"
  private func span(_ minutes: Int64) -> String {
    let (days, hours, rest) = (minutes / 1440, minutes % 1440 / 60, minutes % 60)
    if days > 0 { return "\(days) d \(hours) h \(rest) min" }
    return hours > 0 ? "\(hours) h \(rest) min" : "\(rest) min"
  }

  private func due(_ milestone: Milestone) -> CivilMinute {
    milestone.due(since: plan.quitAt, slips: status.slips, in: desk.zone)
  }

  private var achievements: [Achievement] {
    Achievement.allCases.filter { $0.isReached(plan, status, cravings: cravings) }
  }

  // MARK: For people

  /// Cigarettes, money and rank on one line.
  var summary: String {
    let missing = rank.missing.map { text($0) }
    let next = missing.map {
      say("; faltan \($0) para el rango \(rank.number - 1)", "; \($0) to rank \(rank.number - 1)")
    }
    let count = status.notSmoked
    let cigarettes =
      count == 1
      ? say("1 cigarrillo no fumado", "1 cigarette not smoked")
      : say("\(count) cigarrillos no fumados", "\(count) cigarettes not smoked")
    return say(
      "\(cigarettes), \(text(status.saved)) sin gastar, rango \(rank.number)",
      "\(cigarettes), \(text(status.saved)) not spent, rank \(rank.number)") + (next ?? "")
  }

  var text: String {
    var lines: [String] = []
    let day = CivilText.text(plan.quitAt)
    if status.minutes < 0 {
      lines.append(
        say(
          "Faltan \(span(-status.minutes)) para el \(day)", "\(span(-status.minutes)) until \(day)")
      )
    } else {
      lines.append(
        say(
          "Lo dejaste el \(day), hace \(span(status.minutes))",
          "You quit on \(day), \(span(status.minutes)) ago"))
    }
    lines.append(summary)
    lines += LifeRate.all.map { rate in
      let regained = span(rate.regained(status.notSmoked))
      return say(
        "Vida ganada: \(regained), a \(rate.minutes) min por cigarrillo (\(rate.source.name))",
        "Life regained: \(regained), at \(rate.minutes) min a cigarette (\(rate.source.name))")
    }
    lines += slips
    if let motive { lines.append(motive) }
    lines.append("")
    lines.append(say("Salud:", "Health:"))
    lines += Milestone.all.map(milestone)
    if status.slipped > 0 {
      lines.append(
        say(
          "  Las fuentes hablan de quien lo deja del todo.",
          "  The sources speak of people who stopped altogether."))
    }
    lines.append("")
    let reached = achievements.map { language.say($0.title) }
    lines.append(
      say("Logros: ", "Badges: ")
        + (reached.isEmpty ? say("todavía ninguno", "none yet") : reached.joined(separator: "; ")))
    lines.append("")
    lines += sources.map { say("Fuente: ", "Source: ") + $0.citation }
    lines.append(say("No es consejo médico.", "Not medical advice."))
    return lines.joined(separator: "\n")
  }

  private var slips: [String] {
    guard status.slipped > 0 else { return [] }
    let (count, longest) = (status.slipped, span(status.longestStreak))
    return [
      say(
        "Resbalones: \(status.slips.count), cigarrillos: \(count); sin fumar desde el último: "
          + "\(span(status.streak)); lo más largo: \(longest)",
        "Slips: \(status.slips.count), cigarettes: \(count); since the last: "
          + "\(span(status.streak)); the longest time: \(longest)")
    ]
  }

  private var motive: String? {
    let name = plan.motive.map { language.say($0.name) }
    let phrase = plan.phrase.map { say("«\(oneLine($0))»", "\u{201C}\(oneLine($0))\u{201D}") }
    let parts = [name, phrase].compactMap { $0 }
    return parts.isEmpty ? nil : say("Motivo: ", "Motive: ") + parts.joined(separator: ", ")
  }

  private func milestone(_ milestone: Milestone) -> String {
    let mark = due(milestone) <= desk.now ? "[x]" : "[ ]"
    let names = milestone.sources.map(\.name).joined(separator: ", ")
    return "  \(mark) \(CivilText.text(due(milestone)))  \(language.say(milestone.time)): "
      + "\(language.say(milestone.gain)) (\(names))"
  }

  /// Each once, in the order in which they are met.
  private var sources: [Source] {
    (LifeRate.all.map(\.source) + Milestone.all.flatMap(\.sources)).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  // MARK: For scripts

  /// JSON Lines: the status, then each milestone, then each badge, keys in fixed order.
  var json: String {
    ([statusLine] + Milestone.all.map(line) + Achievement.allCases.map(line))
      .joined(separator: "\n")
  }

  private var statusLine: String {
    var object = JSONObject()
    object.set("event", "quit.status")
    object.set("now", CivilText.text(desk.now))
    object.set("quit_at", CivilText.text(plan.quitAt))
    object.set("minutes", Int(status.minutes))
    object.set("not_smoked", Int(status.notSmoked))
    object.set("saved", status.saved.text(in: plan.currency, mark: "."))
    object.set("saved_units", Int(status.saved.units))
    object.set("currency", plan.currency.code)
    object.set("rank", rank.number)
    object.set("missing", rank.missing.map { $0.text(in: plan.currency, mark: ".") })
    for rate in LifeRate.all {
      object.set("life_min_at_\(rate.minutes)", Int(rate.regained(status.notSmoked)))
    }
    object.set("slips", status.slips.count)
    object.set("slipped", Int(status.slipped))
    object.set("streak_min", Int(status.streak))
    object.set("longest_streak_min", Int(status.longestStreak))
    object.set("cravings", cravings)
    object.set("motive", plan.motive?.rawValue)
    object.set("phrase", plan.phrase)
    return String(object.line.dropLast())
  }

  private func line(_ milestone: Milestone) -> String {
    var object = JSONObject()
    object.set("event", "quit.milestone")
    object.set("milestone", milestone.code)
    object.set("due", CivilText.text(due(milestone)))
    object.set("reached", due(milestone) <= desk.now)
    object.set("text", language.say(milestone.gain))
    object.set("sources", milestone.sources.map(\.citation).joined(separator: "; "))
    return String(object.line.dropLast())
  }

  private func line(_ achievement: Achievement) -> String {
    var object = JSONObject()
    object.set("event", "quit.achievement")
    object.set("achievement", achievement.rawValue)
    object.set("reached", achievement.isReached(plan, status, cravings: cravings))
    object.set("text", language.say(achievement.title))
    return String(object.line.dropLast())
  }
}
