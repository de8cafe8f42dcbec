import Testing

@testable import Traces

@Suite("Text in JSON")
struct JSONTextTests {
  @Test("A character that would steer a terminal is escaped, and reads back the same")
  func terminals() {
    let text = "a\u{1B}[2J\u{9B}2J\u{85}\u{7F}\u{202E}b\u{2069} 👩‍👧"
    let quoted = JSONText.quoted(text)
    #expect(
      quoted == #""a\u001b[2J\u009b2J\u0085\u007f\u202eb\u2069 👩‍👧""#)
    let raw = Array(quoted.utf8.dropFirst().dropLast())
    #expect(raw.withUnsafeBufferPointer { JSONText.unescaped($0) } == text)
  }
}
