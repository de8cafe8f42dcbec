import CLinux
import Foundation
import Linux

/// The devices of the speaker's tests: libasound's own plugins, in a folder of this run.
enum SoundMachine {
  static let folder: String = {
    // The usual temporary folder is too deep: a socket's path is at most 107 characters.
    let folder = "/tmp/vigia-sound-\(getpid())"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let devices = """
      </usr/share/alsa/alsa.conf>
      pcm.nothing { type null }
      pcm.server { type pulse server "unix:\(folder)/native" }
      pcm_type.vigia { lib "\(folder)/device.so" }
      pcm.moody { type vigia }

      """
    try? devices.write(toFile: folder + "/asound.conf", atomically: true, encoding: .utf8)
    setenv("ALSA_CONFIG_PATH", folder + "/asound.conf", 1)
    atexit { try? FileManager.default.removeItem(atPath: SoundMachine.folder) }
    return folder
  }()

  /// The path of a file that is not there yet.
  static func newFile() -> String { "\(folder)/\(UUID()).raw" }

  /// Turns the reactor until something is so.
  /// - Returns: false when it did not come to be within `seconds`, which are many.
  static func wait(
    _ reactor: Reactor, seconds: Int64 = 30, until isSo: () throws -> Bool
  ) throws -> Bool {
    let patience = Patience(milliseconds: seconds * 1000)
    while try !isSo() {
      guard patience.isLeft(reactor) else { return false }
      try reactor.turn(until: reactor.now.after(milliseconds: 20))
    }
    return true
  }

  /// Turns the reactor for a while.
  static func pass(_ reactor: Reactor, milliseconds: Int64) throws {
    // The reactor's own moment is that of its last turn.
    let end = BootTime(nanoseconds: clinux_boottime()).after(milliseconds: milliseconds)
    while reactor.now < end { try reactor.turn(until: end) }
  }
}
