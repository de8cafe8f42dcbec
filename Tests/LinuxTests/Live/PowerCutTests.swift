import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The power goes at moments that nobody chose. The judge believes what people outside see: pages,
/// mails, and the log on the disk.
@Suite(
  "Power cuts in a busy hour", .serialized,
  .needs(Town.needs))
struct PowerCutTests {
  /// The number of cuts; 40 where `VIGIA_KILLS` does not say.
  private static let kills = ProcessInfo.processInfo.environment["VIGIA_KILLS"].flatMap { Int($0) }
  private static let seed = ProcessInfo.processInfo.environment["VIGIA_SEED"].flatMap { UInt64($0) }
  /// Seconds between the beginnings of two excursions.
  private static let period = 1200

  /// Metres from home: eight minutes there, three on the way, six out, three on the way back.
  private static func distance(_ second: Int) -> Double {
    switch second % period {
    case ..<480: 0
    case let s where s < 660: Double(s - 480) * 2
    case let s where s < 1020: 360
    case let s: Double(period - s) * 2
    }
  }

  private static func profile(_ exim: UInt16, _ dovecot: UInt16) -> String {
    let tasks = (1...32).map { number in
      let minute = 600 + number * 3 - 2
      let time = String(format: "%02d:%02d", minute / 60, minute % 60)
      return
        "  - {id: \(number), type: reminder, name: Tarea \(number), at: \"2031-03-21 \(time)\"}\n"
    }
    return """
      caregivers:
        - {name: Ana, kinship: hija, email: ana@example.org}
        - {name: José, kinship: hijo, email: jose@example.org}
      routes:
        mail:
          {host: localhost, port: \(exim), user: vigia, credentials: mail.secret, from: vigia@example.org}
        inbound: {host: localhost, port: \(dovecot), user: vigia, credentials: mail.secret}
      insulin:
        unit: mg/dL
        lower_target: 90
        upper_target: 130
        sensitivity: 50
        base_u: {breakfast: 4, lunch: 6, dinner: 5}
        maximum_u: 10
        pen_step_u: 0.5
        meals: {breakfast: "10:04", lunch: "10:25", dinner: "11:20"}
      reminders:
      \(tasks.joined())
      """
  }

