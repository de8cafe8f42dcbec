import ArgumentParser
import Console
import Foundation
import Profile
import Traces
import Trial

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Makes a replay's page again from its inputs, and compares byte for byte.",
    discussion: """
      The inputs are found by their SHA-256 in --inputs and the folders in it. Without it they are looked \
      for beside the page, and under the names that the page has. Exit status: 0 the same; 1 the page \
      differs, or an input is missing or changed; 2 no page of this version's vigia replay --report.

      vigia verify walk.html --inputs recordings
      """)

  @Argument(help: ArgumentHelp("The page.", valueName: "page.html"), completion: .file())
  var page: String

  @Option(text: "The folder of the inputs.", valueName: "dir", completion: .directory)
  var inputs: String?

  /// A day's page has 1.5 MB, and a year of days is signed off in one.
  private static let largest = 1 << 29

  func run() throws {
    let (text, signOff) = try read()
    try checkModule(signOff)
    let places = try find(signOff.inputs)
    let again = try remade(signOff, places)
    let difference = VerifyCommand.difference(text, again)
    guard signOff.version == ThisProgram.version, signOff.commit == ThisProgram.commit else {
      complain(
        "\(page): was made by vigia \(signOff.version) (\(signOff.commit)), and this is "
          + "\(ThisProgram.version) (\(ThisProgram.commit)): only that version can make it "
          + "again. Apart from the version, "
          + (difference.map { "this one makes another page: \($0)" }
            ?? "this one makes the same page")
      )
      throw ExitCode(2)
    }
    guard let difference else {
      let files = signOff.inputs.count == 1 ? "its input" : "its \(signOff.inputs.count) inputs"
      return try StandardOutput.print("\(page): the same, made again from \(files)")
    }
    try StandardOutput.print("\(page): differs from the page that its inputs make: \(difference)")
    throw ExitCode(1)
  }

  /// A page with tools can be made again only by a program with the same module in it.
  private func checkModule(_ signOff: SignOff) throws {
    guard let wanted = signOff.module, wanted != LivingModule.shared?.sha256 else { return }
    let own =
      LivingModule.shared.map { "this one has \($0.sha256.prefix(12))" }
      ?? "this one was built without (make includes it)"
    complain(
      "\(page): was made by a vigia with the device's program \(wanted.prefix(12)) in it, and \(own): "
        + "only that one can make it again")
    throw ExitCode(2)
  }

  private func read() throws -> (Data, SignOff) {
    func refuse(_ why: String) -> InputError { InputError(file: page, why) }
    guard let size = Place(page).size else {
      throw refuse("cannot be read; expected a page of `vigia replay --report`")
    }
    guard size <= VerifyCommand.largest, let data = FileManager.default.contents(atPath: page)
    else {
      throw refuse("is too large or cannot be read; expected a page of `vigia replay --report`")
    }
    if data.starts(with: Data("%PDF".utf8)) {
      throw refuse("is a PDF; expected the page, from `vigia replay --report page.html`")
    }
    // A changed byte may be no UTF-8 any more: then it differs, as any other does.
    guard let signOff = SignOff(page: String(decoding: data, as: UTF8.self)) else {
      throw refuse("has no sign-off, or a damaged one; expected a page of `vigia replay --report`")
    }
    return (data, signOff)
  }

  /// The place of each input now.
  private func find(_ wanted: [SignOff.Input]) throws -> [String] {
    var candidates: [String] = []
    if let inputs {
      guard Place(inputs).isFolder else {
        throw InputError(file: inputs, "is no folder; expected the one with the inputs")
      }
      let below = FileManager.default.enumerator(atPath: inputs)?.compactMap { $0 as? String } ?? []
      candidates = below.sorted().map { (inputs as NSString).appendingPathComponent($0) }
    } else {
      let folder = URL(fileURLWithPath: page).deletingLastPathComponent().path
      let beside = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      candidates = wanted.map(\.name)
      candidates += beside.sorted().map { (folder as NSString).appendingPathComponent($0) }
    }
    var places: [String] = []
    var isMissing = false
    for input in wanted {
      let place = candidates.first {
        Place($0).size == input.bytes && (try? Fingerprint(file: $0))?.sha256 == input.sha256
      }
      if place == nil {
        complain(
          "\(input.name): is missing or was changed; expected \(input.bytes) bytes with SHA-256 "
            + input.sha256)
        isMissing = true
      }
      places.append(place ?? "")
    }
    if isMissing { throw ExitCode(1) }
    return places
  }

  private func remade(_ signOff: SignOff, _ places: [String]) throws -> String {
    func input(_ index: Int) throws -> SignOff.Input {
      let input = signOff.inputs[index]
      return SignOff.Input(input.role, input.name, try Fingerprint(file: places[index]))
    }
    var arguments = ["trace"] + signOff.options.arguments
    if let profile = signOff.profile { arguments.append("--profile=\(places[profile])") }
    if let expect = signOff.expectations { arguments.append("--expect=\(places[expect])") }
    guard let command = try? ReplayCommand.parse(arguments) else {
      throw InputError(file: page, "its options cannot be read; expected those of `vigia replay`")
    }
    var settings = try command.settings(
      signOff.lives.map { RecordedLife(parts: $0.parts.map { places[$0] }) })
    settings.takePage()
    var made = SignOff(
      version: signOff.version, commit: signOff.commit, traces: signOff.traces,
      options: signOff.options)
    made.module = signOff.module
    made.set(
      profile: try signOff.profile.map(input), expectations: try signOff.expectations.map(input))
    settings.signOff = made
    var session = try ReplaySession(settings)
    for life in signOff.lives {
      let names = life.parts.map { signOff.inputs[$0].name }
      let file = life.expectations.map { places[$0] }
      var input = ReplayInput(
        RecordedLife(parts: life.parts.map { places[$0] }),
        named: RecordedLife(parts: names).name, try file.map { try Expectations(file: $0) })
      input.partNames = names
      input.beside = life.expectations.map { (places[$0], signOff.inputs[$0].name) }
      try session.replay(input)
    }
    return try session.page()
  }

  /// Both sides of the first place where the page and the page made again differ; nil when they are
  /// the same.
  private static func difference(_ page: Data, _ again: String) -> String? {
    let (ours, theirs) = (Array(page), Array(again.utf8))
    if ours == theirs { return nil }
    let same = zip(ours, theirs).prefix { $0 == $1 }.count
    let line = ours.prefix(same).count { $0 == 0x0A } + 1
    func part(_ bytes: [UInt8]) -> String {
      let start = max(bytes.prefix(same).lastIndex(of: 0x0A).map { $0 + 1 } ?? 0, same - 40)
      let end = bytes[same...].firstIndex(of: 0x0A) ?? bytes.count
      // A line break of another kind would not be seen.
      return String(decoding: bytes[start..<min(end, same + 40)], as: UTF8.self).debugDescription
    }
    return "line \(line) says \(part(ours)), expected \(part(theirs))"
  }
}

/// The kind of thing at a path.
private struct Place {
  /// The bytes of a regular file; nil for others, as a pipe or a device would never end.
  var size: Int?
  var isFolder = false

  init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFREG { size = Int(status.st_size) }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
