import ArgumentParser
import Console
import Device
import Foundation
import Glibc
import HAL
import Profile
import Simulator
import Traces
import Trial

/// Replays the traces of one command one after the other and writes what was asked for.
struct ReplaySession {
  /// A trace that stays so far away was recorded elsewhere, or the centre is mistyped.
  private static let farAway = Metres(50_000)

  private let settings: ReplaySettings
  private let output = StandardOutput()
  private let progress = ProgressBar()
  private let reportFile: OutputFile?
  private let packedFile: OutputFile?
  private var pages: [ReportData] = []
  private var signOff: SignOff?
  private var junit = JUnit()
  private var hasMiss = false
  private var hasFailure = false

  /// - Parameter inputs: files that the report must not overwrite.
  init(_ settings: ReplaySettings, inputs: [String] = []) throws {
    self.settings = settings
    signOff = settings.signOff
    // Known before the work, not after it.
    if settings.report.map(Paper.isWanted) ?? false { try Paper.check() }
    reportFile = try settings.report.map { try OutputFile(path: $0, inputs: inputs) }
    packedFile = try settings.packed.map { try OutputFile(path: $0, inputs: inputs) }
    if let packed = settings.packed, let reportFile, packedFile?.isSame(as: reportFile) == true {
      throw InputError(file: packed, "is the report, too; expected another file for --packed")
    }
  }

  /// A file or a verdict alone is worth going on for once the reader is gone. A simulated life has the verdicts of
  /// its invariants.
  private func isPointless(_ expectations: Expectations?, _ lived: Life?) -> Bool {
    output.isClosed && !settings.makesPage && packedFile == nil && expectations == nil
      && lived == nil
  }

  /// Replays one trace. A trace that cannot be read does not cost the others.
  /// - Parameter lived: what the trace was written by; nil for one that was recorded.
  mutating func replay(_ input: ReplayInput, _ lived: Life? = nil) throws {
    let expectations = settings.expectations ?? input.expectations
    if isPointless(expectations, lived) { return }
    do {
      try run(input, expectations, lived)
    } catch let error as TraceError {
      refuse(input.name, error.description)
    }
  }

  /// Says why a file cannot be used. It does not cost the others, and is an error of the whole.
  mutating func refuse(_ name: String, _ reason: String) {
    progress.clear()
    complain(reason)
    junit.add(trace: name, error: reason)
    hasFailure = true
  }

  /// The page of every trace so far.
  /// - Parameter hasTools: whether it replays them, where this program can give it what it needs.
  func page(hasTools: Bool = true) throws -> String {
    var page = ReportPage(pages)
    page.signOff = signOff
    // A page that was made without the module is made again without it.
    page.module = hasTools && signOff?.module != nil ? LivingModule.shared : nil
    return try page.html()
  }

  /// Writes what waits for all traces, and ends with the exit status of the whole.
  mutating func finish() throws {
    if settings.format == .junit { try output.write(junit.document) }
    try output.flush()
    if let reportFile, !pages.isEmpty {
      if let report = settings.report, Paper.isWanted(report) {
        try reportFile.write(Paper.printed(page(hasTools: false), for: report))
      } else {
        try reportFile.write(page())
      }
      try reportFile.finish()
      complain("report written to \(settings.report ?? "")")
    }
    if hasFailure { throw ExitCode(2) }
    if hasMiss { throw ExitCode(1) }
  }

