import HAL

/// A portal that holds what was called until the world around it decides what becomes of it.
public struct SimulatedPortal<Call: Sendable, Answer: Sendable>: Portal, Sendable {
  private var called: Call?
  private var isOut = false
  private var answer: Answer?
  /// The number of the last call, from 1.
  public private(set) var number = 0

  public init() {}

  public var isCalling: Bool { isOut || answer != nil }

  public mutating func call(_ call: Call) throws(NetworkError) {
    guard !isCalling else { throw .refused }
    called = call
    isOut = true
    number += 1
  }

  public mutating func drop() {
    isOut = false
    called = nil
    answer = nil
  }

  public mutating func read() -> Answer? {
    defer { answer = nil }
    return answer
  }

  /// The call that nobody has taken yet; nil: none.
  public mutating func take() -> Call? {
    defer { called = nil }
    return called
  }

  /// An answer arrives. One to a call that was dropped, or was answered, reaches nobody.
  public mutating func arrive(_ answer: Answer, to number: Int) {
    guard isOut, number == self.number else { return }
    isOut = false
    self.answer = answer
  }
}
