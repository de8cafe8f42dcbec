import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The world of a device that lives: a receiver behind a real gpsd, a real mail server, a real mailbox,
/// and a profile. Everything is on loopback, and gone with its test.
final class Town {
  static let mail: [Need] = [.root, .exim4, .openssl, .python3]
  static let needs: [Need] = [.gpsd, .dovecot] + mail
  static let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)!
  /// 2031-03-21 10:00 in Cuenca. gpsd takes a date before its own making for one of 1024 weeks later.
  static let begin = WallTime(milliseconds: 1_931_871_600_000)
  static let scale = 60

  let folder = TemporaryFolder()
  let feeder: LogFeeder
  private let port: UInt16
  private let gpsd: Daemon
  private let scale: Int
  private var lives = 0

  /// - Parameters:
  ///   - seconds: how long the receiver speaks, by its own time.
  ///   - distance: how far from home the wearer is then, in metres.
  ///   - begin: the receiver's time as it begins to speak.
  ///   - scale: how fast the device and its receiver live.
  init(
    seconds: Int, distance: (Int) -> Double = { _ in 0 }, begin: WallTime = Town.begin,
    scale: Int = Town.scale
  ) throws {
    self.scale = scale
    var log = ""
    for second in 0..<seconds {
      let north = Int64(distance(second) / 0.011_132)
      let position = Position(
        latitudeE7: Int64(Town.home.latitudeE7) + north, longitudeE7: Int64(Town.home.longitudeE7))
      let time = WallTime(milliseconds: begin.milliseconds + Int64(second) * 1000)
      let pace = distance(second + 1) - distance(second)
      log += ReceiverLogs.epoch(
        time, position ?? Town.home, speed: abs(pace), course: pace < 0 ? 180 : 0, hdop: 0.9)
    }
    feeder = try LogFeeder(Array(log.utf8), scale: Double(scale))
    port = try LoopbackPort.free()
    gpsd = try Daemon(["gpsd", "-N", "-n", "-S", "\(port)", feeder.source])
    try folder.write("mail.secret", "clave\n", mode: 0o600)
    try Town.until("gpsd's calling its receiver") { feeder.isHeard }
  }

  deinit {
    feeder.stop()
    gpsd.end()
  }

  /// - Parameter text: what stands beside perimeter, language and time zone.
  func write(profile text: String, language: String = "es") throws {
    let head = """
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
      time_zone: America/Guayaquil
      language: \(language)
      text_size: normal
      wearer: {name: Rosa}

      """
    try folder.write("profile.yaml", head + text)
  }

  /// Another life of the device.
  func start(_ more: [String] = [], state: String? = nil) throws -> PanelRun {
    lives += 1
    return try PanelRun(
      [
        "run", "--profile", "\(folder.path)/profile.yaml", "--state", state ?? statePath,
        "--sound", "null", "--gpsd", "127.0.0.1:\(port)", "--time-scale", "\(scale)",
        "--clock", "gps", "--authorities", Certificates.shared.authority,
      ] + more, errors: "\(folder.path)/errors")
  }

  var statePath: String { "\(folder.path)/state" }
  var complaints: String { folder.text("errors") }

  struct TookTooLong: Error, CustomStringConvertible {
    var description: String
  }

  /// A long bound, and no claim about speed.
  static func until(
    _ what: String, seconds: Double = 300, _ condition: () throws -> Bool
  ) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try !condition() {
      if Date() > end { throw TookTooLong(description: "\(what) did not happen") }
      usleep(5000)
    }
  }

  /// Waits until the screen shows a page, from now on or already.
  func until(_ run: PanelRun, shows text: String, seconds: Double = 300) throws {
    do {
      try Town.until("\"\(text)\"", seconds: seconds) {
        run.look()
        return run.page.contains(text)
      }
    } catch {
      throw TookTooLong(
        description: "\"\(text)\" was not shown; pages: \(run.pages.suffix(5)), said: \(complaints)"
      )
    }
  }
}
