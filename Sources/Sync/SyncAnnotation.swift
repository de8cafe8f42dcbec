/// The family's text to a record of the diary, which no record has room for: `[sequence, category, notes]`.
public struct SyncAnnotation: Equatable, Sendable {
  /// The record's place in the device's log.
  public var sequence: Int64
  /// A category of the family's own; nil: none.
  public var category: String?
  /// Nil: none.
  public var notes: String?

  public init(sequence: Int64, category: String?, notes: String?) {
    self.sequence = sequence
    self.category = category
    self.notes = notes
  }

  func check() throws(SyncRefusal) {
    try SyncAnnotation.check(category: category, notes: notes, "annotations")
  }

  static func check(category: String?, notes: String?, _ name: String) throws(SyncRefusal) {
    try SyncRefusal.bound(category, "\(name) has a category that", most: SyncLimits.category)
    try SyncRefusal.bound(notes, "\(name) has notes that", most: SyncLimits.notes)
  }
}

extension SyncAnnotation: Codable {
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    sequence = try row.decode(Int64.self)
    category = try row.decodeNil() ? nil : row.decode(String.self)
    notes = try row.decodeNil() ? nil : row.decode(String.self)
    guard row.isAtEnd, sequence > 0 else {
      throw SyncRefusal(
        "\(decoder.path) is no annotation; expected [sequence, category, notes]")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(sequence)
    if let category { try row.encode(category) } else { try row.encodeNil() }
    if let notes { try row.encode(notes) } else { try row.encodeNil() }
  }
}
