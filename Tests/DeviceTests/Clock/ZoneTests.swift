import Device
import Foundation
import HAL
import Testing

@Suite("Local time in zones with and without daylight saving")
struct ZoneTests {
  @Test("Both nights of every year until 2050, minute by minute", arguments: Almanac.all)
  func nights(_ name: String) {
    let almanac = Almanac(name)
    let zone = almanac.given
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = almanac.zone
    let moments =
      almanac.nights + [Almanac.utc("2028-02-29T12:00"), Almanac.utc("2026-12-31T23:00")]
    for night in moments {
      for minute in stride(from: -240, through: 240, by: 1) {
        let date = night.addingTimeInterval(Double(minute * 60 + 17))
        let local = zone.local(date.wall)
        #expect(local.minute.count == almanac.localMinute(date))
        #expect(local.second == 17)
        guard minute % 30 == 0 else { continue }
        let parts = calendar.dateComponents([.hour, .minute, .weekday], from: date)
        let ofDay = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
        #expect(Int(local.minute.minuteOfDay) == ofDay)
        // Foundation counts from Sunday = 1.
        #expect(Int(local.minute.weekday) == ((parts.weekday ?? 0) + 5) % 7)
      }
    }
  }

  @Test(
    "A minute of the wall means its first moment, or the first after a gap", arguments: Almanac.all)
  func walls(_ name: String) {
    let almanac = Almanac(name)
    let zone = almanac.given
    for night in almanac.nights + [Almanac.utc("2026-07-01T00:00")] {
      var shown: Int32?
      for minute in stride(from: -1500, through: 240, by: 1) {
        let date = night.addingTimeInterval(Double(minute * 60))
        let local = almanac.localMinute(date)
        // Foundation says what the wall shows; the first moment at which it shows as much counts.
        if let last = shown, local > last {
          for civil in (last + 1)...local {
            #expect(zone.wall(of: CivilMinute(civil)) == date.wall)
          }
        }
        shown = max(shown ?? local, local)
      }
    }
  }

  @Test("Lord Howe shifts by half an hour, New York by one, Guayaquil not at all")
  func shifts() {
    func offsets(_ name: String) -> Set<Int16> {
      Set(Almanac(name).table.filter { $0.at > 1_700_000_000 }.map(\.offset))
    }
    #expect(offsets("Australia/Lord_Howe") == [630, 660])
    #expect(offsets("America/New_York") == [-300, -240])
    #expect(Almanac("America/Guayaquil").table.map(\.offset) == [-300])
  }

  @Test("Without a table local time is UTC; before its first entry that entry counts")
  func edges() {
    let moment = WallTime.utc("1999-12-31T23:59:30")
    #expect(Zone().local(moment).minute == Almanac.civil("1999-12-31T23:59"))
    #expect(Zone().wall(of: Almanac.civil("2026-01-01T08:00")) == .utc("2026-01-01T08:00"))
    let madrid = Almanac("Europe/Madrid").given
    #expect(madrid.local(moment).minute == Almanac.civil("2000-01-01T00:59"))
    #expect(madrid.wall(of: Almanac.civil("1999-01-01T01:00")) == .utc("1999-01-01T00:00"))
  }

  @Test("Before 1970 minutes and weekdays go on downward")
  func early() {
    let minute = Zone().local(.utc("1969-12-31T23:59:59")).minute
    #expect(minute.day == -1)
    #expect(minute.minuteOfDay == 1439)
    #expect(minute.weekday == 2)
    #expect(CivilMinute(day: -1, minute: 1439) == minute)
  }

  @Test("A table takes 128 changes in order of time and refuses what it cannot use")
  func refusals() {
    var zone = Zone()
    #expect(refused(ZoneTransition(at: 0, offset: 1081), by: &zone))
    #expect(refused(ZoneTransition(at: 0, offset: .min), by: &zone))
    for number in 0..<128 {
      #expect(!refused(ZoneTransition(at: Int64(number) * 86_400, offset: 60), by: &zone))
      #expect(refused(ZoneTransition(at: Int64(number) * 86_400, offset: 0), by: &zone))
    }
    #expect(refused(ZoneTransition(at: 200 * 86_400, offset: 0), by: &zone))
    #expect(zone.local(WallTime(milliseconds: 300 * 86_400_000)).minute.minuteOfDay == 60)
  }

  private func refused(_ entry: ZoneTransition, by zone: inout Zone) -> Bool { !zone.append(entry) }

  @Test("Absurd tables and times get an answer, not a crash")
  func absurd() {
    var zone = Zone()
    for at in [Int64.min, -5, 0, 59, 61, 3_600, Int64.max - 1, Int64.max] {
      zone.append(ZoneTransition(at: at, offset: at % 2 == 0 ? 1080 : -1080))
    }
    for wall in [Int64.min, -1, 0, 1, Int64.max] {
      #expect(zone.local(WallTime(milliseconds: wall)).second < 60)
    }
    for minute in [Int32.min, -1, 0, 1, Int32.max] {
      let wall = zone.wall(of: CivilMinute(minute))
      #expect(zone.local(wall).minute >= CivilMinute(minute))
    }
  }
}
