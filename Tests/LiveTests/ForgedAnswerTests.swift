import Device
import Testing

@testable import Live

@Suite("Answers that the owner of a domain calls forged")
struct ForgedAnswerTests {
  private let answer = Message.acknowledged(token: 0x0123_4567_89AB_CDEF, caregiver: 0)
  private let question = Message.whereIs(caregiver: 0)
  private let hour = Message.accompanied(untilMinute: 1110, caregiver: 0)
  private let end = Message.accompanied(untilMinute: -1, caregiver: 0)

  @Test("A token of ours and the end of company count always, an hour of company never (SAFE-3)")
  func counts() {
    #expect([answer, question, end].proven { _ in true } == [answer, question, end])
    #expect([answer, question, hour].proven { _ in true } == [answer, question])
    #expect([end].proven { _ in false } == [end])
  }

  @Test("Without a token of ours a stranger is not told where the wearer is")
  func strangers() {
    #expect([question].proven { _ in true } == [])
    #expect([answer, question, hour].proven { _ in false } == [])
  }
}
