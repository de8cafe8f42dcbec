import CLinux
import Glibc
import HAL

/// What libasound answered.
struct SoundError: Error, CustomStringConvertible {
  static let tryAgain = EAGAIN

  /// It sounds, and takes no samples.
  static let stalled = SoundError(code: ETIMEDOUT)

  /// It takes no rate at which a burst can be rendered.
  static let unsupported = SoundError(code: EINVAL)

  /// As in errno, and some of libasound's own.
  let code: Int32

  @discardableResult
  static func check(_ result: Int32) throws(SoundError) -> Int32 {
    guard result >= 0 else { throw SoundError(code: -result) }
    return result
  }

  /// The buffer ran dry.
  var isUnderrun: Bool { code == EPIPE }
  /// The board slept, and the device still does.
  var isSuspended: Bool { code == ESTRPIPE }

  var description: String { String(cString: clinux_sound_error(-code)) }

  /// What the port says of it.
  var told: SpeakerError {
    switch code {
    case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EIO, EBADFD: .unavailable
    default: .failed
    }
  }
}
