import Device
import Diary
import Entries
import Foundation
import HAL
import Link
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("Changes of the diary from the portal")
struct DiaryEditTests {
  /// Rosa's portal and her device, with one reading in its log; Ana administers.
  private struct Home {
    let portal: PortalProcess
    let ana: Visitor
    let wearer: String
    let device: TestDevice
    var diary: String { "/w/\(wearer)/diary" }

    init(_ right: Level = .administer) async throws {
      portal = try PortalProcess()
      (ana, wearer) = try await Visitor.invited(
        to: portal, "ana@example.org", wearer: "Rosa", as: right)
      device = try await TestDevice.paired(with: portal, wearer: wearer)
      device.profile = Proof.profile
      device.store(DiaryTests.reading(4, PortalClock.real + .seconds(-7200), 104))
      try device.sync()
    }

    /// The changes that wait for the device.
    func edits() throws -> [(message: SyncMessage, edit: SyncEdit)] {
      try device.sync().messages.compactMap { message in
        if case .edit(let edit, _) = message.word { (message, edit) } else { nil }
      }
    }

    /// The device makes a change, as its log shows it.
    func apply(_ edit: SyncEdit) {
      for change in edit.changes {
        guard let record = Record(change.words) else { continue }
        let entry = device.store(record)
        if let text = change.text {
          device.annotations.append(
            SyncAnnotation(
              sequence: entry.sequence, category: text.category, notes: text.notes))
        }
      }
    }
  }

  private static let reading = [
    "kind": "reading", "amount": "182", "unit": "mg/dL", "date": "2026-03-21", "time": "15:04",
    "category": "before-lunch", "notes": "tras el paseo\r\ncon Luis", "after": "1",
  ]

  private func with(_ fields: [String: String], _ more: [String: String]) -> [String: String] {
    fields.merging(more) { $1 }
  }

  private static let notKnown = "El dispositivo todavía no lo sabe."

  // MARK: The way

