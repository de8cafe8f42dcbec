import Diary
import HAL
import Profile

/// The options of `vigia run`.
public struct LiveOptions: Sendable {
  /// The source of the date.
  public enum ClockSource: Sendable {
    case system
    /// Tests only: from the fixes alone.
    case receiver
  }

  public var profile: String
  public var state: StateFolder
  /// Nil: beside the state.
  public var blackBox: String?
  /// Duration by the device's own time.
  public var duration: Milliseconds?
  /// Seconds of device time in a second: 1 except in tests.
  public var timeScale: Int64 = 1
  public var clock = ClockSource.system
  /// A literal address, and a port.
  public var gpsd = (host: "127.0.0.1", port: UInt16(2947))
  /// An ALSA name.
  public var sound = "default"
  /// The certificates that are believed: a folder, or a file.
  public var authorities = "/etc/ssl/certs"
  /// The input device with the buttons; nil: all that have our keys.
  public var keys: String?
  /// Keys and screen on the terminal that it was started from.
  public var hasPanel = false
  /// A person sits there and reads what is wrong: a first profile that cannot be used ends the device.
  public var isAtTerminal = false
  public var environment: [String: String] = [:]
  /// The version that runs, as the state remembers it.
  public var program = "vigia"

  /// The black box.
  var recording: String { blackBox ?? LiveOptions.recording(in: state.path) }

  /// The black box of a device that names no other place for it.
  public static func recording(in state: String) -> String { state + "/blackbox.jsonl" }

  /// The files that the device reads, some of them written by itself: the settings with their secrets and
  /// pictures, the certificates, and the state.
  public var inputs: [String] {
    let settings = [ProfileReading(profile).profile, KeptProfile(in: state.path)?.profile]
    let own = ["vigia.sqlite", "vigia.sqlite-wal", "vigia.sqlite-shm", "lock", "profile.kept"]
    return [profile, authorities] + settings.compactMap { $0 }.flatMap(\.files)
      + own.map { "\(state.path)/\($0)" }
  }

  public init(profile: String, state: StateFolder) {
    self.profile = profile
    self.state = state
  }
}
