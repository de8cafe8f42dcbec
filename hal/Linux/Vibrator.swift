import Glibc
import HAL

/// A motor of the kernel's: force feedback of an input device, or a vibrator in sysfs.
///
/// Each pulse ends by itself in the kernel, so that nothing shakes for ever when the program ends.
public final class LinuxVibrator: Vibrator {
  private let reactor: Reactor
  private let log: (String) -> Void
  private var motor: Motor
  private var timer: Reactor.Timer?
  private var remaining: UInt8 = 0
  private var pulse: Int64 = 0
  private var isGone = false

  /// Whether there are pulses to come, or the last one still goes on or has just ended.
  public var isShaking: Bool { remaining > 0 }

  /// - Parameters:
  ///   - devices: where the input devices are.
  ///   - system: where sysfs is.
  ///   - log: gets a line when the motor goes.
  /// - Returns: nil where there is no motor.
  public static func find(
    _ reactor: Reactor, devices: String = "/dev/input", system: String = "/sys",
    log: @escaping (String) -> Void
  ) -> LinuxVibrator? {
    Motor.find(devices: devices, system: system).map { LinuxVibrator(reactor, $0, log) }
  }

  private init(_ reactor: Reactor, _ motor: Motor, _ log: @escaping (String) -> Void) {
    self.reactor = reactor
    self.motor = motor
    self.log = log
    timer = reactor.addTimer { [unowned self] in
      remaining -= 1
      if remaining > 0 { try? shake() }
    }
  }

  deinit {
    if let timer { reactor.remove(timer) }
    if isShaking { _ = motor.rest() }
    if case .rumble(let device, _) = motor { close(device) }
  }

  /// - Parameter pulse: at most 32,767 ms; a longer one is cut to that.
  public func vibrate(pulses: UInt8, each pulse: Milliseconds) throws(VibratorError) {
    if isShaking {
      stopTimer()
      if !motor.rest() { throw gone() }
    }
    guard pulses > 0, pulse.count > 0 else { return }
    remaining = pulses
    self.pulse = min(pulse.count, Motor.longest)
    try shake()
  }

  private func shake() throws(VibratorError) {
    guard motor.shake(milliseconds: pulse), let timer else { throw gone() }
    if isGone { log("the vibrator is back") }
    isGone = false
    reactor.set(timer, at: reactor.now.after(milliseconds: 2 * pulse))
  }

  private func stopTimer() {
    remaining = 0
    if let timer { reactor.set(timer, at: nil) }
  }

  private func gone() -> VibratorError {
    stopTimer()
    if !isGone { log("the vibrator does not answer") }
    isGone = true
    return .unavailable
  }
}
