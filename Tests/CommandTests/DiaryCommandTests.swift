import Foundation
import TestSupport
import Testing

@Suite("vigia diary (DIA-2, DIA-4 to DIA-7)")
struct DiaryCommandTests {
  private let state: DiaryState

  init() throws { state = try DiaryState() }

  @Test("Entries are listed in the order of time, as they were measured, with their units")
  func list() throws {
    for arguments in [
      "--glucose 182mg/dL --at 2026-01-02T12:00 --category before-lunch --notes 'a walk'",
      "--glucose 10,1mmol/L --at '2026-01-02 08:30'", "--glucose LO --at 2026-01-03T07:00",
      "--dose 8U --meal lunch --correction 2U --iob 0,5U --proposed 7.5U --at 2026-01-02T12:05",
    ] { expectSuccess(try state.diary("add \(arguments)")) }
    let result = try state.diary("list")
    #expect(
      result.output == """
        2026-01-02 (UTC)
          08:30  2  10.1 mmol/L, other
          12:00  1  182 mg/dL, before lunch, \u{201C}a walk\u{201D}
          12:05  4  dose 8 U for lunch, base 6 U, correction 2 U, on board 0.5 U, proposed 7.5 U
        2026-01-03 (UTC)
          07:00  3  LO, other

        """)
    let json = try state.diary("list --format json --from 2026-01-02T12:00 --to 2026-01-02")
    #expect(
      json.output == """
        {"time":"2026-01-02T12:00:00.000Z","entry":"reading","id":"1","amount":182,"unit":"mg/dL",\
        "class":null,"category":"before-lunch","notes":"a walk"}
        {"time":"2026-01-02T12:05:00.000Z","entry":"dose","id":"4","meal":"lunch","base_u":6,\
        "correction_u":2,"iob_u":0.5,"proposed_u":7.5,"confirmed_u":8,"notes":null}

        """)
    #expect(try state.diary("list 3").output.contains("LO"))
  }

  @Test("Now is when a reading is taken, unless something else is said")
  func now() throws {
    let before = Date()
    _ = try state.diary("add --glucose 104mg/dL")
    let time = try #require(try state.diary("list --format json").events[0]["time"] as? String)
    let taken = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
    #expect(taken.timeIntervalSince(before) > -1)
    #expect(taken.timeIntervalSinceNow < 1)
  }

  @Test(
    "An entry ahead of the clock that wrote it down is marked (SAFE-1, DIA-4)", .needs(.python3))
  func ahead() throws {
    _ = try state.diary("add --glucose 104mg/dL --at 2026-01-02T12:00")
    _ = try state.diary("add --glucose 105mg/dL --at 2026-01-02T13:00")
    // A clock that was wrong when the second was written: six minutes before the reading's time.
    let script = try state.folder.write(
      "clock.py",
      """
      import sqlite3, sys
      log = sqlite3.connect(sys.argv[1])
      log.execute("DROP TRIGGER record_update")
      taken = 1767358800000
      log.execute("UPDATE record SET written_ms = ? WHERE sequence = "
                  "(SELECT max(sequence) FROM record)", (taken - 360000,))
      log.commit()
      """)
    let changed = try state.shell("python3 '\(script)' \"$state/vigia.sqlite\"")
    #expect(changed.status == 0, "\(changed.errors)")
    let lines = try state.diary("list").output.split(separator: "\n")
    #expect(lines.filter { $0.contains("AHEAD OF THE CLOCK") }.count == 1)
    #expect(lines.last?.contains("13:00  2  AHEAD OF THE CLOCK  105 mg/dL") == true)
    let marks = try state.diary("list --format json").events.map { $0["ahead"] as? Bool }
    #expect(marks == [nil, true])
  }

  @Test("A change is asked about, and every version stays in the history (DIA-4)")
  func history() throws {
    _ = try state.diary("add --glucose 182mg/dL --at 2026-01-02T12:00")
    _ = try state.diary("add --dose 4U --meal dinner --at 2026-01-02T20:00")
    let edited = try state.diary(
      "edit 1 --glucose 128mg/dL --category after-lunch --notes 'read twice' --yes")
    #expect(edited.status == 0)
    #expect(
      edited.output
        == "1  2026-01-02 12:00  128 mg/dL, after lunch, \u{201C}read twice\u{201D}\n")
    expectSuccess(try state.diary("delete 2 --yes"))
    #expect(try state.amounts() == [128])
    let versions = try state.diary("list --history --format json").events
    #expect(versions.map { $0["change"] as? String } == ["added", "changed", "added", "deleted"])
    #expect(versions.map { $0["amount"] as? Double } == [182, 128, nil, nil])
    #expect(versions.allSatisfy { $0["by"] as? String == "editor" })
    #expect(versions.allSatisfy { $0["written"] is String })
    let text = try state.diary("list --history").output
    #expect(text.contains("182 mg/dL, other → 2026-01-02 12:00, 128 mg/dL, after lunch"))
    #expect(text.contains("DELETED  dose 4 U for dinner"))
    // A deleted entry is gone for good, and its number is not given again.
    #expect(try state.diary("edit 2 --dose 5U --yes").status == 2)
    #expect(try state.diary("delete 2 --yes").complaints.count == 1)
    #expect(try state.diary("add --glucose 90mg/dL").output.hasPrefix("3  "))
  }

  @Test(
    "On a terminal the change waits for a yes", .needs(.python3),
    arguments: [("y", 90.0), ("sí", 90), ("n", 182), ("", 182), ("yesterday", 182)])
  func question(_ answer: String, _ amount: Double) throws {
    _ = try state.diary("add --glucose 182mg/dL")
    let asked = try state.atTerminal("edit 1 --glucose 90mg/dL", answer: answer)
    #expect(asked.status == 0)
    #expect(asked.output.contains("182 mg/dL"))
    #expect(asked.output.contains("Change it? [y/N]"))
    #expect(asked.output.contains("nothing was changed") == (amount == 182))
    #expect(try state.amounts() == [amount])
    let deleted = try state.atTerminal("delete 1 --language es", answer: answer)
    #expect(deleted.output.contains("¿Borrarla? [s/N]"))
    #expect(try state.amounts() == (amount == 182 ? [182] : []))
  }

  @Test("A change without a terminal needs --yes", arguments: ["edit 1 --notes x", "delete 1"])
  func nobodyToAsk(_ arguments: String) throws {
    _ = try state.diary("add --glucose 182mg/dL")
    let result = try state.diary(arguments)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains("--yes"))
    #expect(try state.diary("list --history --format json").events.count == 1)
  }

  @Test("Categories of the family's own are begun by name and then known (DIA-7)")
  func categories() throws {
    let begun = try state.diary("add --glucose 182mg/dL --new-category 'Después del deporte'")
    #expect(begun.status == 0)
    _ = try state.diary("add --glucose 100mg/dL --category 'después del deporte'")
    _ = try state.diary("add --glucose 120mg/dL --category 'antes de la cena'")
    let groups = try state.diary("stats --by category --format json").events
    #expect(groups.map { $0["category"] as? String } == ["before-dinner", "Después del deporte"])
    #expect(groups.map { $0["count"] as? Int } == [1, 2])
    #expect(try state.diary("list --category other --format json").events.isEmpty)
    for arguments in [
      "--category deporte", "--new-category 'after lunch'", "--new-category ' '",
      "--new-category 'DESPUÉS DEL DEPORTE'", "--new-category x --category other",
      "--new-category \(String(repeating: "x", count: 41))",
    ] {
      let refused = try state.diary("add --glucose 100mg/dL \(arguments)")
      #expect(refused.status == 2, "\(arguments)")
      #expect(refused.complaints.count == 1)
    }
    _ = try state.diary("edit 2 --category other --yes")
    #expect(try state.diary("list 2").output.contains("100 mg/dL, other"))
  }

  @Test("Times are the profile's; the clocks' own traps are refused, not guessed")
  func zones() throws {
    let profile = try state.folder.write(
      "profile.yaml",
      """
      language: es
      perimeter: {lat: 40.4, lon: -3.7, radius_m: 150}
      time_zone: Europe/Madrid
      """)
    func add(_ at: String) throws -> Command.Result {
      try state.diary("add --profile '\(profile)' --glucose 100mg/dL --at '\(at)'")
    }
    for (typed, moment) in [
      ("2026-07-01T12:00", "2026-07-01T10:00:00.000Z"),
      ("2026-01-01 12:00:30", "2026-01-01T11:00:30.000Z"),
      ("2026-02-01T12:00Z", "2026-02-01T12:00:00.000Z"),
      ("2026-02-02T12:00-05:00", "2026-02-02T17:00:00.000Z"),
      ("2026-02-03T12:00+0530", "2026-02-03T06:30:00.000Z"),
      ("2025-10-26T02:30+02:00", "2025-10-26T00:30:00.000Z"),
      ("2025-10-26T02:30+01:00", "2025-10-26T01:30:00.000Z"),
    ] {
      let added = try add(typed)
      #expect(added.status == 0, "\(added.errors)")
      #expect(try state.diary("list --format json").output.contains(moment), "\(typed)")
    }
    #expect(try add("2026-03-29T02:30").errors.contains("skip it"))
    #expect(try add("2025-10-26T02:30").errors.contains("show it twice"))
    for typed in [
      "2026-03-29T02:30", "2025-10-26T02:30", "2026-02-30T10:00", "12:00", "2026-01-01T25:00",
      "yesterday", "2026-01-01T12:00+99:00", "2026-01-01T12:00X", "2026-01-01T12",
      "2999-01-01T12:00", "1815-06-18T12:00", "",
    ] {
      let refused = try add(typed)
      #expect(refused.status == 2, "\(typed)")
      #expect(refused.complaints.count == 1)
      #expect(refused.errors.contains("expected"), "\(refused.errors)")
    }
    let spanish = try state.diary("list --profile '\(profile)'").output
    #expect(spanish.contains("2026-07-01 (Europe/Madrid)\n  12:00"))
    #expect(spanish.contains("100 mg/dL, otra"))
    // The night has 25 hours, and a day is all of it.
    let night = "list --profile '\(profile)' --from 2025-10-26 --to 2025-10-26 --format json"
    #expect(try state.diary(night).events.count == 2)
  }
}
