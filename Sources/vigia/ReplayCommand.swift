import ArgumentParser
import Console
import Device
import Foundation
import HAL
import Profile
import Traces
import Trial
import Words

enum OutputFormat: String, ExpressibleByArgument, CaseIterable { case text, json, junit }

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays recorded traces and prints the device's acts.",
    discussion: """
      A trace is gpsd JSON, with or without our own lines, NMEA 0183 or GPX; the content tells which. A \
      directory means the black boxes in it: each life of the device is a trace, in any number of \
      parts. The expectations are in NAME.expect.yaml beside NAME.ext, unless --expect names another \
      file.

      vigia replay walk.nmea --perimeter -2.9005,-79.0045,150
      vigia replay walk.jsonl --profile profile.yaml --report walk.html
      vigia replay ~/.local/state/vigia --format json
      """)

  @Argument(
    help: ArgumentHelp("The traces; - is standard input.", valueName: "trace"),
    completion: .file())
  var traces: [String]

  @Option(
    text: "The circle round home, in place of the trace's own; its other settings stay.",
    valueName: "lat,lon,radius_m")
  var perimeter: String?

  @Option(
    text: "A profile, in place of the trace's own.", valueName: "profile.yaml",
    completion: .file())
  var profile: String?

  @Option(text: "The expectations.", valueName: "expect.yaml", completion: .file())
  var expect: String?

  @OptionGroup var reading: ReadingOptions

  @Option(parsing: .unconditional, help: "For people, for scripts, for CI.")
  var format: OutputFormat = .text

  @Option(text: "Also write a page about it.", valueName: "out.html", completion: .file())
  var report: String?

  @Option(
    text: "Also write the events that the device saw as bytes, for firmware (docs/traces.md).",
    valueName: "out.packed")
  var packed: String?

  @Flag(help: "Also print the wearer's pages.")
  var screens = false

  @Option(
    text: "Language of the timeline: en or es. (default: the profile's, else en)",
    completion: .languages)
  var language: String?

  @Option(
    text: "The zone of all times. (default: the trace's or the profile's, else UTC)",
    valueName: "zone", completion: .list(TimeZone.knownTimeZoneIdentifiers.sorted()))
  var timeZone: String?

  @Option(
    text: "Also replays under other perimeters: radius=100..1000:50, or sensitivity.",
    valueName: "what", completion: .list(["radius=100..1000:50", "sensitivity"]))
  var sweep: String?

  func run() throws {
    let lives = try traces.flatMap { try self.lives($0) }
    let files = lives.flatMap(\.parts)
    let beside = expect == nil ? files.compactMap(self.beside) : []
    let inputs = files + beside + [profile, expect].compactMap { $0 }
    var settings = try settings(lives)
    if report != nil || format == .json { settings.signOff = try signOff() }
    var session = try ReplaySession(settings, inputs: inputs)
    for life in lives {
      let beside = expect == nil ? life.parts.first.flatMap(self.beside) : nil
      var input = ReplayInput(life, try beside.map { try Expectations(file: $0) })
      input.beside = beside.map { ($0, $0) }
      try session.replay(input)
    }
    try session.finish()
  }

  /// A trace as it is; of a directory, the lives in it.
  private func lives(_ trace: String) throws -> [RecordedLife] {
    var isDirectory: ObjCBool = false
    guard trace != "-", FileManager.default.fileExists(atPath: trace, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { return [RecordedLife(parts: [trace])] }
    let (lives, orphans) = try RecordedLife.all(in: trace)
    for orphan in orphans {
      complain("\(orphan): the beginning of its life is gone; left out")
    }
    guard !lives.isEmpty else {
      throw InputError(
        file: trace, "is a directory without a black box; expected one with blackbox.jsonl")
    }
    return lives
  }

  func settings(_ lives: [RecordedLife]) throws -> ReplaySettings {
    if perimeter != nil, profile != nil {
      throw InputError(file: "--perimeter", "does not go with --profile; expected one of them")
    }
    if packed != nil, lives.count != 1 {
      throw InputError(
        file: "--packed", "holds one trace, and \(lives.count) are replayed; expected one")
    }
    if sweep != nil, format == .junit {
      throw InputError(file: "--sweep", "does not go with --format junit; expected text or json")
    }
    if sweep != nil,
      let trace = lives.flatMap(\.parts).first(where: { !RecordedLife.isReadAgain($0) })
    {
      let name = trace == "-" ? "standard input" : trace
      throw InputError(
        file: "--sweep",
        "replays a trace several times; expected a regular file instead of \(name)")
    }
    let profile = try self.profile.map { try Profile(file: $0) }
    var settings = ReplaySettings(format: format, isNamed: lives.count > 1)
    settings.replay = Replay.Options(
      reader: try reading.checked(),
      settings: profile?.settings ?? [],
      words: profile?.traceWords ?? TraceWords(), language: profile?.language ?? .spanish,
      collectsSamples: report != nil)
    if let perimeter {
      settings.replay.change = PerimeterChange(circle: try Perimeter(argument: perimeter))
    }
    settings.replay.timeZone = try timeZone.map { try TimeZone(argument: $0, of: "--time-zone") }
    settings.sweep = try sweep.map { try Sweep(argument: $0) }
    settings.replay.showsScreens = screens
    settings.expectations = try expect.map { try Expectations(file: $0) }
    settings.report = report
    settings.packed = packed
    settings.replay.packs = packed != nil || report != nil
    settings.replay.reader.takesFingerprints = report != nil || format == .json
    settings.language =
      try language.map { try TypedValue.language($0) } ?? profile?.language ?? .english
    settings.timeZone = settings.replay.timeZone ?? profile?.timeZone ?? .gmt
    if reading.date != nil {
      // The day is one of the zone in which all times are shown.
      settings.replay.reader.baseDate = settings.timeZone.midnight(
        of: settings.replay.reader.baseDate)
    }
    return settings
  }

  /// NAME.expect.yaml beside NAME.ext; nil where there is none.
  private func beside(_ trace: String) -> String? {
    guard trace != "-" else { return nil }
    let file = (trace as NSString).deletingPathExtension + ".expect.yaml"
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }
}

/// A replay is told these, and they are checked.
struct ReplaySettings {
  var replay = Replay.Options()
  var sweep: Sweep?
  /// Hold for every trace.
  var expectations: Expectations?
  var format: OutputFormat
  var report: String?
  /// The file for the events as bytes.
  var packed: String?
  var language = Language.english
  var timeZone = TimeZone.gmt
  /// Each trace is named in the output, because there are several.
  var isNamed: Bool
  /// The trail of the page; nil where nobody asks for it.
  var signOff: SignOff?
  /// Makes the page, and neither says nor writes anything.
  private(set) var isPageAlone = false
  var makesPage: Bool { report != nil || isPageAlone }

  mutating func takePage() {
    isPageAlone = true
    format = .junit
    replay.collectsSamples = true
    replay.packs = true
    replay.reader.takesFingerprints = true
  }
}

extension TimeZone {
  /// Midnight here of the day whose midnight in UTC is given.
  fileprivate func midnight(of day: WallTime) -> WallTime {
    let seconds = Double(day.milliseconds) / 1000
    let near = secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    let offset = secondsFromGMT(for: Date(timeIntervalSince1970: seconds - Double(near)))
    return WallTime(milliseconds: day.milliseconds - Int64(offset) * 1000)
  }
}