  @Test("Nothing promised is lost and nothing confirmed comes again, whenever the power goes")
  func hour() throws {
    let kills = PowerCutTests.kills ?? 40
    let seed = PowerCutTests.seed ?? 4
    print("power cuts: \(kills), seed \(seed); VIGIA_KILLS and VIGIA_SEED choose others")
    let exim = try RealMailTests.Exim()
    let dovecot = try Dovecot()
    let family = try Family(exim, mailbox: "\(dovecot.folder.path)/mail", answers: true)
    let town = try Town(seconds: 6 * 3600, distance: PowerCutTests.distance)
    try town.write(profile: PowerCutTests.profile(exim.implicit, dovecot.implicit))
    var wearer = PowerCutWearer(seed: seed)
    var journal = PowerCutJournal()
    var records = try PowerCutRecords(town.statePath)
    var again = 0
    var editor = PowerCutEditor(town.statePath)
    var risks: [String: Int] = [:]
    town.feeder.start()
    // A life gets through less on a busy machine. Longer ones follow until all has been drawn.
    func hasDrawnAll() -> Bool {
      records.exits > 0 && wearer.calls > 0 && !journal.dosed.isEmpty && editor.confirmed > 0
    }
    var life = 0
    while life < kills || life < kills + 80 && !hasDrawnAll() {
      life += 1
      if wearer.call == .none, Int.random(in: 0..<6, using: &wearer.chance) == 0 {
        wearer.wantHelp()
      }
      // A prompt that nobody answered must come back when the device is given the time.
      let waiting = records.waiting.filter { !journal.answered.contains("Tarea \($0)") }.max()
      let awaited = waiting.flatMap { number in
        Int.random(in: 0..<20, using: &wearer.chance) == 0 ? "Tarea \(number)" : nil
      }
      let longest = 0.7 + 0.1 * Double(max(0, life - kills))
      let span = Double.random(in: 0..<longest, using: &wearer.chance)
      try live(
        town, life, &wearer, &journal, &editor, span: span, awaited: awaited, family)
      if awaited != nil { again += 1 }
      records = try journal.read(town.statePath, life: life, last: records)
      #expect(records.broken == [], "life \(life)")
      #expect(try editor.broken() == [], "life \(life)")
      // Sent, and its yes not stored: it goes out once more.
      for notice in records.undelivered { risks[notice, default: 0] += 1 }
      // The power went between the record of the call and its page.
      if wearer.call == .wanted, records.helps.count >= wearer.calls { wearer.call = .seen }
      // Their answer has come in: the case is over.
      if wearer.call == .seen, records.open.isEmpty { wearer.call = .none }
    }
    // The last call is heard, too.
    let run = try town.start()
    if wearer.call == .wanted {
      run.type("h")
      try town.until(run, shows: "Ana")
    }
    func calls() throws -> Set<String> {
      Set(try family.letters().filter { $0.subject.contains("ha pedido ayuda") }.map(\.notice))
    }
    try? Town.until("the mail of the last call", seconds: 30) {
      run.look()
      return try calls().count >= wearer.calls
    }
    // Each answer is marked as read once what it says is stored.
    let mailbox = "\(dovecot.folder.path)/mail"
    func answers(_ folder: String, _ isMeant: (String) -> Bool) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(mailbox)/\(folder)"))?
        .count(where: isMeant) ?? 0
    }
    try Town.until("the last answer being marked as read", seconds: 60) {
      run.look()
      let unread = answers("cur") {
        !$0.contains(":2,") || !$0.split(separator: ",").last!.contains("S")
      }
      return answers("new") { _ in true } + unread == 0
    }
    run.end()
    journal.begin()
    records = try journal.read(town.statePath, life: life + 1, last: records)
    let letters = try family.letters()
    func notices(_ subject: String) -> Set<String> {
      Set(letters.filter { $0.subject.contains(subject) }.map(\.notice))
    }
    // An attempt that ended without a server's word, as on a busy machine, goes out once more.
    let unsure = try PowerCutRecords.unsureAttempts(town.statePath)
    print(
      "power cuts: \(life) lives, \(editor.confirmed) edits confirmed, \(editor.unsure) cut off, \(again) prompts awaited again, \(journal.announced.count) reminders, "
        + "\(journal.answered.count) answered, \(journal.dosed.count) doses, \(wearer.calls) calls, "
        + "\(records.exits) exits, \(letters.count) mails, "
        + "\(letters.count - Set(letters.map(\.id)).count) sent twice, \(unsure.count) notices without a word; \(town.complaints.count) bytes said"
    )
    #expect(try editor.broken() == [])
    #expect(records.open == [], "each call was answered, and each answer is stored")
    #expect(journal.broken == [])
    #expect(records.broken == [])
    #expect(notices("ha pedido ayuda").count == wearer.calls, "each call for help, once")
    #expect(notices("ha salido del perímetro").count == records.exits, "each exit, once")
    #expect(hasDrawnAll(), "\(life) lives")
    // Each mail goes to one of them; the same one again has the same name, so that it is read once.
    for (id, same) in Dictionary(grouping: letters, by: \.id) {
      let parts = id.split(separator: ".")
      let notice = parts.count > 2 ? "\(parts[1]).\(parts[2])" : id
      #expect(
        same.count <= 1 + risks[notice, default: 0] + unsure[notice, default: 0],
        "\(id) came \(same.count) times, and \(risks[notice, default: 0]) cuts found it open")
      #expect(Set(same.map { "\($0.to) \($0.notice)" }).count == 1)
    }
  }

  /// One life, to its sudden end.
  private func live(
    _ town: Town, _ life: Int, _ wearer: inout PowerCutWearer, _ journal: inout PowerCutJournal,
    _ editor: inout PowerCutEditor, span: Double, awaited: String?, _ family: Family
  ) throws {
    let run = try town.start()
    journal.begin()
    var seen = 0
    var typed: String?
    var typedAt = Date.distantPast
    var hasCalled = false
    func look() {
      run.look()
      for page in run.pages[seen...] {
        wearer.see(page, isFollowing: hasCalled)
        journal.see(page, after: typed, life: life)
        typed = nil
      }
      seen = run.pages.count
    }
    if let awaited {
      try Town.until("\(awaited) coming back in life \(life)") {
        look()
        // It may have gone to the caregiver instead, because the time for it is over.
        return try run.pages.contains { $0.contains(awaited) }
          || family.letters().contains { $0.subject.contains("“\(awaited)”") }
      }
    }
    // Some lives end while they begin. The others are seen first, however slow the machine is.
    if Int.random(in: 0..<4, using: &wearer.chance) > 0 {
      try Town.until("the first page of life \(life)") {
        look()
        return seen > 0
      }
    }
    let end = Date(timeIntervalSinceNow: span)
    let edits = Date(timeIntervalSinceNow: Double.random(in: 0..<1.2, using: &wearer.chance) * span)
    var hasEdited = false
    while Date() < end {
      look()
      if !hasEdited, Date() > edits {
        hasEdited = true
        try editor.begin(&wearer.chance)
      }
      // Nobody presses while the page is new: people are slower.
      if Date().timeIntervalSince(typedAt) > 0.012, seen > 0, let key = wearer.key(at: run.page) {
        run.type(key)
        typed = key
        typedAt = Date()
        hasCalled = hasCalled || key == "h"
      }
      usleep(3000)
    }
    run.kill()
    look()
    try editor.finish()
  }
}
