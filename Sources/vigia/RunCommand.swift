import ArgumentParser
import Console
import Diary
import Foundation
import Live
import Profile
import Trial

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the device on this computer: gpsd, sound, keys, mail.",
    discussion: """
      SIGTERM ends it and tells the caregiver; SIGHUP loads the profile again. SIGUSR1 ends it between \
      two alarms, for its service manager to start it again with a new program. The state keeps the last \
      good profile, for times when the file cannot be used. Without a kept profile it shows the \
      mistake, stays, and reads the file again every minute. If standard error is a terminal it ends \
      with status 2 instead. On a terminal it shows the wearer's screen, and the keys are h for help, \
      Enter for OK, O for OK held, + and -. Otherwise it prints the device's acts, a line each.

      Exit status: 0 ended by Ctrl-C, SIGTERM or --duration; 2 bad usage or input; 130 or 143 ended \
      before the device began.

      vigia run --profile profile.yaml
      """)

  @Option(text: "The family's settings.", valueName: "profile.yaml", completion: .file())
  var profile: String

  @Option(
    text: "The directory of the device's durable records. (default: ~/.local/state/vigia)",
    valueName: "dir", completion: .directory)
  var state: String?

  @Option(
    text: "The file of every event, as a trace. (default: blackbox.jsonl in the state)",
    valueName: "file", completion: .file())
  var blackbox: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ends after that many seconds of the device's time.", valueName: "s"))
  var duration: Int64?

  @Option(text: "The address of gpsd.", valueName: "address:port")
  var gpsd = "127.0.0.1:2947"

  @Option(text: "The ALSA device.", valueName: "name")
  var sound = "default"

  @Option(
    text: "The input device with the buttons. (default: every one that has our keys)",
    valueName: "/dev/input/event0", completion: .file())
  var keys: String?

  @OptionGroup var trust: TrustOptions

  @Option(parsing: .unconditional, help: "For people, for scripts.")
  var format: TextOrJSON = .text

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For tests only: a clock that runs so many times as fast.", visibility: .hidden))
  var timeScale: Int64 = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For tests only: system, or gps for a date from the fixes alone.", visibility: .hidden))
  var clock: ClockChoice = .system

  enum ClockChoice: String, ExpressibleByArgument, CaseIterable { case system, gps }

  func run() throws {
    let options = try checked()
    // A reader that has stopped reading costs a line, never a call for help.
    let output = LineSink(STDOUT_FILENO) { _ in "" }
    let errors = LineSink(STDERR_FILENO) { complaint("\($0) lines could not be written here") }
    if timeScale != 1 || clock != .system {
      errors.say(
        complaint(
          "FOR TESTS ONLY: the clock runs \(timeScale) times as fast, its date comes from "
            + (clock == .gps ? "the fixes" : "the system")))
    }
    // This comes after the streams, which are opened anew through /proc.
    LiveDevice.forbidDumps()
    let json = JSONLines(trace: nil)
    var text = PlainText(language: .spanish, timeZone: .gmt)
    let device = try LiveDevice(options) { entry in
      guard !options.hasPanel else { return }
      output.say(format == .json ? json.line(entry) : text.line(entry))
    } log: { line in
      if !options.hasPanel || isatty(STDERR_FILENO) == 0 { errors.say(complaint(line)) }
    }
    text = PlainText(language: device.language, timeZone: .gmt)
    let digest = device.run()
    if !options.hasPanel {
      let digits = digest.value.padded(16, radix: 16)
      output.say(
        format == .json
          ? "{\"event\":\"summary\",\"digest\":\"\(digits)\"}\n" : "digest \(digits)\n")
    }
  }

  private func checked() throws -> LiveOptions {
    let environment = ProcessInfo.processInfo.environment
    var options = LiveOptions(profile: profile, state: try StateFolder.ofDevice(state))
    options.blackBox = blackbox
    if let duration {
      guard (1...10_000_000_000).contains(duration) else {
        throw InputError(file: "--duration", "is \(duration); expected seconds, 1 or more")
      }
      options.duration = .seconds(duration)
    }
    guard (1...10_000).contains(timeScale) else {
      throw InputError(file: "--time-scale", "is \(timeScale); expected 1 to 10000")
    }
    options.timeScale = timeScale
    options.clock = clock == .gps ? .receiver : .system
    guard let colon = gpsd.lastIndex(of: ":"), let port = UInt16(gpsd[gpsd.index(after: colon)...]),
      port > 0
    else {
      throw InputError(
        file: "--gpsd", "is \"\(gpsd)\"; expected an address and port such as 127.0.0.1:2947")
    }
    var host = String(gpsd[..<colon])
    // "[::1]:2947", as the journal writes it.
    if host.hasPrefix("["), host.hasSuffix("]"), host.contains(":") {
      host = String(host.dropFirst().dropLast())
    }
    options.gpsd = (host, port)
    options.sound = sound
    options.authorities = trust.authorities
    options.keys = keys
    options.hasPanel = Terminal.takesEscapes(STDOUT_FILENO) && format == .text
    // A service that writes on a console is at no terminal: nobody would start it again.
    options.isAtTerminal = isatty(STDERR_FILENO) == 1 && environment["NOTIFY_SOCKET"] == nil
    options.environment = environment
    options.program = "vigia \(ThisProgram.versionLine)"
    if let blackbox { try OutputFile.refuse(blackbox, asOneOf: options.inputs) }
    return options
  }
}
