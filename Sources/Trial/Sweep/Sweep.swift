import Device
import Findings
import HAL
import Names
import Profile
import Traces

/// The perimeters of `--sweep`: the same walk under each of them.
public enum Sweep: Equatable, Sendable {
  case radius([Metres])
  case sensitivity

  /// More would take long, and nobody would compare them.
  static let most = 200

  /// - Parameter argument: "sensitivity", or "radius=FROM..TO:STEP" in metres; both ends are in it.
  /// - Throws: `InputError` that says what is wrong.
  public init(argument: String) throws {
    if argument == "sensitivity" {
      self = .sensitivity
      return
    }
    func refuse(_ why: String) -> InputError {
      InputError(
        file: "--sweep",
        "is \"\(argument)\"\(why); expected radius=100..1000:50 (from, to, step in metres) or sensitivity"
      )
    }
    guard let match = argument.wholeMatch(of: /radius=([0-9.]+)\.\.([0-9.]+):([0-9.]+)/),
      let from = Double(match.output.1), let to = Double(match.output.2),
      let step = Double(match.output.3)
    else { throw refuse("") }
    guard Perimeter.radiusRange.contains(from), Perimeter.radiusRange.contains(to) else {
      throw refuse(", and a radius is 100 to 1000 m")
    }
    guard from <= to, step > 0 else {
      throw refuse(", whose steps do not lead from the first radius to the second")
    }
    guard (to - from) / step < Double(Sweep.most) else {
      throw refuse(", which has too many steps: more than \(Sweep.most) radii")
    }
    guard step >= 1 else { throw refuse(", and a step is 1 m or more") }
    var radii: [Metres] = []
    var count = 0.0
    while from + count * step < to {
      radii.append(Metres(from + count * step))
      count += 1
    }
    self = .radius(radii + [Metres(to)])
  }

  /// The changes, in the order in which they are shown.
  public var changes: [PerimeterChange] {
    switch self {
    case .radius(let radii): radii.map { PerimeterChange(radius: $0) }
    case .sensitivity:
      [PerimeterTemper.calm, .normal, .quick].map { PerimeterChange(sensitivity: $0) }
    }
  }

  /// Replays the walk under each perimeter.
  /// - Parameters:
  ///   - options: those of the replay itself.
  ///   - replay: opens the walk anew.
  public func rows(
    _ options: Replay.Options, _ replay: (Replay.Options) -> Replay
  ) throws -> [SweepRow] {
    try changes.map { change in
      var options = options
      options.keepsTimeline = true
      options.collectsSamples = false
      options.showsScreens = false
      options.reader.takesFingerprints = false
      options.change.radius = change.radius ?? options.change.radius
      options.change.sensitivity = change.sensitivity ?? options.change.sensitivity
      let outcome = try replay(options).run { _ in }
      return SweepRow(outcome, isRadius: change.radius != nil)
    }
  }
}

/// The figures of the walk under one perimeter.
public struct SweepRow: Sendable {
  /// Whether its radius is what the sweep changes; else its sensitivity.
  var isRadius: Bool
  var perimeter: Perimeter?
  var summary: Summary
  /// The first exit, as the trace tells the time.
  var firstExit: WallTime?
  var firstExitClock: LocalClock?
  /// The median of the exits' lateness; nil without one that is known.
  var late: Milliseconds?
  /// The spans outside, as the device believed them; nil: to the end.
  var spans: [(from: Milliseconds, to: Milliseconds?)] = []
  /// Their sum, up to the last event or position.
  var outside: Milliseconds

  init(_ outcome: Replay.Outcome, isRadius: Bool) {
    self.isRadius = isRadius
    perimeter = outcome.perimeter
    summary = outcome.summary
    let exits = outcome.timeline.filter { $0.name == .perimeterExit }
    firstExit = exits.first?.time
    firstExitClock = exits.first?.clock
    late = TimeOutside.median(exits.compactMap { $0.crossing?.late })
    spans = outcome.outside.spans
    let last = outcome.timeline.last?.sinceStart ?? Milliseconds(0)
    outside = outcome.outside.total(until: max(last, outcome.endOfPositions))
  }
}

extension JSONLines {
  /// A line for one perimeter of a sweep.
  public func line(_ row: SweepRow) -> String {
    let radius = row.perimeter.map { JSONLines.shortest($0.radius.value) } ?? "null"
    let sensitivity = row.perimeter.map { JSONText.quoted($0.temper.spelling) } ?? "null"
    let first = row.firstExit.map { JSONText.quoted(CivilTime.text($0)) } ?? "null"
    let late = row.late.map { JSONLines.shortest($0.seconds) } ?? "null"
    return "\(prefix)\"event\":\"sweep\",\"radius_m\":\(radius),\"sensitivity\":\(sensitivity)"
      + ",\"exits\":\(row.summary.exits),\"returns\":\(row.summary.returns)"
      + ",\"suspects\":\(row.summary.suspects),\"first_exit\":\(first),\"late_s\":\(late)"
      + ",\"outside_s\":\(JSONLines.shortest(row.outside.seconds))"
      + ",\"digest\":\"\(row.summary.digestText)\"}\n"
  }
}
