import Testing

@testable import PortalServer

@Suite("Guessing gets slower")
struct RateTests {
  @Test(
    "The delay doubles from the eleventh wrong password on, up to a minute, and ends with a right one"
  )
  func delays() async {
    let rates = RateLimit()
    var now = ContinuousClock.now
    for _ in 0..<10 {
      await rates.wasWrong("ana@example.org", "a", at: now)
      #expect(await rates.delay("ana@example.org", "a", at: now) == nil)
    }
    for expected in [1, 2, 4, 8, 16, 32, 60, 60] {
      await rates.wasWrong("Ana@example.org", "a", at: now)
      #expect(await rates.delay("ana@example.org", "a", at: now) == expected)
      #expect(
        await rates.delay("ana@example.org", "b", at: now) == nil, "she is locked out elsewhere")
      now += .seconds(expected)
      #expect(await rates.delay("ana@example.org", "a", at: now) == nil)
    }
    await rates.wasRight("ana@example.org", "a")
    await rates.wasWrong("ana@example.org", "a", at: now)
    #expect(await rates.delay("ana@example.org", "a", at: now) == nil)
  }

  @Test("An address has twenty tries at once, and one more every three seconds")
  func tries() async {
    let rates = RateLimit()
    let now = ContinuousClock.now
    for _ in 0..<20 { #expect(await rates.take("a", at: now) == nil) }
    #expect(await rates.take("a", at: now) != nil)
    #expect(await rates.take("b", at: now) == nil)
    #expect(await rates.take("a", at: now + .seconds(2)) != nil)
    #expect(await rates.take("a", at: now + .seconds(3)) == nil)
    #expect(await rates.take("a", at: now + .seconds(3)) != nil)
  }

  @Test("A mailbox gets three links in a quarter of an hour")
  func links() async {
    let rates = RateLimit()
    let now = ContinuousClock.now
    for _ in 0..<3 { #expect(await rates.takeLink("ana@example.org", at: now)) }
    #expect(await !rates.takeLink("ANA@example.org", at: now + .seconds(899)))
    #expect(await rates.takeLink("ana@example.org", at: now + .seconds(901)))
  }
}
