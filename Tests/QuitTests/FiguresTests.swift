import Device
import Foundation
import HAL
import Names
import Profile
import Quit
import TestSupport
import Testing

/// A quitter in the words of a test.
struct Quitter {
  var zone = "America/Mexico_City"
  var perDay = 10
  var prices = [("2020-01-01 00:00", "3.75")]
  var quitAt = "2026-11-21 08:00"
  var slips: [(String, Int)] = []
  var currency = "MXN"

  var plan: QuitPlan {
    get throws {
      let prices = try self.prices.map { from, each in
        QuitPlan.Price(
          from: try #require(CivilText.minute(from)),
          each: UnitPrice(
            tenThousandths: Int64(
              truncating: try #require(Decimal(string: each)) * 10_000 as NSDecimalNumber)))
      }
      return QuitPlan(
        perDay: perDay, prices: prices, currency: try #require(Currency(currency)),
        quitAt: try #require(CivilText.minute(quitAt)))
    }
  }

  var table: Zone { get throws { try #require(TimeZone(identifier: zone)).table } }

  /// - Parameter utc: "2026-11-21T14:00:00Z"
  func status(_ utc: String) throws -> QuitStatus {
    let now = try table.highest(at: try #require(CivilTime.parse(utc)))
    let slips = try self.slips.map {
      QuitPlan.Slip(at: try #require(CivilText.minute($0.0)), cigarettes: $0.1)
    }
    return QuitStatus(try plan, slips: slips, at: now)
  }
}

@Suite("The figures of somebody who quit are whole and exact")
struct FiguresTests {
  @Test("QUIT-2: a table worked out by hand, at eleven cigarettes a day and 3.75 each")
  func table() throws {
    var quitter = Quitter(perDay: 11)
    // A day: 11 cigarettes, 41.25. 08:00 in Mexico City is 14:00 UTC, without daylight saving.
    for (utc, minutes, cigarettes, saved) in [
      ("2026-11-21T13:59:00Z", -1, 0, 0), ("2026-11-21T14:00:00Z", 0, 0, 0),
      ("2026-11-22T13:59:00Z", 1439, 10, 4122), ("2026-11-22T14:00:00Z", 1440, 11, 4125),
      ("2026-11-28T14:00:00Z", 10_080, 77, 28_875), ("2026-12-01T14:00:00Z", 14_400, 110, 41_250),
    ] as [(String, Int64, Int64, Int64)] {
      let status = try quitter.status(utc)
      #expect(status.minutes == minutes, "\(utc)")
      #expect(status.notSmoked == cigarettes, "\(utc)")
      #expect(status.saved.units == saved, "\(utc)")
    }
    // Three at a wedding: 11.25 and three cigarettes less; the quit date stays.
    quitter.slips = [("2026-11-25 22:00", 3)]
    let status = try quitter.status("2026-12-01T14:00:00Z")
    #expect(status.notSmoked == 107 && status.saved.units == 41_250 - 1125)
    #expect(status.minutes == 14_400 && status.slipped == 3)
    #expect(status.mostNotSmoked == 107 && status.mostSaved == status.saved)
    #expect(status.streak == 5 * 1440 + 600 && status.longestStreak == status.streak)
  }

  @Test("QUIT-3: a rank begins at its money to the centavo, and says what is missing")
  func ranks() throws {
    let plan = try Quitter().plan
    for (saved, number, missing) in [
      (0, 4, 30_000), (29_999, 4, 1), (30_000, 3, 20_000), (49_999, 3, 1), (50_000, 2, 50_000),
      (99_999, 2, 1), (100_000, 1, nil), (1_000_000, 1, nil),
    ] as [(Int64, Int, Int64?)] {
      let rank = Rank(Money(units: saved), of: plan)
      #expect(rank.number == number && rank.missing?.units == missing, "\(saved)")
    }
  }

  @Test("QUIT-3: the minute before the 300th peso is rank 4, and that minute rank 3")
  func boundary() throws {
    // 10 a day at 3 each: 30 a day, so 300 after ten days, and 299.97 one minute before.
    let quitter = Quitter(prices: [("2020-01-01 00:00", "3")])
    let plan = try quitter.plan
    let before = try quitter.status("2026-12-01T13:59:00Z")
    let then = try quitter.status("2026-12-01T14:00:00Z")
    #expect(before.saved.units == 29_997 && Rank(before.saved, of: plan).number == 4)
    #expect(then.saved.units == 30_000 && Rank(then.saved, of: plan).number == 3)
  }

  @Test("The hour that a night in autumn repeats takes nothing away, and spring's is no day short")
  func nights() throws {
    let quitter = Quitter(zone: "Europe/Madrid", perDay: 24, quitAt: "2026-10-24 12:00")
    var last: Int64 = -1
    for minute in 0..<240 {
      let utc = WallTime(milliseconds: 1_792_886_400_000 + Int64(minute) * 60_000)
      let saved = try quitter.status(CivilTime.text(utc)).saved.units
      #expect(saved >= last)
      last = saved
    }
    // Noon after the night of 25 hours: one day, 24 cigarettes.
    #expect(try quitter.status("2026-10-25T11:00:00Z").notSmoked == 24)
    // Noon before a night of 23 hours to the next noon.
    let spring = Quitter(zone: "Europe/Madrid", perDay: 24, quitAt: "2027-03-27 12:00")
    #expect(try spring.status("2027-03-28T09:59:00Z").notSmoked == 23)
    #expect(try spring.status("2027-03-28T10:00:00Z").notSmoked == 24)
  }

  @Test("A day's slips and its evening's answer tell of the same cigarettes")
  func evening() throws {
    let plan = try Quitter().plan
    func minute(_ text: String) throws -> CivilMinute { try #require(CivilText.minute(text)) }
    let slips = [QuitPlan.Slip(at: try minute("2026-11-23 20:00"), cigarettes: 2)]
    func slipped(_ answers: [(String, Int)]) throws -> Int64 {
      let checkIns = try answers.map {
        CheckIn(at: try minute($0.0), due: try minute($0.0), cigarettes: $0.1, of: plan)
      }
      return QuitStatus(plan, slips: slips, checkIns: checkIns, at: try minute("2026-11-30 08:00"))
        .slipped
    }
    #expect(try slipped([("2026-11-23 22:00", 2)]) == 2)
    #expect(try slipped([("2026-11-23 22:00", 0)]) == 2)
    #expect(try slipped([("2026-11-23 22:00", 5)]) == 5)
    #expect(try slipped([("2026-11-24 22:00", 1)]) == 3)
    // The last answer of an evening counts, and a question that was answered by none is no slip.
    #expect(try slipped([("2026-11-24 21:00", 4), ("2026-11-24 23:00", 1)]) == 3)
    #expect(try slipped([("2026-11-24 22:00", 0)]) == 2)
  }

  @Test("A slip from before the quit date takes nothing from that evening's answer (QUIT-2)")
  func before() throws {
    let plan = try Quitter(quitAt: "2026-11-23 20:00").plan
    func minute(_ text: String) throws -> CivilMinute { try #require(CivilText.minute(text)) }
    let asked = try minute("2026-11-23 22:00")
    let status = QuitStatus(
      plan, slips: [QuitPlan.Slip(at: try minute("2026-11-23 14:00"), cigarettes: 3)],
      checkIns: [CheckIn(at: asked, due: asked, cigarettes: 2, of: plan)],
      at: try minute("2026-11-24 08:00"))
    #expect(status.slipped == 2)
  }

  @Test("An answer after midnight is about the evening of its question (QUIT-2)")
  func midnight() throws {
    var plan = try Quitter().plan
    plan.checkInAt = 23 * 60 + 30
    func minute(_ text: String) throws -> CivilMinute { try #require(CivilText.minute(text)) }
    let slips = [QuitPlan.Slip(at: try minute("2026-11-23 20:00"), cigarettes: 2)]
    func status(due: String, at: String) throws -> QuitStatus {
      let answer = CheckIn(
        at: try minute(at), due: try minute(due), cigarettes: 2, of: plan)
      return QuitStatus(
        plan, slips: slips, checkIns: [answer], at: try minute("2026-11-25 12:00"))
    }
    // Both tell of the 23rd.
    #expect(try status(due: "2026-11-23 23:30", at: "2026-11-24 00:10").slipped == 2)
    // Another question had moved it past midnight.
    #expect(try status(due: "2026-11-24 00:15", at: "2026-11-24 00:20").slipped == 2)
    // Quiet hours had.
    #expect(try status(due: "2026-11-24 07:00", at: "2026-11-24 07:05").slipped == 2)
    // The profile asks no more: what was answered keeps its day.
    plan.checkInAt = nil
    #expect(try status(due: "2026-11-24 07:00", at: "2026-11-24 07:05").slipped == 2)
    plan.checkInAt = 23 * 60 + 30
    // The hour of the question was another then: an evening is no night.
    #expect(try status(due: "2026-11-23 21:00", at: "2026-11-23 21:05").slipped == 2)
    // The last cigarette was on the day that the answer is about.
    let late = try status(due: "2026-11-24 23:30", at: "2026-11-25 00:10")
    #expect(late.slipped == 4 && late.streak == 12 * 60 + 1)
  }

  @Test("A badge that was reached stays, whatever is smoked after it")
  func badges() throws {
    var quitter = Quitter(prices: [("2020-01-01 00:00", "3")])
    let plan = try quitter.plan
    func reached(_ status: QuitStatus) -> [Achievement] {
      Achievement.allCases.filter { $0.isReached(plan, status, cravings: 0) }
    }
    let before = reached(try quitter.status("2026-12-01T14:00:00Z"))
    #expect(before == [.firstDay, .firstWeek, .hundred, .rank3])
    quitter.slips = [("2026-12-01 09:00", 60)]
    let status = try quitter.status("2026-12-01T16:00:00Z")
    #expect(Rank(status.saved, of: plan).number == 4)
    #expect(reached(status) == before)
    #expect(reached(try quitter.status("2026-12-02T15:00:00Z")) == before + [.back])
    quitter.slips.append(("2026-12-02 09:30", 1))
    #expect(reached(try quitter.status("2026-12-02T16:00:00Z")) == before + [.back])
  }

  @Test("The badge of another day without smoking needs a day after a slip (QUIT-4)")
  func back() throws {
    let plan = try Quitter().plan
    func isBack(_ slips: [(String, Int)]) throws -> Bool {
      let status = try Quitter(slips: slips).status("2026-12-01T14:00:00Z")
      return Achievement.back.isReached(plan, status, cravings: 0)
    }
    // 08:00 of 1 December. Days before the first slip are none after it.
    #expect(try !isBack([]))
    #expect(try !isBack([("2026-11-30 20:00", 1)]))
    #expect(try !isBack([("2026-11-30 09:00", 1), ("2026-12-01 07:00", 1)]))
    #expect(try isBack([("2026-11-29 06:00", 1), ("2026-11-30 07:00", 1)]))
  }

  @Test("More smoked than not is no debt")
  func debt() throws {
    let quitter = Quitter(slips: [("2026-11-21 09:00", 200)])
    let status = try quitter.status("2026-11-22T14:00:00Z")
    #expect(status.notSmoked == 0 && status.saved.units == 0 && status.slipped == 200)
  }

  @Test("A yen has no sen, and a dinar a thousand fils")
  func currencies() throws {
    for (currency, saved) in [("JPY", 37), ("MXN", 3750), ("KWD", 37_500)] {
      let quitter = Quitter(currency: currency)
      #expect(try quitter.status("2026-11-22T14:00:00Z").saved.units == saved)
    }
    #expect(Currency("peso") == nil && Currency("mxn") == nil && Currency("M€") == nil)
  }

  @Test("QUIT-2: a pack of 20 is 3 h 40 min or 6 h 40 min, by two studies that are named")
  func life() {
    #expect(LifeRate.all.map { $0.regained(20) } == [220, 400])
    #expect(LifeRate.all.map(\.source.name) == ["Shaw 2000", "Jackson 2024"])
  }

  @Test("A slip begins hours anew, leaves reached ones alone, and moves no month")
  func milestones() throws {
    let zone = try Quitter().table
    let quit = try #require(CivilText.minute("2026-11-21 08:00"))
    func due(_ code: String, _ slips: String...) throws -> String {
      let milestone = try #require(Milestone.all.first { $0.code == code })
      let slips = try slips.map {
        QuitPlan.Slip(at: try #require(CivilText.minute($0)), cigarettes: 1)
      }
      return CivilText.text(milestone.due(since: quit, slips: slips, in: zone))
    }
    #expect(try due("12h", "2026-11-21 19:59") == "2026-11-22 07:59")
    #expect(try due("12h", "2026-11-22 01:00", "2026-11-21 19:00") == "2026-11-22 13:00")
    #expect(try due("12h", "2026-11-21 20:00") == "2026-11-21 20:00")
    #expect(try due("12h", "2026-11-20 20:00") == "2026-11-21 20:00")
    #expect(try due("1m", "2026-11-25 20:00") == "2026-12-21 08:00")
  }
}
