import Device
import HAL
import Testing

@Suite("Signs of life, the daily mail and the trail of positions")
struct HeartbeatTests {
  @Test("The relay is pinged at the start and every 15 minutes, if the family has one")
  func pings() {
    var heartbeat = Heartbeat()
    var limits = Limits()
    heartbeat.configure(limits, at: .start)
    #expect(heartbeat.deadline == nil)
    limits.hasHeartbeat = true
    heartbeat.configure(limits, at: .start)
    var pings: [Int64] = []
    while let due = heartbeat.deadline, due.milliseconds <= 3_600_000 {
      // A profile loaded again does not ping again.
      heartbeat.configure(limits, at: due)
      if heartbeat.pass(at: due) { pings.append(due.milliseconds / 60_000) }
    }
    #expect(pings == [0, 15, 30, 45, 60])
    limits.hasHeartbeat = false
    heartbeat.configure(limits, at: .start)
    let isDue = heartbeat.pass(at: Instant(milliseconds: .max))
    #expect(!isDue)
  }

  @Test("All is well is said once a day, also when the clock steps back over the hour")
  func daily() {
    var heartbeat = Heartbeat()
    let said = [100, 100, 101, 100, 101, 102].map { heartbeat.isNewDay(Int32($0), at: .start) }
    #expect(said == [true, false, true, false, false, true])
    // A clock that was 1024 weeks ahead does not silence it for 20 years.
    let corrected = heartbeat.isNewDay(102 - 7168, at: .start)
    #expect(corrected)
  }

  @Test("A clock that was a day ahead takes no daily mail away")
  func dayAhead() {
    var heartbeat = Heartbeat()
    let said = [0, 1, 24, 48].map { hours in
      heartbeat.isNewDay(hours == 48 ? 102 : 101, at: .start + .seconds(Int64(hours) * 3600))
    }
    #expect(said == [true, false, true, true])
  }

  @Test("While something is open a location follows every 5 minutes, if there is a newer one")
  func breadcrumbs() {
    var crumbs = Breadcrumbs()
    crumbs.configure(Limits())
    #expect(crumbs.deadline == nil)
    crumbs.begin(at: .start)
    var told: [Int64] = []
    while let due = crumbs.deadline, due.milliseconds <= 30 * 60_000 {
      let minute = due.milliseconds / 60_000
      // Fixes until minute 11, none until minute 18, then again.
      let newest = minute > 11 && minute < 18 ? 11 : minute
      if crumbs.pass(at: due, newest: Instant(milliseconds: newest * 60_000)) {
        told.append(minute)
      }
    }
    #expect(told == [5, 10, 15, 20, 25, 30])
    crumbs.end()
    #expect(crumbs.deadline == nil)
  }

  @Test("Without a newer position none is told, and it goes on as soon as there is one")
  func noFix() {
    var crumbs = Breadcrumbs()
    crumbs.configure(Limits())
    crumbs.begin(at: .start)
    var told: [Int64] = []
    // One position at the start, the next at minute 20, and none after minute 22.
    while let due = crumbs.deadline, due.milliseconds <= 40 * 60_000 {
      let minute = due.milliseconds / 60_000
      let newest: Instant? = minute < 20 ? .start : minute < 22 ? due : nil
      if crumbs.pass(at: due, newest: newest) { told.append(minute) }
    }
    #expect(told == [20])
  }
}