  @Test("An entry is asked about, goes down once, and is known only once outcome and record came")
  func added() async throws {
    let home = try await Home()
    let asked = try home.ana.post(home.diary + "/new", DiaryEditTests.reading)
    #expect(asked.status == 200 && asked.text.contains("¿Es correcto?"))
    #expect(try home.edits().isEmpty, "nothing is said before the yes")
    let yes = with(DiaryEditTests.reading, ["confirm": "yes"])
    for _ in 0..<2 {
      let answer = try home.ana.post(home.diary + "/new", yes)
      #expect(answer.header("location") == home.diary + "#changes")
    }
    let waiting = try home.edits()
    #expect(waiting.count == 1, "pressed twice")
    let (message, edit) = try #require(waiting.first)
    #expect(message.who == 1_908_912_552 && message.until != nil)
    #expect(edit.after == 1 && edit.seen.isEmpty)
    // 15:04 in Guayaquil is 20:04 UTC.
    let expected = DiaryReading(
      id: EntryID(5), taken: WallTime(milliseconds: 1_774_123_440_000),
      result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(182))),
      category: .beforeLunch)
    #expect(edit.changes.map(\.words) == [Record.diary(.reading(expected)).words])
    #expect(edit.changes[0].text == .init(category: nil, notes: "tras el paseo\ncon Luis"))
    #expect(try home.ana.get(home.diary).text.contains(DiaryEditTests.notKnown))
    home.device.did = [SyncDone(message: message.id, outcome: .applied)]
    #expect(try home.edits().isEmpty)
    #expect(try home.ana.get(home.diary).text.contains(DiaryEditTests.notKnown), "no record yet")
    home.apply(edit)
    try home.device.sync()
    let known = try home.ana.get(home.diary + "?from=2026-03-21&to=2026-03-21").text
    #expect(!known.contains(DiaryEditTests.notKnown))
    #expect(known.contains("El dispositivo lo sabe desde") && known.contains("con Luis"))
    #expect(known.contains("<b>182"))
  }

  @Test("A form that is sent again after the device made its entry adds nothing")
  func again() async throws {
    let home = try await Home()
    let dose = [
      "kind": "dose", "dose": "6,5", "meal": "lunch", "date": "2026-03-21", "time": "15:04",
      "confirm": "yes", "after": "1",
    ]
    #expect(try home.ana.post(home.diary + "/new", dose).status == 303)
    let (message, edit) = try #require(try home.edits().first)
    home.apply(edit)
    home.device.did = [SyncDone(message: message.id, outcome: .applied)]
    #expect(try home.edits().isEmpty)
    let answer = try home.ana.post(home.diary + "/new", dose)
    #expect(answer.header("location") == home.diary + "#changes")
    #expect(try home.edits().isEmpty, "the dose is there already")
    // A form that says no place in the log is asked about anew.
    let without = try home.ana.post(home.diary + "/new", with(dose, ["after": ""]))
    #expect(without.status == 409 && without.text.contains("El diario ha cambiado entretanto"))
    // The same dose from a form that was opened behind it is meant.
    #expect(try home.ana.post(home.diary + "/new", with(dose, ["after": "2"])).status == 303)
    let (second, other) = try #require(try home.edits().first)
    home.apply(other)
    home.device.did = [SyncDone(message: second.id, outcome: .applied)]
    guard case .diary(.dose(let made))? = Record(other.changes[0].words) else {
      Issue.record("no dose")
      return
    }
    home.device.store(.diary(.doseRemoved(made.id)))
    #expect(try home.edits().isEmpty)
    // One that somebody has deleted since does not come back unasked.
    let gone = try home.ana.post(home.diary + "/new", with(dose, ["after": "2"]))
    #expect(gone.status == 409)
    #expect(try home.edits().isEmpty)
  }

  @Test("The record without the outcome is not enough either")
  func recordAlone() async throws {
    let home = try await Home()
    try _ = home.ana.post(
      home.diary + "/new", with(DiaryEditTests.reading, ["confirm": "yes"]))
    home.apply(try #require(try home.edits().first).edit)
    try home.device.sync()
    #expect(try home.ana.get(home.diary).text.contains(DiaryEditTests.notKnown))
  }

  @Test("An entry is changed and deleted, each after a question, and not twice at once")
  func changed() async throws {
    let home = try await Home()
    let page = home.diary + "/entry/r4"
    let form = try home.ana.get(page).text
    #expect(form.contains("value=\"104\"") && form.contains("antes del almuerzo"))
    var fields = DiaryEditTests.reading
    fields["amount"] = "10,1"
    fields["unit"] = "mmol/L"
    fields["new_category"] = "tras  el paseo"
    let asked = try home.ana.post(page, fields)
    #expect(asked.status == 200 && asked.text.contains("¿Cambiarla así?"))
    #expect(try home.ana.post(page, with(fields, ["confirm": "yes"])).status == 303)
    let (message, edit) = try #require(try home.edits().first)
    guard case .diary(.reading(let reading))? = Record(edit.changes[0].words) else {
      Issue.record("no reading")
      return
    }
    #expect(reading.id == EntryID(4) && reading.category == .other)
    #expect(reading.result == .amount(.millimolesPerLitre(MillimolesPerLitre(10.1))))
    #expect(edit.changes[0].text?.category == "tras el paseo")
    // A second one of the same entry waits for the first.
    let second = try home.ana.post(page + "/delete", ["after": "1", "confirm": "yes"])
    #expect(second.status == 409 && second.text.contains("Otro cambio de esta anotación"))
    home.apply(edit)
    home.device.did = [SyncDone(message: message.id, outcome: .applied)]
    try home.device.sync()
    let ask = try home.ana.post(page + "/delete", ["after": "2"])
    #expect(ask.status == 200 && ask.text.contains("¿Borrar esta anotación?"))
    #expect(try home.edits().isEmpty)
    #expect(
      try home.ana.post(page + "/delete", ["after": "2", "confirm": "yes"]).status == 303)
    let removal = try #require(try home.edits().first).edit
    #expect(removal.after == 2)
    #expect(removal.changes == [.init(words: Record.diary(.readingRemoved(EntryID(4))).words)])
    home.apply(removal)
    try home.device.sync()
    let gone = try home.ana.get(page)
    #expect(gone.status == 404 && gone.text.contains("Esa anotación ya no está"))
  }

  @Test("Several entries follow each other without waiting, each with a number of its own")
  func chain() async throws {
    let home = try await Home()
    for amount in ["101", "102", "103"] {
      let fields = with(DiaryEditTests.reading, ["confirm": "yes", "amount": amount])
      #expect(try home.ana.post(home.diary + "/new", fields).status == 303)
    }
    let edits = try home.edits().map(\.edit)
    #expect(edits.allSatisfy { $0.after == 1 && $0.last == home.device.log[0].words })
    #expect(edits.map(\.seen.count) == [0, 1, 2])
    // A device's own judgement takes all that the portal says.
    var lines = [
      DiaryLine(sequence: 1, words: home.device.log[0].words, written: PortalClock.real)
    ]
    for edit in edits {
      let change = try #require(RemoteEdit(edit))
      #expect(change.judgement(lines, at: PortalClock.real) == .new)
      lines.append(
        DiaryLine(
          sequence: Int64(lines.count + 1), words: edit.changes[0].words,
          written: PortalClock.real))
    }
    #expect(DiaryBook(lines).items.map(\.id.value).sorted() == [4, 5, 6, 7])
  }

  @Test("A dose keeps its parts; what is left out is worked out as `vigia diary add` does")
  func dose() async throws {
    let home = try await Home()
    let fields = [
      "kind": "dose", "dose": "8", "meal": "lunch", "correction": "2,5", "date": "2026-03-21",
      "time": "15:04", "confirm": "yes", "after": "1",
    ]
    #expect(try home.ana.post(home.diary + "/new", fields).status == 303)
    let edit = try #require(try home.edits().first).edit
    let units = { (milli: Int64) in InsulinUnits(milliunits: milli) }
    let dose = DiaryDose(
      id: EntryID(5), taken: WallTime(milliseconds: 1_774_123_440_000), meal: .lunch,
      mealPart: units(5500), correction: units(2500), insulinOnBoard: .zero,
      proposed: units(8000), confirmed: units(8000))
    #expect(edit.changes.map(\.words) == [Record.diary(.dose(dose)).words])
  }

  // MARK: What goes wrong

  @Test("A refused one says why, and stays until somebody puts it away")
  func refused() async throws {
    for (why, words) in [
      (SyncReason.diaryChanged, "se ha anotado algo más entretanto"),
      (.unknownWord, "su programa es anterior a ella"),
      (.entryAhead, "por delante del reloj del dispositivo"),
    ] {
      let home = try await Home()
      try _ = home.ana.post(
        home.diary + "/new", with(DiaryEditTests.reading, ["confirm": "yes"]))
      let message = try #require(try home.edits().first).message
      home.device.did = [SyncDone(message: message.id, outcome: .refused, why: why.rawValue)]
      try home.device.sync()
      let text = try home.ana.get(home.diary).text
      #expect(text.contains(words) && text.contains("ended failed"), "\(why)")
      let path = home.diary + "/change/\(message.id)/dismiss"
      #expect(try home.ana.post(path).status == 303)
      #expect(try !home.ana.get(home.diary).text.contains(words), "\(why)")
      #expect(try home.ana.post(path).status == 404, "it is put away already")
    }
  }

  @Test("One that the device calls too late is red; one whose record has come is not said to be")
  func expired() async throws {
    let home = try await Home()
    for amount in ["101", "102", "103"] {
      let fields = with(DiaryEditTests.reading, ["confirm": "yes", "amount": amount])
      try _ = home.ana.post(home.diary + "/new", fields)
    }
    let edits = try home.edits()
    #expect(try home.ana.post(home.diary + "/change/\(edits[0].message.id)/dismiss").status == 404)
    home.device.did = edits.map { SyncDone(message: $0.message.id, outcome: .expired) }
    home.apply(edits[1].edit)
    // Somebody deleted the third one on the device.
    home.apply(edits[2].edit)
    guard case .diary(.reading(let third))? = Record(edits[2].edit.changes[0].words) else {
      Issue.record("the third one is no reading")
      return
    }
    home.device.store(.diary(.readingRemoved(third.id)))
    try home.device.sync()
    let text = try home.ana.get(home.diary).text
    #expect(text.components(separatedBy: "Caducó a ").count == 3)
    #expect(text.components(separatedBy: "El dispositivo lo sabe desde").count == 2)
    #expect(text.contains("class=\"request ended failed\""))
  }

  @Test(
    "A form that is not taken says why in one sentence, keeps what was written, and says nothing")
  func problems() async throws {
    let home = try await Home()
    let long = String(repeating: "ñ", count: 2001)
    let wrong: [([String: String], String)] = [
      (["amount": "18O"], "No se entiende la glucosa"),
      (["amount": ""], "No se entiende la glucosa"),
      (["amount": "1.2.3"], "No se entiende la glucosa"),
      (["amount": "10,1"], "Ningún medidor muestra ese número"),
      (["amount": "1e2"], "No se entiende la glucosa"),
      (["unit": "furlongs"], "No se entiende la glucosa"),
      (["time": "25:00"], "No se entiende el día o la hora"),
      (["date": "2026-02-30"], "No se entiende el día o la hora"),
      (["date": "2199-01-01"], "no ha llegado todavía"),
      (["date": "1999-12-31"], "anterior al año"),
      (["category": "nunca"], "tiene que estar en la lista"),
      (["new_category": String(repeating: "n", count: 41)], "de 1 a 40 caracteres"),
      (["notes": long], "más de 2000 caracteres"),
      (["kind": "dose", "dose": "101", "meal": "lunch"], "No se entiende la dosis"),
      (["kind": "dose", "dose": "8", "meal": "merienda"], "No se entiende la dosis"),
      (["kind": "dose", "dose": "8", "meal": "lunch", "correction": "9"], "mayor que la dosis"),
      (["kind": "dose", "dose": "8", "meal": "lunch", "base": "-1"], "de 0 a 100 unidades"),
    ]
    for (fields, sentence) in wrong {
      let form = with(DiaryEditTests.reading, with(fields, ["confirm": "yes"]))
      let answer = try home.ana.post(home.diary + "/new", form)
      #expect(answer.status == 400 && answer.text.contains(sentence), "\(fields)")
      #expect(answer.text.contains("con Luis") || fields["notes"] != nil, "\(fields)")
    }
    // An entry that came in since the form was opened is seen first.
    home.device.store(DiaryTests.reading(4, PortalClock.real + .seconds(-7200), 61))
    try home.device.sync()
    let stale = try home.ana.post(
      home.diary + "/entry/r4", with(DiaryEditTests.reading, ["confirm": "yes"]))
    #expect(stale.status == 409 && stale.text.contains("El diario ha cambiado entretanto"))
    #expect(stale.text.contains("61") && stale.text.contains("value=\"182\""))
    #expect(try home.edits().isEmpty)
  }

  @Test("Only somebody who administers, whom the device knows, and from the portal's own page")
  func rights() async throws {
    let posts = ["/new", "/entry/r4", "/entry/r4/delete", "/change/1/dismiss"]
    let yes = with(DiaryEditTests.reading, ["confirm": "yes"])
    for right in [Level.look, .help] {
      let home = try await Home(right)
      for path in posts { #expect(try home.ana.post(home.diary + path, yes).status == 403) }
      #expect(try home.ana.get(home.diary + "/new").status == 403)
      #expect(try home.edits().isEmpty)
    }
    let home = try await Home()
    let forged = try home.ana.post(
      home.diary + "/new", yes, headers: ["Sec-Fetch-Site": "cross-site"])
    #expect(forged.status == 403)
    let (otto, _) = try await Visitor.invited(
      to: home.portal, "otto@example.org", wearer: "Rosa", as: .administer, name: "Otto")
    #expect(try otto.post(home.diary + "/new", yes).status == 409, "the device knows no Otto")
    let (eva, _) = try await Visitor.invited(
      to: home.portal, "eva@example.org", wearer: "Manuel", as: .administer, name: "Eva")
    for path in posts { #expect(try eva.post(home.diary + path, yes).status == 404) }
    #expect(try home.edits().isEmpty)
    try _ = home.ana.post(home.diary + "/new", yes)
    #expect(try home.ana.get("/w/\(home.wearer)/audit").text.contains("anotó algo en el diario"))
  }

  @Test("So many changes wait at once, and no more")
  func tooMany() async throws {
    let home = try await Home()
    for amount in 100..<116 {
      let fields = with(DiaryEditTests.reading, ["confirm": "yes", "amount": "\(amount)"])
      #expect(try home.ana.post(home.diary + "/new", fields).status == 303)
    }
    let answer = try home.ana.post(
      home.diary + "/new", with(DiaryEditTests.reading, ["confirm": "yes", "amount": "116"]))
    #expect(answer.status == 409 && answer.text.contains("demasiados cambios en camino"))
    #expect(try home.edits().count == 16)
  }
}
