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

  @Test("No half-written file stays, and the old one is as it was", arguments: ["INT", "TERM"])
  func interrupted(_ signal: String) throws {
    let folder = Folder()
    _ = try folder.write("out.jsonl", "old")
    let walk = Places.own("traces/cuenca-1-lanyard.jsonl")
    let result = try Command.shell(
      """
      set +e; cd \(folder.url.path); mkfifo pipe
      \(plainly) convert pipe out.jsonl & job=$!
      exec 3>pipe; cat \(walk) >&3
      for i in $(seq 100); do ls *.part >/dev/null 2>&1 && break; sleep 0.1; done
      ls; kill -\(signal) $job; sleep 0.2; exec 3>&-; wait $job; echo "status $?"
      """)
    #expect(result.output.contains(".part"), "the signal came too soon: \(result.output)")
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(after == ["out.jsonl", "pipe"])
    #expect(try String(contentsOfFile: folder.path("out.jsonl"), encoding: .utf8) == "old")
    #expect(result.output.contains(signal == "INT" ? "status 130" : "status 143"))
    #expect(result.errors.contains("the unfinished file was removed"))
  }

  @Test("explore says which seeds it lived")
  func explore() throws {
    let result = try Command.shell(
      """
      set +e; \(plainly) explore --seeds 0:100000 --jobs 1 & job=$!
      sleep 3; kill -TERM $job; wait $job; echo "status $?"
      """)
    #expect(result.errors.contains("interrupted; lived seeds 0:"))
    #expect(result.output.contains("status 143"))
  }
}
