import Device
import Foundation
import Names
import Profile
import Testing

@Suite("Changing reminders in a family's own file (ALZ-5)")
struct ReminderFileTests {
  private let now: CivilMinute

  init() throws { now = try #require(CivilText.minute("2026-11-21 07:30")) }

  private func fields(_ all: [(String, String)], tells: Bool? = nil) throws -> ReminderFields {
    var fields = ReminderFields()
    for (name, text) in all { try fields.set(name, text, now: now) }
    fields.setTellsCaregiver(tells)
    return fields
  }

  private var pill: ReminderFields {
    get throws {
      try fields(
        [
          ("type", "medication"), ("name", "Pastilla: \"la #1\""), ("dose", "1 pastilla"),
          ("at", "08:00"), ("repeat", "mon,wed"), ("until", "2027-01-31"),
        ], tells: true)
    }
  }

  static let layouts = [
    // An empty list, in both ways of writing it.
    "reminders:\n", "reminders:   # none yet\n  # - an example\n", "reminders: []  # none\n",
    // Lines, with the dashes at the keys' column or deeper, and dashes of their own lines.
    "reminders:\n- {id: 1, name: a, at: 2026-11-21 08:00}\n# end\n",
    "reminders:\n    - name: a   # first\n      at: 2026-11-21 08:00\n      # of a\n\n# end\n",
    "reminders:\n  -\n    name: a\n    at: 2026-11-21 08:00\n  -\n    # b\n    name: b\n"
      + "    at: 2026-11-22 08:00\n",
    "reminders:\n  - name: |-\n      a\n    at:\n      date: 2026-11-21\n      time: \"08:00\"\n"
      + "    repeat:\n    - mon\n    - tue\nquiet_hours:\n  - {from: \"1:00\", to: \"2:00\"}\n",
    // Brackets, in one line and in many.
    "reminders: [{id: 4, name: \"a, ]}\", at: 2026-11-21 08:00}] # all\n",
    "reminders: [\n  {name: it's, at: 2026-11-21 08:00}, # ] no end\n"
      + "  {name: 'b ''c''', at: {date: 2026-11-21, time: \"08:00\"}}\n]\n",
    // The end of a Windows line, and a file without an end of its last line.
    "reminders:\r\n  - name: a\r\n    at: 2026-11-21 08:00\r\n# end\r\n",
    "reminders:\n  - name: ñandú 🙂\n    at: 2026-11-21 08:00",
    "reminders:\n  - {description: ñandú 🙂, name: a, at: 2026-11-21 08:00} # end\n",
  ]

  private static let head =
    "# Ours; keep.\nperimeter: {lat: 0, lon: 0, radius_m: 200}  # home\n\n"

  @Test("Adding and deleting again leaves every byte as it was", arguments: layouts)
  func thereAndBack(_ layout: String) throws {
    let text = ReminderFileTests.head + layout
    let saved = try ProfileFile(text)
    var file = try ReminderFile(file: saved.path)
    let before = file.profile.reminders
    let id = try file.add(pill)
    #expect(file.text.contains("# Ours; keep."))
    #expect(file.profile.reminders.dropLast().map(\.setting) == before.map(\.setting))
    let added = try file.reminder(id)
    #expect(added.words.name == "Pastilla: \"la #1\"")
    #expect(added.setting.tellsCaregiver)
    #expect(CivilText.text(added.setting.first) == "2026-11-23 08:00")
    try file.delete(id)
    // A last line without an end gets one.
    let ended = text.hasSuffix("\n") || text.hasSuffix("\r\n") ? text : text + "\n"
    #expect([text, ended].contains { $0.utf8.elementsEqual(file.text.utf8) }, "\(file.text)")
  }

  @Test("An edit of a reminder leaves everything else byte for byte", arguments: layouts)
  func edit(_ layout: String) throws {
    let saved = try ProfileFile(ReminderFileTests.head + layout)
    var file = try ReminderFile(file: saved.path)
    let before = file.profile.reminders
    guard let id = before.first?.setting.id else { return }
    try file.edit(
      id, fields([("name", "Otra"), ("at", "2027-01-02 09:05"), ("repeat", "every 8 h")]))
    let edited = try file.reminder(id)
    #expect(edited.words.name == "Otra")
    #expect(CivilText.text(edited.setting.first) == "2027-01-02 09:05")
    #expect(edited.setting.repeats == .everyHours(8))
    #expect(file.profile.reminders.dropFirst().map(\.words) == before.dropFirst().map(\.words))
    for comment in ["# Ours; keep.", "# home", "# first", "# of a", "# b", "# end", "# ] no end"]
    where layout.contains(comment) || ReminderFileTests.head.contains(comment) {
      #expect(file.text.contains(comment))
    }
    // An optional field goes away again.
    try file.edit(id, fields([("repeat", "")]))
    #expect(try file.reminder(id).setting.repeats == .once)
  }

  @Test("The text that is written is the one a person would have written")
  func written() throws {
    let saved = try ProfileFile(
      """
      perimeter: {lat: 0, lon: 0, radius_m: 200}
      reminders:
        # Dr. Mora, in March
        - name: Pastilla   # the white one
          at: 2026-11-21 08:00
          until: 2026-12-31

        # the garden
        - {name: Regar, at: 2026-11-21 10:00}
      language: en
      """)
    var file = try ReminderFile(file: saved.path)
    try file.edit(
      1, fields([("type", "medication"), ("dose", "½ pastilla"), ("until", "")], tells: true))
    try file.edit(2, fields([("name", "No"), ("description", "Llevar: agua")]))
    _ = try file.add(fields([("name", "Yes"), ("at", "07:00")]))
    #expect(
      file.text == """
        perimeter: {lat: 0, lon: 0, radius_m: 200}
        reminders:
          # Dr. Mora, in March
          - name: Pastilla   # the white one
            at: 2026-11-21 08:00
            type: medication
            dose: ½ pastilla
            tell_caregiver: yes

          # the garden
          - {name: "No", at: 2026-11-21 10:00, description: "Llevar: agua"}
          - id: 3
            type: reminder
            name: "Yes"
            at: 2026-11-22 07:00
        language: en
        """)
  }

