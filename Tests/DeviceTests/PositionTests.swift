import Device
import HAL
import Testing

@Suite("Fixes that count")
struct PositionTests {
  private func time(_ seconds: Double, isDated: Bool = true) -> FixTime {
    FixTime(
      WallTime(milliseconds: Wearer.dawn + Int64(seconds * 1000)), isDated: isDated)
  }

  @Test("The position is lost 30 s after the last good fix, not after the last arrival")
  func lost() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    #expect(wearer.device.nextDeadline == Instant(milliseconds: 40_000))
    for second in 11...39 {
      wearer.handle(Event(at: Instant(milliseconds: Int64(second) * 1000), .fix(Fix(mode: .none))))
    }
    #expect(wearer.losses == 0)
    wearer.handle(Event(at: Instant(milliseconds: 40_000), .deadline))
    #expect(wearer.losses == 1)
    #expect(wearer.device.nextDeadline.map { $0 > Instant(milliseconds: 3_600_000) } ?? true)
    wearer.fix(at: 50, north: 0)
    #expect(wearer.regains == 1)
  }

  @Test(
    "In a list of events without deadlines a loss is told with the next event, not later")
  func bareList() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 60, start: 70, speed: 0)
    wearer.handle(Event(at: Instant(milliseconds: 3_600_000), .fix(Fix(mode: .none))))
    #expect(
      wearer.count {
        if case .outbox(.queued(let notice)) = $0 {
          notice.matter == .position(.lost)
        } else {
          false
        }
      } == 1)
  }

  @Test("A record of an earlier life that comes after life has gone on changes nothing")
  func lateRecord() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    wearer.handle(Event(at: Instant(milliseconds: 10_500), .restored(.place(.outside))))
    #expect(wearer.device.place == .inside)
  }

  @Test("A fix at the very moment of the deadline keeps the position")
  func inputBeforeTimer() throws {
    var wearer = try Wearer()
    wearer.fix(at: 0, north: 0)
    wearer.fix(at: 30, north: 0)
    #expect(wearer.losses == 0)
  }

  @Test("A receiver that repeats its last epoch for ever has lost the position")
  func stuck() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    for second in 11...60 { wearer.fix(at: Double(second), north: 0, time: time(10)) }
    #expect(wearer.losses == 1)
    #expect(wearer.device.refusal == .duplicate)
  }

  @Test("Age is that of the epoch: a backlog delivered in one burst does not count")
  func backlog() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    // 20 s of silence, then epochs 11 to 18 at once: all more than 10 s old.
    for epoch in 11...18 { wearer.fix(at: 30, north: 0, time: time(Double(epoch))) }
    #expect(wearer.device.refusal == .stale)
    wearer.fix(at: 30, north: 0, time: time(29))
    #expect(wearer.device.refusal == nil)
  }

  @Test("A clock set back by less than the interval of the fixes blinds nobody for minutes")
  func smallStep() throws {
    var wearer = try Wearer()
    for step in 0...10 { wearer.fix(at: Double(step) * 20, north: 0) }
    for step in 11...14 {
      wearer.fix(at: Double(step) * 20, north: 0, time: time(Double(step) * 20 - 15))
    }
    #expect(wearer.device.refusal == nil)
  }

  @Test(
    "A receiver's clock that drifts by 0.5 per mille makes no fix old, however many a second come",
    arguments: [0.1, 0.2, 0.5, 0.8, 1, 5])
  func drift(_ interval: Double) throws {
    var wearer = try Wearer()
    var last = 0.0
    for step in 0...Int(600 / interval) {
      let epoch = Double(step) * interval
      last = (epoch * 1.0005 * 1000).rounded() / 1000
      wearer.fix(at: last, north: 0, time: time(epoch))
    }
    for (wait, losses) in [(29.9, 0), (30, 1)] {
      wearer.handle(
        Event(at: Instant(milliseconds: Int64(((last + wait) * 1000).rounded())), .deadline))
      #expect(wearer.losses == losses)
    }
  }

  @Test("A backlog that drains is not a new clock")
  func draining() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    // A minute of silence, then two old epochs each second, for 45 s.
    for second in 0..<45 {
      for half in 0..<2 {
        let epoch = Double(11 + second * 2 + half) * 0.6
        wearer.fix(at: Double(70 + second), north: 0, time: time(epoch + 5))
        #expect(wearer.device.refusal != nil)
      }
    }
  }

  @Test("The loss is counted from the epoch of a fix that came late")
  func lossFromEpoch() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    wearer.fix(at: 20, north: 0, time: time(15))
    #expect(wearer.device.nextDeadline == Instant(milliseconds: 45_000))
  }

  @Test("Single fixes from the past are refused and do not disturb the rest")
  func backward() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    wearer.fix(at: 11, north: 500, time: time(3))
    #expect(wearer.device.refusal == .backward)
    wearer.fix(at: 12, north: 0)
    #expect(wearer.device.refusal == nil)
  }

  @Test(
    "A step of the receiver's clock is believed after three epochs that agree, week rollover too",
    arguments: [-7200.0, -86_400.0, -619_315_200.0, 619_315_200.0, 3600.0])
  func clockStep(_ step: Double) throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    #expect(wearer.device.wallTime(at: Instant(milliseconds: 10_000)) == time(10).wall)
    for second in 11...12 {
      wearer.fix(at: Double(second), north: 0, time: time(Double(second) + step))
      #expect(wearer.device.refusal != nil)
    }
    wearer.fix(at: 13, north: 0, time: time(13 + step))
    #expect(wearer.device.refusal == nil)
    #expect(wearer.losses == 0)
    // Positions count again at once; the time of day goes on as it was until it has been confirmed.
    #expect(wearer.device.wallTime(at: Instant(milliseconds: 13_000)) == time(13).wall)
    for second in 14...40 {
      wearer.fix(at: Double(second), north: 0, time: time(Double(second) + step))
    }
    // A receiver that falls back by 1024 weeks has lost count, not found the time.
    let believed = step < -600_000_000 ? 0 : step
    #expect(
      wearer.device.wallTime(at: Instant(milliseconds: 40_000)) == time(40 + believed).wall)
  }

  @Test("The loss of an epoch's fix in the same epoch, as gpsd may report it, delays no wall time")
  func lostInItsEpoch() throws {
    func wall(lostAfter milliseconds: Int64) throws -> WallTime? {
      var wearer = try Wearer()
      for second in 0...5 {
        wearer.fix(at: Double(second), north: 0)
        let loss = Fix(mode: .none, time: time(Double(second) + Double(milliseconds) / 1000))
        let at = Instant(milliseconds: Int64(second) * 1000 + max(1, milliseconds))
        wearer.handle(Event(at: at, .fix(loss)))
      }
      return wearer.device.wallTime(at: Instant(milliseconds: 6000))
    }
    #expect(try wall(lostAfter: 0) == time(6).wall)
    #expect(try wall(lostAfter: 500) == nil, "an epoch of its own, without a fix")
  }

  @Test("Wall time is believed after three dated 3-D fixes, never from a time of day")
  func wallTime() throws {
    var dated = try Wearer()
    dated.walk(from: 0, through: 1, start: 0, speed: 0)
    #expect(dated.device.wallTime(at: .start) == nil)
    dated.fix(at: 2, north: 0)
    #expect(dated.device.wallTime(at: .start) == WallTime(milliseconds: Wearer.dawn))
    var undated = try Wearer()
    for second in 0...20 {
      undated.fix(at: Double(second), north: 0, time: time(Double(second), isDated: false))
    }
    #expect(undated.device.wallTime(at: .start) == nil)
    #expect(undated.device.refusal == nil)
  }

  @Test("The date may come later than the time of day, without a gap")
  func dateComesLater() throws {
    var wearer = try Wearer()
    for second in 0...5 {
      let midnight = Wearer.dawn / 86_400_000 * 86_400_000
      let claimed = WallTime(milliseconds: Wearer.dawn - midnight + Int64(second) * 1000)
      wearer.fix(at: Double(second), north: 0, time: FixTime(claimed, isDated: false))
      #expect(wearer.device.refusal == nil)
    }
    wearer.walk(from: 6, through: 10, start: 0, speed: 0)
    #expect(wearer.device.refusal == nil)
    #expect(wearer.losses == 0)
  }

  @Test("A fix without a time counts on arrival")
  func timeless() throws {
    var wearer = try Wearer()
    for second in 0...10 {
      var fix = Fix(mode: .threeD, position: Wearer.home)
      fix.eph = Metres(19)
      wearer.handle(Event(at: Instant(milliseconds: Int64(second) * 1000), .fix(fix)))
      #expect(wearer.device.refusal == nil)
    }
    #expect(wearer.device.nextDeadline == Instant(milliseconds: 40_000))
  }

  @Test("Mode 3 without coordinates is no position")
  func noCoordinates() throws {
    var wearer = try Wearer()
    wearer.handle(Event(at: .start, .fix(Fix(mode: .threeD, time: time(0)))))
    #expect(wearer.device.refusal == .noPosition)
    #expect(wearer.device.nextDeadline == nil)
  }

  @Test("A jump counts once fixes have agreed on the new place for 20 s")
  func jump() throws {
    var wearer = try Wearer(radius: 1000)
    wearer.walk(from: 0, through: 10, start: 0, speed: 0)
    for second in 11...30 {
      wearer.fix(at: Double(second), north: 500)
      #expect(wearer.device.refusal == .jump)
    }
    wearer.fix(at: 31, north: 500)
    #expect(wearer.device.refusal == nil)
    wearer.fix(at: 32, north: 501)
    #expect(wearer.device.refusal == nil)
  }

  @Test("A train that accelerates smoothly is never a jump")
  func fastButSteady() throws {
    var wearer = try Wearer()
    var north = 0.0
    for second in 0...120 {
      north += min(Double(second), 55)
      wearer.fix(at: Double(second), north: north)
      #expect(wearer.device.refusal == nil)
    }
    #expect(wearer.exits == 1)
  }

  @Test("Extreme clocks and times neither crash nor blind the device")
  func extremes() throws {
    var wearer = try Wearer()
    let times: [Int64] = [.min, .max, 0, -1, .min + 1, .max - 1]
    for (second, claimed) in times.enumerated() {
      wearer.fix(
        at: Double(second), north: 0,
        time: FixTime(WallTime(milliseconds: claimed), isDated: second % 2 == 0))
    }
    wearer.walk(from: 10, through: 20, start: 0, speed: 0)
    #expect(wearer.device.refusal == nil)
    wearer.handle(Event(at: Instant(milliseconds: .max), .deadline))
    #expect(wearer.losses == 1)
  }

  @Test("The other end of the Earth is not home")
  func antipode() throws {
    let center = try #require(Position(latitudeE7: 0, longitudeE7: 0))
    var wearer = try Wearer(center: center)
    let other = Position(latitudeE7: 0, longitudeE7: 1_800_000_000)
    for second in 0...60 { wearer.fix(at: Double(second), other) }
    #expect(wearer.exits == 1)
  }
}
