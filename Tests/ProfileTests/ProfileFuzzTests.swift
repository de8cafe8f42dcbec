import Device
import Foundation
import Profile
import TestSupport
import Testing

@Suite("A damaged profile is refused by line, and never brings anything down")
struct ProfileFuzzTests {
  private static let splinters = [
    "\n", "  ", "- ", ": ", "{", "}", "[", "]", "\"", "'", "#", "&a ", "*a", "|\n", ">", "? ",
    "!!int ",
    "<<: ", "---\n", "...\n", "%YAML 9\n", "\t", "\u{0}", "\u{FEFF}", "\u{85}", "\r", "-1", "1e999",
    ".nan", "0x7fffffffffffffff", "99999999999999999999", "24:00", "2000-01-01 00:00",
    "2049-12-31 23:59", "every 24 h", "~", "yes", "mon", "ñ", "🙂", "@", "`", "id: 1", "[[[[",
  ]

  private static func mutated(_ text: String, _ numbers: inout SplitMix64) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...2, using: &numbers) {
      let at = Int.random(in: 0...bytes.count - 1, using: &numbers)
      let end = min(bytes.count, at + Int.random(in: 0...12, using: &numbers))
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...at, using: &numbers))
      case 3: bytes.insert(contentsOf: splinters.randomElement(using: &numbers)!.utf8, at: at)
      default:
        bytes.replaceSubrange(at..<end, with: splinters.randomElement(using: &numbers)!.utf8)
      }
    }
    return bytes
  }

  @Test("Every mistake has a line; a file without mistakes is a profile that the core can hold")
  func damage() throws {
    var numbers = SplitMix64(seed: 11)
    var refused = 0
    var used = 0
    let file = try ProfileFile(ProfileFile.whole)
    for round in 0..<1200 {
      let bytes = ProfileFuzzTests.mutated(ProfileFile.whole, &numbers)
      try file.write(Data(bytes))
      let mistakes = try Profile.mistakes(in: file.path)
      for mistake in mistakes where mistake.line == nil {
        Issue.record("round \(round): \(mistake.description)")
      }
      guard mistakes.isEmpty else {
        refused += 1
        continue
      }
      used += 1
      let profile = try file.profile()
      let row = profile.settings
      #expect(row.first == .begin && row.last == .end)
      #expect(profile.caregivers.count <= 4 && profile.reminders.count <= 32)
      #expect(Set(profile.reminders.map(\.setting.id)).count == profile.reminders.count)
      try change(file, bytes, round)
    }
    // Both ways were really gone.
    #expect(refused > 200 && used > 60, "\(refused) refused, \(used) used")
  }

  /// Whatever the layout has become: the right change, or none.
  private func change(_ saved: ProfileFile, _ bytes: [UInt8], _ round: Int) throws {
    var file = try ReminderFile(file: saved.path)
    let isWhole = file.text.utf8.elementsEqual(bytes)
    #expect(isWhole, "round \(round)")
    let before = file.profile.reminders
    guard let victim = before.dropFirst(round % max(before.count, 1)).first else { return }
    let others = before.map(\.setting).filter { $0.id != victim.setting.id }
    var fields = ReminderFields()
    try fields.set("name", "Otra: \(round)", now: CivilMinute(0))
    do {
      if round % 2 == 0 {
        try file.delete(victim.setting.id)
        #expect(file.profile.reminders.map(\.setting) == others)
      } else {
        try file.edit(victim.setting.id, fields)
        #expect(file.profile.reminders.map(\.setting) == before.map(\.setting))
        #expect(try file.reminder(victim.setting.id).words.name == "Otra: \(round)")
      }
    } catch let error as InputError {
      #expect(!error.message.isEmpty)
      let isUntouched = file.text.utf8.elementsEqual(bytes)
      #expect(isUntouched, "round \(round)")
    }
  }

  @Test(
    "Nothing is too deep, too long or too much",
    arguments: [
      String(repeating: "[", count: 200_000), String(repeating: "- ", count: 200_000),
      String(repeating: "{a: ", count: 100_000), String(repeating: "a: 1\n", count: 10),
      String(repeating: "#", count: (1 << 20) + 1), "", "\n\n", "# only a comment\n",
      "--- a\n--- b\n",
      "perimeter: &a {lat: *a}\n", "a: &a [x,x]\nb: &b [*a,*a]\n? *b\n: 1\n",
      "perimeter: {lat: 0, lon: 0, radius_m: 200}\nreminders: ["
        + String(repeating: "{},", count: 50_000) + "]\n",
    ])
  func extremes(_ yaml: String) throws {
    #expect(try !ProfileFile(yaml).mistakes().isEmpty)
  }
}
