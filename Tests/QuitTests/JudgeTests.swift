import Device
import Foundation
import HAL
import Names
import Profile
import Quit
import TestSupport
import Testing

/// Python's decimal and zoneinfo answer the same questions: judge.py.
@Suite("Python finds the same figures and the same minutes", .needs(.python3, .zoneinfo))
struct JudgeTests {
  private static let zones = [
    "America/Mexico_City", "Europe/Madrid", "America/Santiago", "Australia/Lord_Howe",
    "America/Guayaquil", "Asia/Kolkata", "Pacific/Apia",
  ]

  private func answers(_ cases: [[String: Any]]) throws -> [[String: Any]] {
    let lines = try cases.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    let folder = TemporaryFolder()
    try folder.write("cases", lines.joined(separator: "\n") + "\n")
    let result = try Program.run(
      [Program.python, Places.own("Tests/QuitTests/judge.py")], reading: folder.path("cases"))
    #expect(result.status == 0, "\(result.errors)")
    let found = EventLines.read(result.output)
    try #require(found.count == cases.count)
    return found
  }

  /// Moments of both clock changes, of a leap day, and of nothing special.
  private func moments(_ zone: Zone, _ draws: inout SplitMix64) -> [WallTime] {
    var moments: [WallTime] = []
    for day in ["2027-03-28", "2026-10-25", "2027-04-04", "2027-09-05", "2028-02-29", "2026-11-01"]
    {
      guard let midnight = CivilTime.parse("\(day)T00:00:00Z") else { continue }
      for _ in 0..<3 {
        let minute = Int64(draws.next() % 1440)
        moments.append(WallTime(milliseconds: midnight.milliseconds + minute * 60_000))
      }
    }
    for _ in 0..<12 {
      let minute = Int64(draws.next() % 1_578_000)
      moments.append(WallTime(milliseconds: 1_782_864_000_000 + minute * 60_000))
    }
    return moments
  }

  @Test("Minutes, cigarettes and money, over both clock changes and a leap day")
  func figures() throws {
    var draws = SplitMix64(seed: 23)
    var cases: [[String: Any]] = []
    var ours: [QuitStatus] = []
    for name in JudgeTests.zones {
      var quitter = Quitter(zone: name)
      for moment in moments(try quitter.table, &draws) {
        let quit = CivilMinute(Int32(29_900_000 + draws.next() % 900_000))
        quitter.quitAt = CivilText.text(quit)
        quitter.perDay = 1 + Int(draws.next() % 60)
        quitter.currency = ["MXN", "JPY", "KWD"][Int(draws.next() % 3)]
        let later = CivilText.text(CivilMinute(quit.count + Int32(draws.next() % 400_000)))
        quitter.prices = [
          ("2020-01-01 00:00", "\(draws.next() % 10).\(1000 + draws.next() % 9000)"),
          (later, "\(1 + draws.next() % 900)"),
        ]
        quitter.slips = (0..<draws.next() % 4).map { _ in
          (
            CivilText.text(CivilMinute(quit.count + Int32(draws.next() % 500_000))),
            1 + Int(draws.next() % 20)
          )
        }
        ours.append(try quitter.status(CivilTime.text(moment)))
        cases.append([
          "ask": "figures", "zone": name, "quit_at": quitter.quitAt,
          "now_utc": String(CivilTime.text(moment).prefix(19)), "per_day": quitter.perDay,
          "decimals": try #require(Currency(quitter.currency)).decimals,
          "prices": quitter.prices.map { [$0.0, $0.1] },
          "slips": quitter.slips.map { [$0.0, $0.1] as [Any] },
        ])
      }
    }
    var positive = 0
    for ((one, status), answer) in zip(zip(cases, ours), try answers(cases)) {
      #expect(Int64(answer["minutes"] as? Int ?? .min) == status.minutes, "\(one)")
      #expect(Int64(answer["not_smoked"] as? Int ?? .min) == status.notSmoked, "\(one)")
      #expect(Int64(answer["saved"] as? Int ?? .min) == status.saved.units, "\(one)")
      if status.saved.units > 0 { positive += 1 }
    }
    #expect(positive > 60, "the moments are hardly ever after the quit date")
  }

  @Test("Milestones, over both clock changes, the end of a month and a leap day")
  func milestones() throws {
    let starts = [
      "2026-11-21 08:00", "2026-10-24 18:20", "2026-10-25 01:50", "2026-10-25 02:30",
      "2027-03-27 18:10", "2027-03-28 01:45", "2027-03-28 02:30", "2028-02-29 12:00",
      "2027-05-31 23:59", "2026-10-24 14:30", "2026-10-22 02:30", "2026-10-23 02:15",
      "2027-04-03 17:40", "2027-09-04 16:30",
    ]
    var cases: [[String: Any]] = []
    var ours: [String] = []
    for name in JudgeTests.zones.dropLast() {
      let zone = try Quitter(zone: name).table
      for start in starts {
        let quit = try #require(CivilText.minute(start))
        for milestone in Milestone.all {
          ours.append(CivilText.text(milestone.due(since: quit, in: zone)))
          var one: [String: Any] = ["ask": "milestone", "zone": name, "quit_at": start]
          switch milestone.span {
          case .minutes(let minutes): one["minutes"] = Int(minutes)
          case .days(let days): one["days"] = Int(days)
          case .months(let months): one["months"] = months
          }
          cases.append(one)
        }
      }
    }
    for ((one, due), answer) in zip(zip(cases, ours), try answers(cases)) {
      #expect(answer["due"] as? String == due, "\(one)")
    }
    // A day that the month lacks is its last one.
    #expect(ours.contains("2029-02-28 12:00") && ours.contains("2027-06-30 23:59"))
  }
}
