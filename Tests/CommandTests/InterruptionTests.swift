import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C and SIGTERM leave nothing half done (CARD-3)", .needs(.python3))
struct InterruptionTests {
  /// Signals reach the program as in a terminal, whatever the test runner blocks or ignores.
  private let plainly = """
    python3 -c 'import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])' $vigia
    """
  private let walk = Places.own("traces/cuenca-1-lanyard.jsonl")
  private let folder = Folder()

  /// Runs a line in the folder, with a folder for temporary files that is told at the end.
  private func run(_ line: String) throws -> Command.Result {
    try Command.shell(
      """
      set +e; cd '\(folder.url.path)'; mkdir tmp; export TMPDIR=$PWD/tmp
      until_() { for i in $(seq 600); do eval "$1" && break; sleep 0.1; done; }
      \(line)
      echo "status $?"; echo "temporary: $(ls tmp)"
      """)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test("No half-written file stays, and the old one is as it was", arguments: ["INT", "TERM"])
  func interrupted(_ signal: String) throws {
    _ = try folder.write("old.jsonl", "old")
    for (file, said) in [("old.jsonl", "is as it was"), ("new.jsonl", "was not written")] {
      let result = try run(
        """
        mkfifo pipe
        \(plainly) convert pipe \(file) & job=$!
        exec 3>pipe; cat \(walk) >&3
        until_ 'ls *.part >/dev/null 2>&1'
        ls; kill -\(signal) $job; sleep 0.2; exec 3>&-; wait $job
        """)
      #expect(result.output.contains(".part"), "the signal came too soon: \(result.output)")
      #expect(try files() == ["old.jsonl", "pipe", "tmp"])
      #expect(try String(contentsOfFile: folder.path("old.jsonl"), encoding: .utf8) == "old")
      #expect(result.output.contains(signal == "INT" ? "status 130" : "status 143"))
      #expect(result.errors.contains("vigia: interrupted; \(file) \(said)\n"), "\(result.errors)")
      for name in ["pipe", "tmp"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
    }
  }

  @Test("explore says which seeds it lived; a second signal does not wait for lives")
  func explore() throws {
    let once = try run(
      """
      \(plainly) explore --seeds 0:100000 --jobs 1 & job=$!
      sleep 3; kill -TERM $job; wait $job
      """)
    #expect(once.errors.contains("interrupted; lived seeds 0:"))
    #expect(once.output.contains("status 143"))
    try FileManager.default.removeItem(atPath: folder.path("tmp"))
    let twice = try run(
      """
      \(plainly) explore --seeds 0:100000 --days 3660 --jobs 1 & job=$!
      sleep 3; kill -INT $job; sleep 0.5; kill -INT $job; wait $job
      """)
    #expect(twice.errors == "vigia: interrupted twice; what came of the seeds is not told\n")
    #expect(twice.output.contains("status 130"))
  }

  @Test("Of many files, it says which was the last and how many are there")
  func several() throws {
    let result = try run(
      """
      mkdir days
      \(plainly) explore --seeds 0:100000 --write days & job=$!
      until_ '[ $(ls days | wc -l) -gt 20 ]'
      kill -TERM $job; wait $job
      """)
    let days = try FileManager.default.contentsOfDirectory(atPath: folder.path("days"))
    #expect(days.allSatisfy { $0.hasSuffix(".yaml") }, "\(days)")
    let last = days.compactMap { Int($0.dropFirst(5).dropLast(5)) }.max() ?? 0
    #expect(
      result.errors.contains(
        "days/seed-\(last).yaml and \(days.count - 1) other files were written\n"),
      "\(result.errors)")
  }

  @Test("A simulated day leaves no temporary file, however it ends", arguments: ["INT", "KILL"])
  func simulate(_ signal: String) throws {
    let day = Places.own("simulations/exit-mail.yaml")
    let days = Array(repeating: "'\(day)'", count: 200).joined(separator: " ")
    let result = try run(
      """
      \(plainly) simulate \(days) > out & job=$!
      until_ '[ -s out ]'
      kill -\(signal) $job; wait $job 2>/dev/null
      """)
    #expect(result.output == "status \(signal == "INT" ? 130 : 137)\ntemporary: \n")
  }

  @Test("The printer of a PDF is ended, too, and can remove what it keeps")
  func paper() throws {
    let printer = try folder.write(
      "weasyprint",
      """
      #!/usr/bin/python3
      import os, time
      name = os.environ["TMPDIR"] + "/printing"
      try:
        open(name, "w").close()
        time.sleep(600)
      except KeyboardInterrupt: os.remove(name)
      """)
    let result = try run(
      """
      chmod +x '\(printer)'; PATH=$PWD:$PATH
      \(plainly) replay '\(walk)' --report out.pdf > out & job=$!
      until_ '[ -e tmp/printing ]'
      kill -TERM $job; wait $job; status=$?
      until_ '[ ! -e tmp/printing ]'
      (exit $status)
      """)
    #expect(result.output == "status 143\ntemporary: \n")
    #expect(result.errors.contains("vigia: interrupted; out.pdf was not written\n"))
    #expect(try files() == ["out", "tmp", "weasyprint"])
  }

  @Test("Ctrl-C at a question changes nothing, and says so")
  func question() throws {
    let terminal = try OnTerminal()
    let state = folder.path("state")
    expectSuccess(try Command.vigia("diary", "--state", state, "add", "--glucose", "100mg/dL"))
    let asked = try terminal.run(
      "\"$vigia\" diary --state '\(state)' delete 1", prompt: "[y/N]", keys: "\\x03")
    #expect(asked.status == 130)
    #expect(asked.output.hasSuffix("\nvigia: interrupted; nothing was changed\n"))
    let listed = try Command.vigia("diary", "--state", state, "list", "--format", "json")
    #expect(listed.events.count == 1)

    let profile = folder.path("p.yaml")
    expectSuccess(try Command.vigia("profile", "init", profile))
    expectSuccess(
      try Command.shell(
        "\"$vigia\" reminders --profile '\(profile)' add --name Agua --at 10:00 --repeat daily"))
    let text = try String(contentsOfFile: profile, encoding: .utf8)
    let reminder = try terminal.run(
      "\"$vigia\" reminders --profile '\(profile)' delete 1", prompt: "[y/N]", keys: "\\x03")
    #expect(reminder.status == 130, "\(reminder.output)")
    #expect(reminder.output.hasSuffix("\nvigia: interrupted; nothing was deleted\n"))
    #expect(try String(contentsOfFile: profile, encoding: .utf8) == text)
  }

  /// Another program holds the database while the signal comes.
  @Test("An entry that is being added is added whole and told, before the signal ends the command")
  func diary() throws {
    let state = folder.path("state")
    expectSuccess(try Command.vigia("diary", "--state", state, "add", "--glucose", "100mg/dL"))
    let script = try folder.write(
      "hold.py",
      """
      import glob, os, signal, sqlite3, subprocess, sys, time
      vigia, state = sys.argv[1:]
      held = sqlite3.connect(state + "/vigia.sqlite", isolation_level=None)
      held.execute("BEGIN IMMEDIATE")
      def plainly():
          signal.pthread_sigmask(signal.SIG_SETMASK, [])
          signal.signal(signal.SIGINT, signal.SIG_DFL)
      job = subprocess.Popen(
          [vigia, "diary", "--state", state, "add", "--glucose", "120mg/dL"],
          stdout=subprocess.PIPE, text=True, preexec_fn=plainly)
      def is_open():
          names = glob.glob(f"/proc/{job.pid}/fd/*")
          return any(os.path.realpath(n).endswith("vigia.sqlite-wal") for n in names)
      while not is_open() and job.poll() is None: time.sleep(0.01)
      time.sleep(0.2)
      job.send_signal(signal.SIGINT)
      time.sleep(0.2)
      held.execute("ROLLBACK")
      held.close()
      print(job.communicate()[0].strip(), job.returncode)
      print(sorted(n for n in os.listdir(state) if "sqlite" in n))
      """)
    let result = try Command.shell("python3 '\(script)' \"$vigia\" '\(state)'")
    expectSuccess(result)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.contains("120 mg/dL") == true, "\(result.output)")
    #expect(lines.first?.hasSuffix(" -2") == true, "\(result.output)")
    #expect(lines.last == "['vigia.sqlite']")
    let listed = try Command.vigia("diary", "--state", state, "list", "--format", "json")
    #expect(listed.events.count == 2)
  }
}
