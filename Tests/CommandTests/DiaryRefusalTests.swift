import Foundation
import TestSupport
import Testing

@Suite("vigia diary and what cannot be")
struct DiaryRefusalTests {
  private let state: DiaryState

  init() throws { state = try DiaryState() }

  @Test(
    "A value that makes no sense is refused in one line, and nothing is written",
    arguments: [
      ("add --glucose 182", "never guessed"), ("add --glucose 182mmol/L", "1.1 to 33.3 mmol/L"),
      ("add --glucose 10mg/dL", "20 to 600 mg/dL"), ("add --glucose 1.820,5mg/dL", "expected"),
      ("add --glucose -5mg/dL", "expected"), ("add", "nothing to add"),
      ("add --notes x", "nothing to add"), ("add --dose 8 --meal lunch", "4.5U"),
      ("add --dose 8U", "--meal"), ("add --dose 101U --meal lunch", "0 to 100"),
      ("add --dose -1U --meal lunch", "0 to 100"), ("add --dose nanU --meal lunch", "4.5U"),
      ("add --dose 2U --correction 4U --meal lunch", "--base"),
      ("add --dose 2U --meal lunch --category after-lunch", "--category"),
      ("add --glucose 100mg/dL --iob 2U", "--dose"), ("add --dose 8U --meal tea", "tea"),
      ("add --glucose 100mg/dL --language fr", "en or es"),
      ("add --glucose 100mg/dL --profile /nowhere.yaml", "does not exist"),
      ("add --glucose 100mg/dL --notes \"$(head -c 2001 /dev/zero | tr '\\0' x)\"", "2000"),
      ("add --glucose 100mg/dL --at 2026-01-02", "a day without a time"),
      ("edit 1 --at 2026-01-02 --yes", "2015-03-21T15:04"),
      ("add --dose 3.14159U --meal lunch", "steps of 0.001"),
      ("add --dose 4U --correction 0,0005U --meal lunch", "steps of 0.001"),
      ("add --glucose 100.55mg/dL", "steps of 0.1 mg/dL"),
      ("add --glucose 5.555mmol/L", "0.01 mmol/L"),
      ("list 1 --from 2027-01-01", "expected no --from"),
      ("edit 1 --yes", "not change"), ("edit 1 --glucose 100mg/dL --yes", "not change"),
      ("edit 1 --dose 5U --yes", "1 is a reading"),
      ("edit 2 --glucose 90mg/dL --yes", "2 is a dose"),
      ("edit 9 --notes x --yes", "not in the diary"), ("edit x --notes x --yes", "as listed"),
      ("delete 9 --yes", "not in the diary"), ("delete --yes", "Missing"),
      ("list 9", "not in the diary"), ("list --from 2026-02-02 --to 2026-02-01", "--from"),
      ("list --from soon", "expected a time"), ("list --category nosuch", "before-breakfast"),
      ("stats --by meal", "meal"), ("stats --unit mol", "mol"), ("export --unit x", "x"),
      ("list --format csv", "csv"),
    ])
  func badInput(_ arguments: String, _ reason: String) throws {
    expectSuccess(try state.diary("add --glucose 100mg/dL"))
    expectSuccess(try state.diary("add --dose 4U --meal lunch"))
    let result = try state.diary(arguments)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(result.output.isEmpty)
    let list = try state.diary("list --history --format json")
    expectSuccess(list)
    #expect(list.events.count == 2)
  }

  @Test("A list does not speak of options that it has not")
  func categories() throws {
    _ = try state.diary("add --glucose 100mg/dL")
    for (command, speaks) in [("list", false), ("stats", false), ("add --glucose LO", true)] {
      let refused = try state.diary("\(command) --category nosuch")
      #expect(refused.status == 2)
      #expect(refused.errors.contains("--new-category") == speaks, "\(refused.errors)")
    }
  }

  @Test(
    "A state that cannot be used is refused in one line",
    arguments: [
      ("list --state /nowhere", "does not exist"), ("list --state /etc/passwd", "not a directory"),
      ("add --glucose 100mg/dL --state /etc/passwd/x", "/etc/passwd"),
      ("add --glucose 100mg/dL --state /proc/x", "/proc/x"), ("stats --state ''", "is empty"),
    ])
  func badState(_ arguments: String, _ reason: String) throws {
    let result = try Command.shell("\"$vigia\" diary \(arguments)")
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("Without --state the diary is where the XDG standard says, and an empty one is no mistake")
  func usualPlace() throws {
    for (environment, place) in [
      ("XDG_STATE_HOME='\(state.folder.path("xdg"))'", "xdg/vigia"),
      ("XDG_STATE_HOME=relative HOME='\(state.folder.path("home"))'", "home/.local/state/vigia"),
    ] {
      let command = "env -u XDG_STATE_HOME -u HOME \(environment) \"$vigia\" diary"
      let empty = try Command.shell("\(command) list && \(command) stats && \(command) export")
      #expect(empty.status == 0)
      #expect(empty.errors == "vigia: no entries\n")
      expectSuccess(try Command.shell("\(command) add --glucose 100mg/dL"))
      #expect(
        FileManager.default.fileExists(atPath: state.folder.path("\(place)/vigia.sqlite")))
      #expect(try Command.shell("\(command) list --format json").events.count == 1)
    }
    let homeless = try Command.shell(
      "env -u XDG_STATE_HOME -u HOME \"$vigia\" diary list")
    #expect(homeless.status == 2)
    #expect(homeless.errors.contains("--state"))
  }

