import Device
import Names

/// A profile's text of which settings are changed, as a portal does it. Comments and all else stay byte for byte.
///
/// The changes of one `change` count together. They are read back with the profile's own reader first.
public struct ProfileText: Sendable {
  /// The text that the file is to hold.
  public private(set) var text: String
  /// The meaning of the text.
  public private(set) var profile: Profile

  /// The name of the text in messages.
  private static let name = "profile"

  /// Refuses a text with mistakes: the first of them is thrown.
  public init(_ text: String) throws {
    self.text = text
    profile = try Profile(text: text, file: ProfileText.name)
  }

  /// Makes several changes, or none of them.
  /// - Throws: `Layout`, or an `InputError` that says which mistake the profile would have.
  public mutating func change(_ body: (inout Draft) throws -> Void) throws {
    var draft = Draft(text: text)
    do { try body(&draft) } catch is EditError { throw Layout() }
    let (changed, mistakes) = try Profile.read(
      YAMLSource(file: ProfileText.name, text: draft.text))
    if let first = mistakes.first {
      // The error names no line: the text in which it stands was never written.
      throw InputError(file: ProfileText.name, first.message)
    }
    guard let changed else { throw InputError(file: ProfileText.name, "cannot be used") }
    text = draft.text
    profile = changed
  }

  /// Changes reminders as `vigia reminders` does, and returns what the change returns.
  public mutating func changeReminders<T>(
    _ body: (inout ReminderFile) throws -> T
  ) throws -> T {
    var file = try ReminderFile(text: text, file: ProfileText.name)
    let result = try body(&file)
    text = file.text
    profile = file.profile
    return result
  }

  /// The file has a layout that no program changes here: somebody must edit it by hand.
  public struct Layout: Error {}

  /// A text between two changes. It need not be a whole profile.
  public struct Draft {
    fileprivate(set) var text: String

    /// Sets a key at the top of the file. Nil takes it away, so that the default counts.
    public mutating func set(_ key: String, _ value: YAMLField?) throws {
      var editor = YAMLSettingEditor(text)
      try editor.set(key, to: value)
      text = editor.text
    }

    /// Sets a member of a section. Nil takes it away.
    public mutating func set(_ name: String, in key: String, _ value: YAMLField?) throws {
      var editor = YAMLSettingEditor(text)
      try editor.set(name, in: key, to: value)
      text = editor.text
    }

    /// Adds an entry at the end of a list.
    public mutating func append(to list: String, _ entry: [(key: String, value: YAMLField)]) throws
    {
      try edit(list) { try $0.append(entry) }
    }

    /// Takes an entry of a list away.
    public mutating func remove(_ index: Int, from list: String) throws {
      try edit(list) { try $0.remove(at: index) }
    }

    /// Sets a member of one entry of a list. Nil takes it away.
    public mutating func set(
      _ name: String, of index: Int, in list: String, _ value: YAMLField?
    ) throws {
      try edit(list) { try $0.set(name, of: index, to: value) }
    }

    /// Exchanges an entry of a list and the one behind it.
    public mutating func exchange(_ index: Int, in list: String) throws {
      try edit(list) { try $0.exchange(index) }
    }

    /// Raises an alarm above its own priority. Its own priority takes the setting away.
    public mutating func raise(_ kind: AlarmKind, to priority: AlarmPriority) throws {
      let value = priority == kind.ownPriority ? nil : YAMLField.text(priority.spelling)
      try set(kind.spelling, in: "alarms", value)
    }

    private mutating func edit(
      _ list: String, _ body: (inout YAMLListEditor) throws -> Void
    ) throws {
      var editor = YAMLListEditor(text, key: list)
      try body(&editor)
      text = editor.text
    }
  }
}
