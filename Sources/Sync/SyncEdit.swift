import HAL

/// A caregiver's change of the diary: records that the device appends, all of them or none.
///
/// The device takes it only if it knows of no record of the diary that the caregiver has not seen. So nobody
/// changes what they have not read, and a change that comes twice is made once.
public struct SyncEdit: Equatable, Sendable {
  /// A record, as the device's own codec writes it, with the family's text to it.
  public struct Change: Equatable, Sendable {
    public var words: RecordWords
    /// The text, its sequence unused; nil: that of the entry before holds.
    public var text: Text?

    public init(words: RecordWords, text: Text? = nil) {
      self.words = words
      self.text = text
    }
  }

  public struct Text: Equatable, Sendable {
    /// A category of the family's own; nil: none.
    public var category: String?
    /// Nil: none.
    public var notes: String?

    public init(category: String?, notes: String?) {
      self.category = category
      self.notes = notes
    }
  }

  /// The place in the device's log of the last record of the diary that the caregiver has seen; 0: none.
  public var after: Int64
  /// The record in that place: a device that was put back from a copy may have another there. Nil: the place says
  /// enough.
  public var last: RecordWords?
  /// Records of earlier changes that the device had not confirmed: they may stand behind `after`.
  public var seen: [RecordWords]
  /// The records that the device appends, 1 to `SyncLimits.changes`.
  public var changes: [Change]

  public init(
    after: Int64, last: RecordWords? = nil, seen: [RecordWords] = [], changes: [Change]
  ) {
    self.after = after
    self.last = last
    self.seen = seen
    self.changes = changes
  }

  func check() throws(SyncRefusal) {
    try SyncRefusal.require(after >= 0, "messages.edit.after is \(after); expected 0 or more")
    try SyncRefusal.require(
      seen.count <= SyncLimits.seen,
      "messages.edit.seen has \(seen.count); expected up to \(SyncLimits.seen)")
    try SyncRefusal.require(
      (1...SyncLimits.changes).contains(changes.count),
      "messages.edit.records has \(changes.count); expected 1 to \(SyncLimits.changes)")
    for change in changes {
      try SyncAnnotation.check(
        category: change.text?.category, notes: change.text?.notes, "messages.edit")
    }
  }
}

extension SyncEdit: Codable {
  enum CodingKeys: String, CodingKey {
    case after, last, seen
    case changes = "records"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    after = try members.decode(Int64.self, forKey: .after)
    changes = try members.decode([Change].self, forKey: .changes)
    func words(_ text: String, _ member: String) throws -> RecordWords {
      guard let words = SyncRecord.words(text) else {
        throw SyncRefusal("\(decoder.path).\(member) is no record; expected up to ten hex words")
      }
      return words
    }
    last = try members.decodeIfPresent(String.self, forKey: .last).map { try words($0, "last") }
    let texts = try members.decodeIfPresent([String].self, forKey: .seen) ?? []
    seen = try texts.map { try words($0, "seen") }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(after, forKey: .after)
    try members.encode(changes, forKey: .changes)
    try members.encodeIfPresent(last.map { SyncRecord.text($0) }, forKey: .last)
    if !seen.isEmpty { try members.encode(seen.map { SyncRecord.text($0) }, forKey: .seen) }
  }
}

extension SyncEdit.Change: Codable {
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    guard let words = SyncRecord.words(try row.decode(String.self)) else {
      throw SyncRefusal("\(decoder.path) is no record; expected [\"up to ten hex words\"]")
    }
    self.words = words
    guard !row.isAtEnd else { return }
    let category = try row.decodeNil() ? nil : row.decode(String.self)
    text = SyncEdit.Text(
      category: category, notes: try row.decodeNil() ? nil : row.decode(String.self))
    guard row.isAtEnd else {
      throw SyncRefusal("\(decoder.path) is longer than a record, its category and its notes")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(SyncRecord.text(words))
    guard let text else { return }
    if let category = text.category { try row.encode(category) } else { try row.encodeNil() }
    if let notes = text.notes { try row.encode(notes) } else { try row.encodeNil() }
  }
}

/// An edit with who asked for it, as it stands in a message.
struct SyncEditWord: Codable {
  private struct Speaker: Codable {
    var caregiver: Int
  }

  var edit: SyncEdit
  var caregiver: Int

  init(edit: SyncEdit, caregiver: Int) {
    self.edit = edit
    self.caregiver = caregiver
  }

  init(from decoder: any Decoder) throws {
    edit = try SyncEdit(from: decoder)
    caregiver = try Speaker(from: decoder).caregiver
  }

  func encode(to encoder: any Encoder) throws {
    try edit.encode(to: encoder)
    try Speaker(caregiver: caregiver).encode(to: encoder)
  }
}
