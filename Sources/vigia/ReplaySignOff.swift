import Console
import Foundation
import Profile
import Traces
import Trial

extension ReplayCommand {
  /// The trail of a page of these traces. The traces themselves are added as they are replayed.
  func signOff() throws -> SignOff {
    var options = SignOff.Options()
    options.perimeter = perimeter
    options.date = reading.date
    options.assumeEph = reading.assumeEph
    options.language = language
    options.timeZone = timeZone
    options.sweep = sweep
    var signOff = SignOff(
      version: ThisProgram.version, commit: ThisProgram.commit, traces: traces,
      options: options)
    signOff.module = LivingModule.shared?.sha256
    signOff.set(
      profile: try profile.map { SignOff.Input(.profile, $0, try Fingerprint(file: $0)) },
      expectations: try expect.map { SignOff.Input(.expectations, $0, try Fingerprint(file: $0)) })
    return signOff
  }
}

/// A trace of the command line, and what goes with it.
struct ReplayInput {
  var life: RecordedLife
  /// The name that people call the trace by.
  var name: String
  /// Its files as they were named, when they lie elsewhere now.
  var partNames: [String]?
  var expectations: Expectations?
  /// The file of the expectations that lie beside it, and its name.
  var beside: (file: String, name: String)?

  init(_ life: RecordedLife, named name: String? = nil, _ expectations: Expectations? = nil) {
    self.life = life
    self.name = name ?? life.name
    self.expectations = expectations
  }

  /// Adds the trace with what its bytes were.
  func add(to signOff: inout SignOff, _ fingerprints: [Fingerprint]) throws {
    let parts = zip(partNames ?? life.parts, fingerprints).map { SignOff.Input(.trace, $0, $1) }
    let beside = try beside.map {
      SignOff.Input(.expectations, $0.name, try Fingerprint(file: $0.file))
    }
    signOff.add(parts: parts, expectations: beside)
  }
}
