import Device

/// A profile whose reminders are being changed. ALZ-5.
///
/// Comments and all that is no reminder stay byte for byte. Each change is read back and checked
/// before it counts.
public struct ReminderFile {
  public private(set) var profile: Profile
  private let source: YAMLSource
  private var editor: YAMLListEditor

  /// Refuses a profile with mistakes: the first of them is thrown.
  public init(file: String) throws { try self.init(YAMLSource(file: file)) }

  /// A profile whose text stands elsewhere than its file.
  init(text: String, file: String) throws { try self.init(YAMLSource(file: file, text: text)) }

  private init(_ source: YAMLSource) throws {
    self.source = source
    profile = try Profile(source)
    editor = YAMLListEditor(source.text, key: "reminders")
  }

  /// The text that the file is to hold.
  public var text: String { (source.hasByteOrderMark ? "\u{FEFF}" : "") + editor.text }

  /// False when somebody else has changed the file since it was read.
  public func isStillTheSame() throws -> Bool {
    let now = try YAMLSource(file: source.file)
    // Canonically equivalent texts are not the same bytes.
    return now.text.utf8.elementsEqual(source.text.utf8)
      && now.hasByteOrderMark == source.hasByteOrderMark
  }

  /// - Returns: the number of the new reminder, one above the highest.
  public mutating func add(_ fields: ReminderFields) throws -> UInt16 {
    for name in ["name", "at"] where !fields.holds(name) {
      throw InputError(file: "--\(name)", "is missing; every reminder has one")
    }
    guard profile.reminders.count < Capacity.reminders else {
      throw InputError(
        file: source.file, "has \(Capacity.reminders) reminders; expected fewer to add one")
    }
    let id = try freeNumber()
    var all = fields.fields
    all["id"] = .number(id)
    if !fields.holds("type") { all["type"] = .text("reminder") }
    let entry = ReminderSection.keys.compactMap { key in
      all[key].flatMap { $0 }.map { (key: key, value: $0) }
    }
    try change { try $0.append(entry) }
    return id
  }

  public mutating func edit(_ id: UInt16, _ fields: ReminderFields) throws {
    let index = try index(of: id)
    try change { editor in
      for key in ReminderSection.keys {
        if let value = fields.fields[key] { try editor.set(key, of: index, to: value) }
      }
    }
  }

  /// The others keep their numbers, those that were never written down too: the device knows what was
  /// acknowledged by them.
  public mutating func delete(_ id: UInt16) throws {
    let index = try index(of: id)
    let kept = profile.reminders.map(\.setting.id).filter { $0 != id }
    // Both steps or none.
    var copy = self
    try copy.change { try $0.remove(at: index) }
    let now = copy.profile.reminders.map(\.setting.id)
    for (index, id) in kept.enumerated().reversed() where now[index] != id {
      try copy.change { try $0.set("id", of: index, to: .number(id)) }
    }
    self = copy
  }

  public func reminder(_ id: UInt16) throws -> ProfileReminder {
    profile.reminders[try index(of: id)]
  }

  private func index(of id: UInt16) throws -> Int {
    let ids = profile.reminders.map(\.setting.id)
    guard let index = ids.firstIndex(of: id) else {
      let list = ids.map(String.init).joined(separator: ", ")
      throw InputError(
        file: source.file,
        "has no reminder \(id); expected \(ids.isEmpty ? "one, and it has none" : list)")
    }
    return index
  }

  private func freeNumber() throws -> UInt16 {
    let ids = profile.reminders.map(\.setting.id)
    let highest = ids.max() ?? 0
    if highest < .max { return highest + 1 }
    guard let free = (1...UInt16.max).first(where: { !ids.contains($0) }) else {
      throw InputError(file: source.file, "has no free number for a reminder")
    }
    return free
  }

  private mutating func change(_ edit: (inout YAMLListEditor) throws -> Void) throws {
    var edited = editor
    do {
      try edit(&edited)
    } catch is EditError {
      throw InputError(
        file: source.file,
        "has reminders in a layout that cannot be changed here; expected the file edited by hand")
    }
    let (changed, mistakes) = try Profile.read(YAMLSource(file: source.file, text: edited.text))
    if let first = mistakes.first {
      // The error names no line: the text in which it stands was never written.
      throw InputError(file: source.file, "would have a mistake then: \(first.message)")
    }
    guard let changed else { throw InputError(file: source.file, "cannot be used") }
    editor = edited
    profile = changed
  }
}
