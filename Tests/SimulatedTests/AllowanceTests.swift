import HAL
import Simulated
import Testing

@Suite("The allowance of a sender who floods (SAFE-8)")
struct AllowanceTests {
  @Test("It is used up, comes in again with the time, and never becomes more than all")
  func refills() {
    var allowance = Allowance(10, per: .seconds(1), now: .start)
    func taken(_ amount: Int64 = 1, times: Int = 1, at milliseconds: Int64) -> Int {
      (0..<times).count { _ in allowance.take(amount, now: Instant(milliseconds: milliseconds)) }
    }
    #expect(taken(times: 12, at: 0) == 10)
    #expect(taken(at: 99) == 0)
    #expect(taken(at: 100) == 1)
    #expect(taken(11, at: 86_400_000) == 0, "more than there ever is")
    #expect(taken(times: 30, at: 86_400_000) == 10)
  }

  @Test("No amount and no time breaks it")
  func survives() {
    var allowance = Allowance(.max, per: Milliseconds(.max), now: Instant(milliseconds: .min))
    let one = allowance.take(1, now: Instant(milliseconds: .max))
    let all = allowance.take(.max, now: Instant(milliseconds: .max))
    #expect(one && !all)
  }

  @Test("A receiver that floods is heard as often as its budget says, and again when it is quiet")
  func receiver() throws {
    var gps = SimulatedGPS()
    gps.budget = Allowance(5, per: .seconds(1), now: .start)
    for _ in 0..<100 { gps.arrive(Fix(mode: .threeD), at: .start) }
    var heard = 0
    while try gps.read() != nil { heard += 1 }
    #expect(heard == 5)
    gps.arrive(Fix(mode: .threeD), at: Instant(milliseconds: 1000))
    while try gps.read() != nil { heard += 1 }
    #expect(heard == 6)
  }
}
