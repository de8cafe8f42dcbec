import Device
import Names
import Quit

/// A profile to which a slip is added. Comments and all else stay byte for byte.
public struct SlipFile {
  public private(set) var profile: Profile
  private let source: YAMLSource
  private var editor: YAMLListEditor

  /// Refuses a profile with mistakes, and one without the section `quit`.
  public init(file: String) throws {
    source = try YAMLSource(file: file)
    profile = try Profile(source)
    editor = YAMLListEditor(source.text, key: "slips")
    guard profile.quit != nil else { throw SlipFile.hasNoPlan(file) }
  }

  /// The refusal of a profile that has nothing to do with smoking.
  public static func hasNoPlan(_ file: String) -> InputError {
    InputError(file: file, "has no section quit; expected quit with per_day, price and quit_at")
  }

  /// The text that the file is to hold.
  public var text: String { (source.hasByteOrderMark ? "\u{FEFF}" : "") + editor.text }

  /// False when somebody else has changed the file since it was read.
  public func isStillTheSame() throws -> Bool {
    let now = try YAMLSource(file: source.file)
    return now.text.utf8.elementsEqual(source.text.utf8)
      && now.hasByteOrderMark == source.hasByteOrderMark
  }

  /// - Throws: `InputError` that names the option whose value cannot be taken.
  public mutating func add(_ slip: QuitPlan.Slip) throws {
    let plan = try quit
    guard slip.at >= plan.quitAt else {
      throw InputError(
        file: "--at",
        "is \"\(CivilText.text(slip.at))\", before quit.quit_at; expected a time from "
          + "\(CivilText.text(plan.quitAt)) on")
    }
    guard profile.slips.count < QuitPlan.mostSlips else {
      throw InputError(
        file: source.file, "has \(QuitPlan.mostSlips) slips; expected fewer to add one")
    }
    var entry: YAMLListEditor.Entry = [
      ("at", .text(CivilText.text(slip.at))), ("cigarettes", .number(UInt16(slip.cigarettes))),
    ]
    if let note = slip.note { entry.append(("note", .text(note))) }
    var edited = editor
    do {
      try edited.append(entry)
    } catch is EditError {
      throw InputError(
        file: source.file,
        "has slips in a layout that cannot be changed here; expected the file edited by hand")
    }
    let (changed, mistakes) = try Profile.read(YAMLSource(file: source.file, text: edited.text))
    if let first = mistakes.first {
      throw InputError(file: source.file, "would have a mistake then: \(first.message)")
    }
    guard let changed else { throw InputError(file: source.file, "cannot be used") }
    editor = edited
    profile = changed
  }

  private var quit: QuitPlan {
    get throws {
      guard let plan = profile.quit else { throw SlipFile.hasNoPlan(source.file) }
      return plan
    }
  }

  /// Reads the fields of a command line, each as the profile reads it.
  public static func slip(
    at minute: CivilMinute, cigarettes: String?, note: String?
  ) throws -> QuitPlan.Slip {
    func value(_ text: String, _ option: String) -> YAMLValue {
      YAMLValue(node: .scalar(.init(text)), file: option, mistakes: Mistakes(), path: "")
    }
    let count = try cigarettes.map { try QuitSection.cigarettes(value($0, "--cigarettes")) } ?? 1
    let note = try note.map { try QuitSection.note(value($0, "--note")) }
    return QuitPlan.Slip(at: minute, cigarettes: count, note: note)
  }
}
