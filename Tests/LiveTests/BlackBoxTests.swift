import Device
import Foundation
import Glibc
import HAL
import TestSupport
import Testing
import Traces

@testable import Live

@Suite("The black box keeps whole lives, and gives way")
struct BlackBoxTests {
  /// A folder with a black box in it.
  final class Box {
    private let temporary = TemporaryFolder()
    var folder: URL { temporary.url }
    private(set) var log: [String] = []
    private var box: BlackBox?
    private let name: String

    init(_ name: String = "blackbox.jsonl") { self.name = name }

    var path: String { folder.appendingPathComponent(name).path }
    var isRecording: Bool { box?.isRecording == true }
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    func write(_ name: String, _ text: String, daysAgo: Double = 0) throws {
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -daysAgo * 86_400)], ofItemAtPath: file.path)
    }

    func text(_ name: String) -> String { temporary.text(name) }

    /// A device starts.
    func start(
      boot: UInt32, partSize: Int = BlackBox.partSize, mostBytes: Int = BlackBox.mostBytes,
      isClockKept: Bool = true
    ) {
      box = nil
      box = BlackBox(
        path: path, boot: boot, partSize: partSize, mostBytes: mostBytes,
        isClockKept: { isClockKept }, log: { [unowned self] in log.append($0) })
      note(.booted(Boot(number: boot, keys: .all, secret: (1, 2))), at: 0)
    }

    func note(_ kind: Event.Kind, at milliseconds: Int64) {
      box?.note(Event(at: Instant(milliseconds: milliseconds), kind)) { TraceWords() }
    }

    func press(_ times: Range<Int64>) { for i in times { note(.key(KeyPress(.ok)), at: i) } }
    func yield() -> Bool { box?.yield() == true }
    func lives() throws -> (lives: [RecordedLife], orphans: [String]) {
      try RecordedLife.all(in: folder.path)
    }
  }

  /// The moments of the key presses in a life.
  private func presses(_ life: RecordedLife) throws -> [Int64] {
    let reader = try TraceReader(parts: life.parts, named: life.name)
    var moments: [Int64] = []
    while let event = try reader.nextEvent() {
      if case .key = event.kind { moments.append(event.at.milliseconds) }
    }
    return moments
  }

  @Test("A life that outgrows a part goes on in the next one, and the parts are one life again")
  func rotation() throws {
    let box = Box()
    box.start(boot: 7, partSize: 200)
    box.press(1..<101)
    #expect(box.names.contains("blackbox-7-1.jsonl") && box.names.contains("blackbox-7-10.jsonl"))
    let whole = try box.lives()
    #expect(whole.orphans == [])
    #expect(whole.lives.count == 1)
    #expect(try presses(whole.lives[0]) == Array(1..<101))
    for name in box.names {
      let text = box.text(name)
      // A part is full with the line that fills it, and no line is torn.
      #expect(text.utf8.count < 700 && (text.isEmpty || text.hasSuffix("\n")))
    }
    // The next life puts the end of this one aside, and the tenth part does not come before the second.
    box.start(boot: 8)
    box.press(1..<4)
    let both = try box.lives()
    #expect(both.lives.count == 2)
    #expect(try both.lives.map(presses) == [Array(1..<101), Array(1..<4)])
  }

  @Test("Parts of more than a week ago go, those of yesterday and other people's files stay")
  func week() throws {
    let box = Box()
    try box.write("blackbox-1-0.jsonl", "old\n", daysAgo: 8)
    try box.write("blackbox-2-0.jsonl", "young\n", daysAgo: 6)
    try box.write("blackbox.jsonl", "{\"class\":\"BOOT\",\"at_ms\":0}\n")
    for other in [
      "blackbox-notes.jsonl", "blackbox-1.jsonl", "other-1-0.jsonl", "blackbox-1-0.txt",
    ] {
      try box.write(other, "not ours\n", daysAgo: 100)
    }
    box.start(boot: 3)
    #expect(
      box.names == [
        "blackbox-1-0.txt", "blackbox-1.jsonl", "blackbox-2-0.jsonl", "blackbox-3-0.jsonl",
        "blackbox-notes.jsonl", "blackbox.jsonl", "other-1-0.jsonl",
      ])
  }

  @Test(
    "Under a clock that leads by years no recording goes, at the second start either, until it is set"
  )
  func leadingClock() throws {
    let box = Box()
    try box.write("blackbox-1-0.jsonl", "young\n", daysAgo: 1)
    try box.write("blackbox.jsonl", "", daysAgo: 0.5)
    for boot: UInt32 in 2...4 {
      box.start(boot: boot, isClockKept: false)
      // The life ends under the leading clock, which dates its part.
      try box.write("blackbox.jsonl", box.text("blackbox.jsonl"), daysAgo: -4000)
    }
    let parts = (1...4).map { "blackbox-\($0)-0.jsonl" }
    #expect(box.names == parts + ["blackbox.jsonl"])
    // The clock is set, and the parts that are dated ahead make none of the others old.
    box.start(boot: 5)
    #expect(box.names == parts + ["blackbox-5-0.jsonl", "blackbox.jsonl"])
  }

  @Test("A device that was off for a year keeps the week before")
  func offForAYear() throws {
    let box = Box()
    try box.write("blackbox-1-0.jsonl", "old\n", daysAgo: 409)
    try box.write("blackbox-2-0.jsonl", "young\n", daysAgo: 402)
    try box.write("blackbox.jsonl", "", daysAgo: 400)
    box.start(boot: 3)
    #expect(box.names == ["blackbox-2-0.jsonl", "blackbox-3-0.jsonl", "blackbox.jsonl"])
  }

  @Test("A life under a clock that lagged by years is put aside, and stays for the next")
  func laggingClock() throws {
    let box = Box()
    try box.write("blackbox-1-0.jsonl", "young\n", daysAgo: 1)
    try box.write("blackbox.jsonl", "{\"class\":\"BOOT\",\"at_ms\":0}\n", daysAgo: 10_000)
    box.start(boot: 2)
    #expect(box.names == ["blackbox-1-0.jsonl", "blackbox-2-0.jsonl", "blackbox.jsonl"])
  }

  @Test("However much comes in a week, all parts together stay below a limit, and the oldest go")
  func flood() throws {
    let box = Box()
    try box.write("blackbox-1-0.jsonl", String(repeating: "x\n", count: 100), daysAgo: 1)
    try box.write("other.jsonl", String(repeating: "x\n", count: 4000), daysAgo: 1)
    box.start(boot: 2, partSize: 300, mostBytes: 3000)
    #expect(box.names.contains("blackbox-1-0.jsonl"))
    for i in 1..<40 as Range<Int64> {
      box.press(i * 10..<i * 10 + 10)
      let bytes = box.names.filter { $0 != "other.jsonl" }.reduce(0) {
        $0 + box.text($1).utf8.count
      }
      #expect(bytes < 3000 + 300)
    }
    #expect(box.names.count > 5 && box.names.contains("other.jsonl"))
    #expect(!box.names.contains("blackbox-1-0.jsonl") && !box.names.contains("blackbox-2-1.jsonl"))
    // The next life brings nothing of it back, and a smaller limit counts at once.
    box.start(boot: 3, partSize: 300, mostBytes: 900)
    #expect(box.names.count < 5 && box.isRecording)
  }

  @Test(
    "On a full disk the oldest part goes first, at last the recording; then nothing is left to give"
  )
  func full() throws {
    let box = Box()
    try box.write("blackbox-1-0.jsonl", "x\n", daysAgo: 2)
    try box.write("blackbox-2-0.jsonl", "x\n", daysAgo: 3)
    try box.write("other.jsonl", "x\n", daysAgo: 4)
    box.start(boot: 3)
    box.press(1..<3)
    #expect(box.yield())
    #expect(!box.names.contains("blackbox-2-0.jsonl") && box.names.contains("blackbox-1-0.jsonl"))
    #expect(box.yield() && box.isRecording && box.log == [])
    #expect(box.yield() && !box.isRecording)
    #expect(box.log.count == 1 && box.log[0].hasSuffix("recording ends: the disk is full"))
    #expect(box.names == ["other.jsonl"])
    box.press(3..<5)
    #expect(!box.yield())
    #expect(box.names == ["other.jsonl"] && box.log.count == 1)
  }

  @Test("A life whose beginning was given up is left out of a replay, and named")
  func orphan() throws {
    let box = Box()
    box.start(boot: 7, partSize: 200)
    box.press(1..<31)
    #expect(box.yield())
    #expect(!box.names.contains("blackbox-7-1.jsonl"))
    box.start(boot: 8)
    let (lives, orphans) = try box.lives()
    #expect(lives.map(\.parts) == [[box.path]])
    #expect(orphans.contains { $0.hasSuffix("blackbox-7-2.jsonl") })
  }

  @Test(
    "A box that cannot be put aside is not overwritten: nothing is recorded, and one line says why")
  func noAside() throws {
    // Its name is as long as a name may be, so that no part beside it can have one.
    let name = String(repeating: "n", count: 249) + ".jsonl"
    let box = Box(name)
    let earlier = "{\"class\":\"BOOT\",\"at_ms\":0}\n"
    try box.write(name, earlier)
    box.start(boot: 2)
    box.press(1..<3)
    #expect(!box.isRecording)
    #expect(box.text(name) == earlier)
    #expect(box.log.count == 1 && box.log[0].contains("cannot be put aside: File name too long"))
    // A life that has begun goes on in the same file.
    let other = Box(name)
    other.start(boot: 1, partSize: 500)
    other.press(1..<41)
    #expect(other.isRecording && other.names == [name])
    #expect(try presses(RecordedLife(parts: [other.path])) == Array(1..<41))
  }

  @Test(
    "A life that ended in the middle of a line stays as it is, and the next begins with a new one")
  func torn() throws {
    let box = Box()
    box.start(boot: 1)
    box.press(1..<4)
    let whole = box.text("blackbox.jsonl")
    try box.write("blackbox.jsonl", String(whole.dropLast(10)))
    box.start(boot: 2)
    box.press(5..<7)
    #expect(box.text("blackbox-2-0.jsonl") == String(whole.dropLast(10)))
    #expect(box.text("blackbox.jsonl").hasPrefix(#"{"class":"BOOT""#))
    let lives = try box.lives().lives
    #expect(try lives.map(presses) == [[1, 2], [5, 6]])
    #expect(box.log == [])
  }

  @Test("Two lives of one number, as without a state, do not overwrite each other")
  func sameNumber() throws {
    let box = Box()
    for life: Int64 in 1...3 {
      box.start(boot: 9)
      box.press(life..<life + 1)
    }
    #expect(box.names == ["blackbox-9-0-2.jsonl", "blackbox-9-0.jsonl", "blackbox.jsonl"])
    #expect(try box.lives().lives.map(presses) == [[1], [2], [3]])
  }

  @Test(
    "A file that is no recording stays where it is, and nothing is recorded",
    arguments: ["perimeter: {lat: 1}\n", "SQLite format 3\0", "\0\0\0 ftypmp42", "{\"a\":1}\n"])
  func notOurs(_ text: String) throws {
    let box = Box("precious")
    try box.write("precious", text)
    box.start(boot: 2)
    box.press(1..<3)
    #expect(!box.isRecording && !box.yield())
    #expect(box.names == ["precious"] && box.text("precious") == text)
    #expect(box.log.count == 1 && box.log[0].contains("is no recording"), "\(box.log)")
  }

  @Test(
    "A recording of which a power cut left nothing, half a line or zeros is put aside",
    arguments: ["", "{\"cl", "{\"class\":\"BO", String(repeating: "\0", count: 4096)])
  func cutShort(_ text: String) throws {
    let box = Box()
    try box.write("blackbox.jsonl", text)
    box.start(boot: 2)
    #expect(box.isRecording && box.log == [])
    #expect(box.text("blackbox-2-0.jsonl") == text)
  }

  @Test("A pipe is written to and neither moved nor waited for")
  func pipe() throws {
    let box = Box("pipe")
    #expect(mkfifo(box.path, 0o600) == 0)
    box.start(boot: 1)
    #expect(!box.isRecording, "nobody reads it, and the device does not stand still")
    let reader = open(box.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    box.start(boot: 1, partSize: 200)
    box.press(1..<21)
    #expect(box.names == ["pipe"])
    #expect(box.yield() && box.names == ["pipe"])
  }

  @Test("A link is not followed to somebody else's file")
  func link() throws {
    let box = Box()
    try box.write("other.txt", "precious\n")
    symlink("other.txt", box.path)
    box.start(boot: 1)
    #expect(!box.isRecording && box.text("other.txt") == "precious\n")
    #expect(box.log.count == 1)
  }
}