  @Test("While a device runs on the state, it can be read but not changed; afterwards it can")
  func lockedByDevice() throws {
    _ = try state.diary("add --glucose 100mg/dL")
    let result = try state.shell(
      """
      cd "$state"
      flock "$state/lock" sh -c 'printf "device 4242\\n" > lock; touch held
        for i in $(seq 600); do [ -e held ] || exit; sleep 0.05; done' &
      while [ ! -e held ]; do sleep 0.02; done
      for change in 'add --glucose 90mg/dL' 'edit 1 --notes x --yes' 'delete 1 --yes'; do
        $diary $change; echo "status $?"
      done
      $diary list --format json
      rm held; wait
      """)
    #expect(
      result.output.split(separator: "\n").filter { $0.hasPrefix("status") }
        == ["status 2", "status 2", "status 2"])
    #expect(result.complaints.count == 3, "\(result.errors)")
    for complaint in result.complaints {
      #expect(complaint.contains("a device is running on this state (process 4242)"))
    }
    #expect(result.events.count == 1)
    expectSuccess(try state.diary("add --glucose 90mg/dL"))
    #expect(try state.amounts() == [100, 90])
  }

  @Test("Two who add at the same moment both come through")
  func together() throws {
    let result = try state.shell(
      "for i in $(seq 101 112); do $diary add --glucose ${i}mg/dL & done; wait")
    #expect(result.complaints.isEmpty, "\(result.errors)")
    #expect(try state.amounts().sorted() == (101...112).map { Double($0) })
  }

  @Test(
    "Killed in the middle of adding, ever again: what was confirmed is there, once and whole",
    .needs(.python3))
  func killed() throws {
    let result = try state.shell(
      """
      mkdir "$state"
      start=$(date +%s%N); $diary add --glucose 100mg/dL --notes 0 > "$state.confirmed"
      whole=$(( $(date +%s%N) - start ))
      for i in $(seq 1 40); do
        # Kills spread over the whole of an add, and a little beyond; one of five at once, one never.
        pause=$(printf '0.%09d' $((whole * (i % 13 + 1) / 11)))
        $diary add --glucose $((100 + i))mg/dL --notes "$i" >> "$state.confirmed" & child=$!
        case $((i % 5)) in 0) ;; 1) kill -9 $child ;; *) sleep $pause; kill -9 $child ;; esac
        wait $child
        $diary list --format json > "$state.now" || exit 1
        # Nothing that was there before is gone.
        if [ -e "$state.before" ] && grep -qvxFf "$state.now" "$state.before"; then exit 3; fi
        mv "$state.now" "$state.before"
      done 2>/dev/null
      cat "$state.confirmed"
      """)
    #expect(result.status == 0)
    let confirmed = result.output.split(separator: "\n").map { line in
      line.split(separator: " ").first { $0.hasPrefix("\u{201C}") }.map(String.init) ?? ""
    }
    let entries = try state.diary("list --format json").events
    let notes = entries.compactMap { ($0["notes"] as? String).map { "\u{201C}\($0)\u{201D}" } }
    #expect(Set(confirmed).isSubset(of: notes))
    #expect(Set(notes).count == notes.count)
    // The kills came before, in and after the work; else this test has shown nothing.
    #expect(notes.count > 3 && notes.count < 41, "\(notes.count)")
    for entry in entries {
      let number = (entry["notes"] as? String).flatMap { Double($0) } ?? .nan
      #expect(entry["amount"] as? Double == 100 + number)
    }
    let sound = try Command.shell(
      """
      python3 -c "import sqlite3; print(sqlite3.connect('\(state.path)/vigia.sqlite') \
        .execute('PRAGMA integrity_check').fetchone()[0])"
      """)
    #expect(sound.output == "ok\n")
  }

  @Test("The help says what is kept, what is replaced, and which values are left as they were")
  func help() throws {
    func words(_ command: String) throws -> String {
      try Command.shell("\"$vigia\" diary \(command) --help").output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let diary = try words("")
    #expect(diary.contains("Only the device's own signs of life are replaced by the newest one."))
    #expect(!diary.contains("Nothing in it is ever overwritten"))
    #expect(try words("add").contains("Left out, --at is now"))
    let edit = try words("edit")
    #expect(edit.contains("Only the given fields change"))
    for wrong in ["default: now", "default: the rest", "default: the dose taken"] {
      #expect(!edit.contains(wrong), "\(wrong)")
    }
  }
}
