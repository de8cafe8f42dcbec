import Device
import HAL
import Names
import TestSupport
import Testing
import Traces

/// Effects of lines of class CLOCK and BOOT on the time of a trace.
struct DeviceClockTests {
  private func clock(_ at: Int64, _ time: String, _ source: String) -> String {
    "{\"class\":\"CLOCK\",\"at_ms\":\(at),\"time\":\"\(time)\",\"source\":\"\(source)\"}\n"
  }

  private func fix(_ at: Int64, _ time: String) -> String {
    "{\"class\":\"TPV\",\"at_ms\":\(at),\"mode\":3,\"lat\":1,\"lon\":2,\"time\":\"\(time)\"}\n"
  }

  private let boot =
    "{\"class\":\"BOOT\",\"at_ms\":0,\"number\":2,\"keys\":[\"ok\"],\"secret\":[\"1\",\"2\"]}\n"

  /// The trace's time ten seconds after its start, when it was read to the end.
  private func tenSeconds(_ text: String) throws -> String? {
    let file = try TemporaryFile(text)
    let reader = try TraceReader(path: file.path)
    while try reader.nextEvent() != nil {}
    let instant = Instant(milliseconds: 10_000)
    return reader.knowsWallTime ? CivilTime.text(reader.wallTime(at: instant)) : nil
  }

  @Test("A clock tells the time of a trace without positions; a better one is believed")
  func heard() throws {
    let key = "{\"class\":\"KEY\",\"key\":\"ok\"}\n"
    #expect(try tenSeconds(key) == nil)
    let rtc = clock(1000, "2001-01-01T00:00:01Z", "rtc")
    let ntp = clock(2000, "2015-03-21T15:00:02Z", "ntp")
    #expect(try tenSeconds(rtc) == "2001-01-01T00:00:10.000Z")
    #expect(try tenSeconds(rtc + ntp) == "2015-03-21T15:00:10.000Z")
    #expect(try tenSeconds(ntp + rtc) == "2015-03-21T15:00:10.000Z")
  }

  @Test("A position is believed before any clock", arguments: [true, false])
  func position(isFirst: Bool) throws {
    let position = fix(isFirst ? 1000 : 3000, "2015-03-21T15:00:0\(isFirst ? 1 : 3)Z")
    let ntp = clock(2000, "2015-03-21T18:00:02Z", "ntp")
    let text = isFirst ? position + ntp : ntp + position
    #expect(try tenSeconds(text) == "2015-03-21T15:00:10.000Z")
  }

  @Test("A device that starts again counts from 0, and the time of the trace goes on")
  func restarted() throws {
    let recording = try read(
      fix(1000, "2015-03-21T15:00:01Z") + fix(9000, "2015-03-21T15:00:09Z") + boot
        + "{\"class\":\"KEY\",\"at_ms\":500,\"key\":\"ok\"}\n"
        + fix(1000, "2015-03-21T16:00:00Z"))
    #expect(recording.stamps == [1000, 9000, 9000, 9500, 10_000])
  }

  @Test("After a start, the first position says how long the device was off")
  func wasOff() throws {
    let text =
      fix(1000, "2015-03-21T15:00:01Z") + fix(9000, "2015-03-21T15:00:09Z") + boot
      + fix(1000, "2015-03-21T16:00:00Z")
    #expect(try tenSeconds(text) == "2015-03-21T16:00:00.000Z")
  }

  @Test("A start that counts on, as in a simulation, is at its own time")
  func continued() throws {
    let later = boot.replacing("\"at_ms\":0", with: "\"at_ms\":60000")
    let recording = try read(fix(9000, "2015-03-21T15:00:09Z") + later)
    #expect(recording.stamps == [9000, 60_000])
  }
}
