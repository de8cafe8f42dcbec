import Agenda
import ArgumentParser
import Console
import Device
import Names
import Profile
import Trial
import Words

struct AgendaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agenda",
    abstract: "Says what will come on the device, and why.",
    subcommands: [List.self])
}

extension AgendaCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The family's reminders, and the next of each companion's entries within 14 days.",
      discussion: """
        The family's reminders come first: an entry of a companion takes a place that they leave. With \
        the state of the device it is known what waits for the wearer, and what was answered.

        vigia agenda list --profile profile.yaml
        """)

    @OptionGroup var options: CompanionOptions

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let desk = try options.desk()
      let rows = AgendaRow.all(desk)
      guard !rows.isEmpty else {
        if format == .text {
          complain(desk.say("nada en los próximos 14 días", "nothing in the next 14 days"))
        }
        return
      }
      let lines = format == .json ? rows.map(\.json) : AgendaRow.table(rows, desk)
      try StandardOutput.print(lines.joined(separator: "\n"))
    }
  }
}

extension CompanionDesk {
  /// The rule of a reminder in the language of the list.
  fileprivate func rule(_ repeats: Reminder.Repeat) -> String {
    guard language == .spanish else { return ReminderRepeat.text(repeats) }
    switch repeats {
    case .once: return "una vez"
    case .daily: return "cada día"
    case .everyHours(let hours): return "cada \(hours) h"
    case .weekdays(let days):
      switch ReminderRepeat.text(repeats) {
      case "daily": return "cada día"
      case "weekdays": return "de lunes a viernes"
      case "weekend": return "fines de semana"
      default:
        let names = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"]
        return names.indices.filter { days >> $0 & 1 == 1 }.map { names[$0] }
          .joined(separator: ",")
      }
    }
  }
}

/// A line of the agenda.
struct AgendaRow {
  /// The states of an entry, by the planner or by the profile.
  enum State: String {
    case coming, waiting, late
    case onDemand = "on-demand"
    case noRoom = "no-room"

    init(_ state: AgendaPlan.State) {
      switch state {
      case .coming: self = .coming
      case .waiting: self = .waiting
      case .late: self = .late
      case .onDemand: self = .onDemand
      }
    }
  }

  let due: CivilMinute
  let state: State
  let number: UInt16
  /// The key of a companion's entry; nil for a reminder of the family.
  let key: String?
  let name: String
  let description: String?
  let why: String

  static func all(_ desk: CompanionDesk) -> [AgendaRow] {
    let plan = desk.plan
    let last = desk.now.count + Planner.horizon
    let family = desk.profile.reminders.compactMap { reminder -> AgendaRow? in
      guard let due = desk.zone.next(reminder.setting, from: desk.now), due.count <= last
      else { return nil }
      let rule = desk.rule(reminder.setting.repeats)
      return AgendaRow(
        due: due, state: .coming, number: reminder.setting.id, key: nil,
        name: reminder.words.name, description: reminder.words.description,
        why: desk.say("recordatorio de la familia, \(rule)", "reminder of the family, \(rule)"))
    }
    func row(_ item: AgendaPlan.Item, _ state: State) -> AgendaRow {
      AgendaRow(
        due: desk.zone.shown(item.entry.due), state: state, number: item.number,
        key: item.entry.key,
        name: item.entry.words.name, description: item.entry.words.description,
        why: desk.language.say(item.entry.why))
    }
    let entries =
      plan.placed.map { row($0, State($0.state)) } + plan.left.map { row($0, .noRoom) }
    return (family + entries).sorted {
      ($0.order, $0.due.count, $0.number) < ($1.order, $1.due.count, $1.number)
    }
  }

  /// An entry that waits for a key has no time, and comes last.
  private var order: Int { state == .onDemand ? 1 : 0 }

  private func text(_ desk: CompanionDesk) -> String {
    switch state {
    case .coming: ""
    case .waiting: desk.say("espera respuesta", "waits for an answer")
    case .late: desk.say("con retraso", "late")
    case .onDemand: desk.say("con OK", "by OK")
    case .noRoom:
      desk.say("sin sitio: la familia va primero", "no room: the family comes first")
    }
  }

  static func table(_ rows: [AgendaRow], _ desk: CompanionDesk) -> [String] {
    rows.flatMap { row in
      let time =
        row.state == .onDemand ? desk.say("cuando quiera", "at any time") : CivilText.text(row.due)
      let pad = String(repeating: " ", count: max(0, 16 - time.count))
      let state = row.text(desk)
      let gap = row.name.last?.isPunctuation == true ? " " : ". "
      let words = [row.name, row.description].compactMap { $0 }.map(oneLine)
      return [
        "\(time)\(pad)  \(words.joined(separator: gap))" + (state.isEmpty ? "" : " [\(state)]"),
        String(repeating: " ", count: 18) + oneLine(row.why),
      ]
    }
  }

  /// Keys in fixed order.
  var json: String {
    var object = JSONObject()
    object.set("due", state == .onDemand ? nil : CivilText.text(due))
    object.set("state", state.rawValue)
    object.set("reminder", Int(number))
    object.set("of", key.map { String($0.prefix { $0 != "/" }) } ?? "family")
    object.set("key", key)
    object.set("name", name)
    object.set("description", description)
    object.set("why", why)
    return String(object.line.dropLast())
  }
}