  @Test("A deletion in brackets leaves the comments beside it, and what is left still reads")
  func comments() throws {
    let (a, b) = (
      "{id: 1, name: a, at: 2026-11-21 08:00}", "{id: 2, name: b, at: 2026-11-21 09:00}"
    )
    for (id, before, after) in [
      (1, "[\(a), # b: never with grapefruit\n  \(b)]", "[ # b: never with grapefruit\n  \(b)]"),
      (2, "[\(a), # a, in March\n  \(b)]", "[\(a) # a, in March\n  ]"),
      (1, "[\(a) # a, in March\n  # b\n  , \(b)]", "[ # a, in March\n  # b\n   \(b)]"),
      (2, "[\(a) # a, in March\n  , # b\n  \(b)] # all", "[\(a) # a, in March\n   # b\n  ] # all"),
      (1, "[\(a),\n  \(b)]", "[\(b)]"), (2, "[\(a),\n  \(b)]", "[\(a)]"),
    ] {
      let saved = try ProfileFile(ReminderFileTests.head + "reminders: \(before)\n")
      var file = try ReminderFile(file: saved.path)
      try file.delete(UInt16(id))
      #expect(file.text == ReminderFileTests.head + "reminders: \(after)\n", "\(before)")
      #expect(file.profile.reminders.map(\.setting.id) == [UInt16(3 - id)])
    }
  }

  @Test("The others keep their numbers when one is deleted: the device knows them by these")
  func numbers() throws {
    let entries = ["a", "b", "c", "d"].map { "  - {name: \($0), at: 2026-11-21 08:00}\n" }
    let saved = try ProfileFile(ReminderFileTests.head + "reminders:\n" + entries.joined())
    var file = try ReminderFile(file: saved.path)
    try file.delete(2)
    #expect(file.profile.reminders.map(\.setting.id) == [1, 3, 4])
    #expect(file.profile.reminders.map(\.words.name) == ["a", "c", "d"])
    #expect(file.text.contains("{name: a, at: 2026-11-21 08:00}"))
    #expect(try file.add(pill) == 5)
  }

  @Test("Each change is one that the profile's own rules allow")
  func rules() throws {
    let layout = "reminders:\n  - {name: a, at: 2026-11-21 08:00, until: 2026-11-21}\n"
    let saved = try ProfileFile(ReminderFileTests.head + layout)
    var file = try ReminderFile(file: saved.path)
    let before = file.text
    func refuses(_ what: String, _ change: (inout ReminderFile) throws -> Void) {
      let error = #expect(throws: InputError.self) { try change(&file) }
      #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
      #expect(file.text == before)
    }
    refuses("has no reminder 9; expected 1") { try $0.delete(9) }
    refuses("expected type: medication") { try $0.edit(1, fields([("dose", "1")])) }
    refuses("before it is due") { try $0.edit(1, fields([("at", "2026-11-22 08:00")])) }
    refuses("--name: is missing") { _ = try $0.add(fields([("at", "08:00")])) }
    refuses("--at: is \"8\"") { _ = try $0.add(fields([("name", "a"), ("at", "8")])) }
    refuses("--repeat: is \"mon,tus\"") { try $0.edit(1, fields([("repeat", "mon,tus")])) }
    refuses("--until: is \"2026-02-30\"") { try $0.edit(1, fields([("until", "2026-02-30")])) }
    refuses("--name: has a line break") { try $0.edit(1, fields([("name", "a\nb")])) }
    refuses("--at: is empty") { try $0.edit(1, fields([("at", "")])) }
    for _ in 2...32 { _ = try file.add(fields([("name", "a"), ("at", "08:00")])) }
    let error = #expect(throws: InputError.self) { try file.add(pill) }
    #expect(error?.message.contains("has 32 reminders") == true)
  }