  private mutating func run(
    _ input: ReplayInput, _ expectations: Expectations?, _ lived: Life?
  ) throws {
    let (life, name) = (input.life, input.name)
    let json = JSONLines(trace: settings.isNamed ? name : nil)
    var text = PlainText(language: settings.language, timeZone: settings.timeZone)
    var log = ""
    var failure: (any Error)?
    if settings.format == .text, settings.isNamed { try output.write(text.heading(trace: name)) }

    var options = settings.replay
    options.keepsTimeline = expectations != nil || settings.makesPage
    if let home = expectations?.home {
      let circle = try home.perimeter(
        of: life, options.reader, given: options.perimeter, asked: options.change.radius,
        file: expectations?.file ?? name)
      options.change = PerimeterChange(circle: circle)
    }
    let outcome = try replay(life, options).run { entry in
      progress.clear()
      do {
        switch settings.format {
        case .text: try output.write(text.line(entry))
        case .json: try output.write(json.line(entry))
        case .junit: log += text.line(entry)
        }
        try output.flush()
      } catch { failure = failure ?? error }
    } progress: { bytes, total in
      progress.show(name, bytes, of: total)
      return failure == nil && !isPointless(expectations, lived)
    }
    progress.clear()
    if let failure { throw failure }
    if isPointless(expectations, lived) { return }
    if !settings.isPageAlone { warn(name, outcome) }
    if let packedFile {
      guard let packed = outcome.packed else {
        throw TraceError(
          file: name, "holds an event with a number that is none, which has no packed form")
      }
      try packedFile.write(packed)
      try packedFile.finish()
    }

    let sweep = try settings.sweep?.rows(options) { replay(life, $0) }
    var signOff = self.signOff
    if signOff != nil { try input.add(to: &signOff!, outcome.fingerprints) }
    let broken = lived.map { LifeVerdicts.broken($0, outcome.summary) } ?? []
    let verdicts = outcome.verdicts(expectations, isLived: lived != nil) + broken
    if verdicts.contains(where: { $0.miss != nil }) { hasMiss = true }
    switch settings.format {
    case .text:
      let said =
        outcome.verdicts(expectations, isLived: lived != nil, in: settings.language) + broken
      try output.write(text.summary(outcome.summary) + text.verdicts(said))
      if let sweep { try output.write(text.sweep(sweep)) }
    case .json:
      for row in sweep ?? [] { try output.write(json.line(row)) }
      let trail = signOff?.summary(sensitivity: outcome.perimeter?.temper.spelling)
      try output.write(json.line(outcome.summary, verdicts: verdicts, signOff: trail))
    case .junit: junit.add(trace: name, outcome.summary, verdicts: verdicts, log: log)
    }
    try output.flush()
    if settings.format != .text, !settings.isPageAlone {
      for verdict in verdicts {
        if let miss = verdict.miss { complain("\(name): expected \(verdict.expectation): \(miss)") }
      }
    }
    if settings.makesPage,
      var page = outcome.page(
        named: settings.isNamed ? name : (name as NSString).lastPathComponent,
        outcome.verdicts(expectations, isLived: lived != nil, in: settings.language) + broken,
        in: settings.language)
    {
      page.sweep = sweep ?? []
      pages.append(page)
      self.signOff = signOff
    }
  }

  private func replay(_ life: RecordedLife, _ options: Replay.Options) -> Replay {
    if life.parts.count == 1 { return Replay(path: life.parts[0], options: options) }
    return Replay(life: life, options: options)
  }

  private func warn(_ trace: String, _ outcome: Replay.Outcome) {
    if outcome.endsTorn { complain("\(trace): the last line is torn; what came before it counts") }
    for complaint in outcome.complaints { complain(complaint.description) }
    if outcome.summary.fixes == 0 { complain("\(trace): \(outcome.lack)") }
    if outcome.summary.fixes > 0, !outcome.showsDate {
      complain(
        "\(trace): tells no date; its days count from 1970-01-01"
          + (outcome.takesDate ? ", or from --date" : ""))
    }
    if outcome.atSameMoment * 2 > outcome.summary.fixes {
      complain(
        "\(trace): \(outcome.atSameMoment) of \(outcome.summary.fixes) fixes are at the moment of the one "
          + "before; expected a recording in the order of time")
    }
    for doubt in outcome.doubts { complain("\(trace): \(doubt)") }
    if let nearest = outcome.nearest, nearest > ReplaySession.farAway {
      complain(
        "\(trace): never comes nearer to the perimeter's centre than "
          + "\(settings.language.text(nearest)); is it LAT,LON and not LON,LAT?")
    }
  }
}

/// A progress bar, only when it takes long.
private final class ProgressBar {
  private let line = ProgressLine()
  private var begun: Int?

  /// Seconds before the bar appears: what is over sooner needs none.
  private static let patience = 1
  private static let width = 30

  func show(_ name: String, _ bytes: Int, of total: Int?) {
    let now = time(nil)
    let begun = self.begun ?? now
    self.begun = begun
    guard now - begun >= ProgressBar.patience else { return }
    line.show(ProgressBar.text(name, bytes, of: total))
  }

  private static func text(_ name: String, _ bytes: Int, of total: Int?) -> String {
    guard let total, total > 0 else { return "\(bytes / 1_000_000) MB  \(name)" }
    let filled = min(width, bytes * width / total)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "[\(bar)] \(bytes * 100 / total) % of \(total / 1_000_000) MB  \(name)"
  }

  func clear() { line.clear() }
}

/// An invariant may not have held in a life, beside what its scenario expects.
enum LifeVerdicts {
  static func broken(_ life: Life, _ replayed: Summary) -> [Verdict] {
    var broken: [Verdict] = []
    if let violation = life.violation {
      broken.append(
        Verdict(
          expectation: "invariant \(violation.invariant.rawValue)",
          miss: "\(at(violation.at)): \(violation.what)"))
    }
    // The trace is the truth: what it leads to must be what was lived. Decisions by another clock have other
    // moments in them.
    let (lived, again) =
      life.clockRestarts
      ? (life.actions, replayed.actions.value) : (life.digest, replayed.digest.value)
    if lived != again {
      broken.append(
        Verdict(
          expectation: "the trace to replay as it was lived",
          miss: "digest \(Summary.text(again)) instead of \(Summary.text(lived))"))
    }
    return broken
  }

  /// "at 12345.678 s", as expectations tell moments.
  private static func at(_ moment: Instant) -> String {
    let rest = String(1000 + moment.milliseconds % 1000).dropFirst()
    return "at \(moment.milliseconds / 1000).\(rest) s"
  }
}
