import CLinux
import Glibc
import HAL

/// A motor of the kernel's: force feedback of an input device, or a vibrator in sysfs.
///
/// Each pulse ends by itself in the kernel, so that nothing shakes for ever when the program ends. A motor
/// that resets is another input device afterwards: one that is gone is looked for again at the next call.
public final class LinuxVibrator: Vibrator {
  private let reactor: Reactor
  private let devices: String
  private let system: String
  private let log: (String) -> Void
  /// Nil: it is gone.
  private var motor: Motor?
  private var timer: Reactor.Timer?
  private var remaining: UInt8 = 0
  private var pulse: Int64 = 0
  private var isGone = false

  /// Whether there are pulses to come, or the last one still goes on or has just ended.
  public var isShaking: Bool { remaining > 0 }

  /// - Parameters:
  ///   - devices: the folder of the input devices.
  ///   - system: the folder of sysfs.
  ///   - log: gets a line when the motor goes.
  /// - Returns: nil where there is no motor.
  public static func find(
    _ reactor: Reactor, devices: String = "/dev/input", system: String = "/sys",
    log: @escaping (String) -> Void
  ) -> LinuxVibrator? {
    Motor.find(devices: devices, system: system).map {
      LinuxVibrator(reactor, $0, devices: devices, system: system, log)
    }
  }

  private init(
    _ reactor: Reactor, _ motor: Motor, devices: String, system: String,
    _ log: @escaping (String) -> Void
  ) {
    self.reactor = reactor
    self.motor = motor
    self.devices = devices
    self.system = system
    self.log = log
    timer = reactor.addTimer { [unowned self] in
      remaining -= 1
      if remaining > 0 { try? shake() }
    }
  }

  deinit {
    if let timer { reactor.remove(timer) }
    if isShaking { _ = motor?.rest() }
    motor?.close()
  }

  /// - Parameter pulse: at most 32,767 ms; a longer one is cut to that.
  public func vibrate(pulses: UInt8, each pulse: Milliseconds) throws(VibratorError) {
    if isShaking {
      stopTimer()
      if motor?.rest() == false { throw gone() }
    }
    guard pulses > 0, pulse.count > 0 else { return }
    remaining = pulses
    self.pulse = min(pulse.count, Motor.longest)
    if motor == nil { motor = Motor.find(devices: devices, system: system) }
    try shake()
  }

  private func shake() throws(VibratorError) {
    guard motor?.shake(milliseconds: pulse) == true, let timer else { throw gone() }
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
    motor?.close()
    motor = nil
    return .unavailable
  }
}

/// The kernel's ways to drive the motor.
private enum Motor {
  /// Force feedback: an open input device, and the number of the rumble that was uploaded last.
  case rumble(device: Int32, number: Int32)
  /// The folder of a vibrator of the LED class with the `transient` trigger: it ends by itself.
  case transient(String)
  /// The file of an Android kernel: it takes milliseconds.
  case timed(String)

  /// Longest that one of them is asked to shake at once, in milliseconds.
  static let longest: Int64 = 32_767

  /// Shakes for 1 to `longest` milliseconds.
  /// - Returns: false when it is gone.
  mutating func shake(milliseconds: Int64) -> Bool {
    switch self {
    case .rumble(let device, let number):
      let new = clinux_motor_upload(device, number, Int32(milliseconds))
      guard new >= 0 else { return false }
      self = .rumble(device: device, number: new)
      return clinux_motor_play(device, new, true) >= 0
    case .transient(let folder):
      return Motor.write("\(milliseconds)", to: folder + "/duration")
        && Motor.write("1", to: folder + "/state") && Motor.write("1", to: folder + "/activate")
    case .timed(let file):
      return Motor.write("\(milliseconds)", to: file)
    }
  }

  /// Ends what it was asked for.
  func rest() -> Bool {
    switch self {
    case .rumble(let device, let number):
      return number < 0 || clinux_motor_play(device, number, false) >= 0
    case .transient(let folder): return Motor.write("0", to: folder + "/activate")
    case .timed(let file): return Motor.write("0", to: file)
    }
  }

  /// Nobody drives it afterwards.
  func close() {
    switch self {
    case .rumble(let device, _): _ = Glibc.close(device)
    case .transient, .timed: break
    }
  }

  /// The first that is found.
  /// - Parameters:
  ///   - devices: where the input devices are.
  ///   - system: where sysfs is.
  static func find(devices: String, system: String) -> Motor? {
    let led = system + "/class/leds/vibrator"
    // A rule of udev's may have set it already, and then it may not be ours to set.
    _ = Motor.write("transient", to: led + "/trigger")
    if access(led + "/activate", W_OK) == 0 { return .transient(led) }
    let timed = system + "/class/timed_output/vibrator/enable"
    if access(timed, W_OK) == 0 { return .timed(timed) }
    for number in 0..<32 {
      let device = open("\(devices)/event\(number)", O_RDWR | O_CLOEXEC | O_NONBLOCK)
      guard device >= 0 else { continue }
      if clinux_motor_rumbles(device) { return .rumble(device: device, number: -1) }
      _ = Glibc.close(device)
    }
    return nil
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC)
    guard file >= 0 else { return false }
    defer { _ = Glibc.close(file) }
    var text = text
    return text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) == $0.count }
  }
}