  @Test(
    "A layout that cannot be changed safely is refused and stays as it is",
    arguments: [
      "reminders:\n  - &a {name: a, at: 2026-11-21 08:00}\n  - *a\n",
      "reminders:\n  - name: a\n     b\n    at: 2026-11-21 08:00\n",
      "reminders:\n  - {name: !!str a, at: 2026-11-21 08:00}\n",
    ])
  func unclear(_ layout: String) throws {
    let saved = try ProfileFile(ReminderFileTests.head + layout)
    var file = try ReminderFile(file: saved.path)
    let error = #expect(throws: InputError.self) { try file.edit(1, fields([("name", "x")])) }
    #expect(error?.message.contains("expected the file edited by hand") == true)
    #expect(file.text == ReminderFileTests.head + layout)
  }

  @Test("A change that would move another reminder in silence is refused")
  func aliases() throws {
    // Without the second, the third would mean the time of the first.
    let layout = """
      reminders:
        - {id: 1, name: a, at: &t 2026-11-21 08:00}
        - {id: 2, name: b, at: &t 2026-11-21 20:00}
        - {id: 3, name: c, at: *t}

      """
    let saved = try ProfileFile(ReminderFileTests.head + layout)
    var file = try ReminderFile(file: saved.path)
    #expect(throws: InputError.self) { try file.delete(2) }
    #expect(
      file.profile.reminders.map { CivilText.text($0.setting.first).suffix(5) } == [
        "08:00", "20:00", "20:00",
      ])
    #expect(file.text == ReminderFileTests.head + layout)
  }

  @Test("A byte order mark stays, and a file that somebody else changed is noticed")
  func surroundings() throws {
    let layout = "perimeter: {lat: 0, lon: 0, radius_m: 200}\nreminders:\n"
    let saved = try ProfileFile([0xEF, 0xBB, 0xBF] + Array(layout.utf8))
    var file = try ReminderFile(file: saved.path)
    _ = try file.add(pill)
    #expect(Array(file.text.utf8.prefix(3)) == [0xEF, 0xBB, 0xBF])
    #expect(try file.isStillTheSame())
    try saved.write(Data((layout + "# x\n").utf8))
    #expect(try !file.isStillTheSame())
  }

  @Test(
    "The next time of a reminder, by the local clock",
    arguments: [
      ("once", "", "2026-11-21 08:00", "2026-11-21 08:00"), ("once", "", "2026-11-21 08:01", nil),
      ("daily", "", "2027-02-28 08:01", "2027-03-01 08:00"),
      ("weekend", "", "2026-11-22 08:01", "2026-11-28 08:00"),
      ("mon,fri", "", "2026-11-20 00:00", "2026-11-23 08:00"),
      ("mon,fri", "", "2026-11-23 08:01", "2026-11-27 08:00"),
      ("every 5 h", "", "2026-11-22 00:01", "2026-11-22 04:00"),
      ("every 24 h", "", "2026-11-22 08:00", "2026-11-22 08:00"),
      ("daily", "2026-11-23", "2026-11-23 08:00", "2026-11-23 08:00"),
      ("daily", "2026-11-23", "2026-11-23 08:01", nil),
      ("daily", "2026-11-23 07:59", "2026-11-22 08:01", nil),
    ] as [(String, String, String, String?)])
  func next(_ rule: String, _ until: String, _ now: String, _ due: String?) throws {
    let saved = try ProfileFile(ReminderFileTests.head)
    var file = try ReminderFile(file: saved.path)
    let all = [("name", "a"), ("at", "2026-11-21 08:00"), ("repeat", rule), ("until", until)]
    let id = try file.add(fields(all))
    let minute = try #require(CivilText.minute(now))
    let next = ReminderRepeat.next(try file.reminder(id).setting, from: minute)
    #expect(next.map { CivilText.text($0) } == due)
  }
}
