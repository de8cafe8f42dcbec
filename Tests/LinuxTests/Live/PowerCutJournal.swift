import Device
import Diary
import Foundation
import HAL

/// The wearer's view of many lives of a device, and the pages that must never follow it.
struct PowerCutJournal {
  /// Violations, in words.
  private(set) var broken: [String] = []
  /// Reminders whose page went away after OK, or whose answer is in the log.
  private(set) var answered: Set<String> = []
  private(set) var announced: Set<String> = []
  /// Meals whose dose the screen said to be noted.
  private(set) var noted: Set<String> = []
  /// Meals whose dose is in the diary.
  private(set) var dosed: Set<String> = []
  /// The page of an exit was seen in this life.
  private(set) var sawExit = false
  private var before = ""

  /// Notes what one page shows.
  /// - Parameter key: what was typed while the page before was there.
  mutating func see(_ page: String, after key: String?, life: Int) {
    defer { before = page }
    if let task = PowerCutJournal.task(page) {
      announced.insert(task)
      if answered.contains(task) { broken.append("life \(life): \(task) is asked again: \(page)") }
    }
    if key == "\r", let task = PowerCutJournal.task(before), page.contains("[AYUDA]"),
      !page.contains("[OK]")
    {
      answered.insert(task)
    }
    for meal in ["el desayuno", "el almuerzo", "la cena"] {
      if page.contains("Insulina apuntada para \(meal)") { noted.insert(meal) }
      let asks =
        page.contains("Insulina para \(meal)") || page.contains("Antes de \(meal)")
        || page.contains("Antes d\(meal)")
      if asks, noted.contains(meal) || dosed.contains(meal) {
        broken.append("life \(life): a second dose for \(meal): \(page)")
      }
    }
    if page.contains("Has salido") { sawExit = true }
  }

  mutating func begin() {
    before = ""
    sawExit = false
  }

  /// Reads the state between two lives.
  /// - Parameter last: its content a life ago.
  mutating func read(
    _ state: String, life: Int, last: PowerCutRecords
  ) throws -> PowerCutRecords {
    let records = try PowerCutRecords(state)
    if sawExit, !last.isOut, records.exits == last.exits {
      broken.append("life \(life): the exit whose page was seen is lost")
    }
    answered.formUnion(records.answered.map { "Tarea \($0)" })
    for (meal, count) in records.doses {
      dosed.insert(meal)
      if count > 1 { broken.append("life \(life): \(count) doses for \(meal) in the diary") }
    }
    return records
  }

  static func task(_ page: String) -> String? {
    page.firstRange(of: /Tarea [0-9]+/).map { String(page[$0]) }
  }
}

/// The log of a device that is not running, read as any program can.
struct PowerCutRecords {
  private(set) var doses: [String: Int] = [:]
  /// Numbers of reminders that were announced, and nothing after it.
  private(set) var waiting: Set<UInt16> = []
  private(set) var answered: Set<UInt16> = []
  /// Notices of calls for help.
  private(set) var open: Set<UInt64> = []
  private(set) var helps: Set<UInt64> = []
  /// Notices of which no server's yes is stored, and that are not over.
  private(set) var undelivered: Set<String> = []
  /// Exits that were announced, each only after a return: its notice, or the place.
  private(set) var exits = 0
  private(set) var isOut = false
  private(set) var broken: [String] = []

  init(_ state: String) throws {
    guard FileManager.default.fileExists(atPath: state + "/vigia.sqlite") else { return }
    let store = try RecordStore(StateFolder(path: state), as: .editor)
    var unreadable = 0
    // Places and notices of the perimeter, for whoever has to find out why.
    var way: [String] = []
    // Notices that told a new place after the last call, and whether a server has taken one.
    var places: Set<UInt64> = []
    var isPlaceTold = false
    try store.restore { words in
      switch Record(words) {
      case .diary(.dose(let dose)):
        let name = [Meal.breakfast: "el desayuno", .lunch: "el almuerzo", .dinner: "la cena"]
        doses[name[dose.meal] ?? "?", default: 0] += 1
      case .reminder(let occurrence, let state, _):
        if state == .acknowledged { answered.insert(occurrence.reminder) }
        if state == .announced {
          waiting.insert(occurrence.reminder)
          if answered.contains(occurrence.reminder) {
            broken.append("reminder \(occurrence.reminder) is announced after its answer")
          }
        } else {
          waiting.remove(occurrence.reminder)
        }
      case .outbox(.notice(let notice)):
        undelivered.insert(PowerCutRecords.text(notice.id))
        if notice.matter == .perimeter(.left) {
          if isOut { broken.append("exit \(exits) is announced twice: \(way)") }
          exits += 1
          isOut = true
        }
        // The notice of a return is stored before the place, and the power may go between the two.
        if notice.matter == .perimeter(.returned) { isOut = false }
        if case .perimeter = notice.matter { way.append("\(notice.matter)") }
        if notice.matter == .location(.firstAfterHelp) {
          if isPlaceTold { broken.append("the first position after a call is told twice") }
          // One that is old says not where the wearer is now.
          if notice.whereabouts != nil, notice.age < .seconds(30) { places.insert(notice.id.value) }
        }
        if notice.matter == .help {
          (places, isPlaceTold) = ([], false)
          helps.insert(notice.id.value)
          open.insert(notice.id.value)
        }
      case .place(let place):
        if place == .inside { isOut = false }
        way.append("\(place)")
      case .outbox(.acknowledged(let id, _)), .outbox(.closed(let id)):
        open.remove(id.value)
        undelivered.remove(PowerCutRecords.text(id))
      case .outbox(.delivery(let id, _, .accepted)):
        if places.contains(id.value) { isPlaceTold = true }
      case nil: unreadable += 1
      default: break
      }
    }
    if unreadable > 0 { broken.append("\(unreadable) records cannot be read") }
  }

  /// Attempts by notice whose end the black box has as transient: a server may have taken the mail.
  static func unsureAttempts(_ state: String) throws -> [String: Int] {
    var attempts: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: state)
    where name.hasPrefix("blackbox") {
      let text = try String(contentsOfFile: "\(state)/\(name)", encoding: .utf8)
      for line in text.split(separator: "\n")
      where line.contains(#""ANSWER""#) && line.contains(#""outcome":"transient""#) {
        guard let notice = line.firstMatch(of: /"notice":"?([0-9.]+)/) else { continue }
        attempts[String(notice.1), default: 0] += 1
      }
    }
    return attempts
  }

  /// The id as in a mail.
  static func text(_ id: NoticeID) -> String { "\(id.boot).\(id.number)" }
}
