/// A new device asks for the log that it continues, a page at a time: `POST {url}/device/restore`.
public struct RestoreRequest: SyncMessageBody {
  public var v = SyncLimits.version
  /// The number by which servers know the device: 16 hexadecimal digits.
  public var device: String
  /// The last sequence that came; 0: none.
  public var after: Int64

  public init(device: UInt64, after: Int64) {
    self.device = SyncText.hex(device)
    self.after = after
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(
      SyncText.isIdentity(device), "device is no identity; expected 16 hexadecimal digits")
    try SyncRefusal.require(after >= 0, "after is \(after); expected 0 or more")
  }
}

/// One page of the log. The page without records is the last one, and has the settings.
public struct RestoreAnswer: SyncMessageBody {
  public var v = SyncLimits.version
  /// Oldest first, each behind `after`.
  public var records: [SyncRecord]
  /// Notes and own categories of readings and doses among `records`, in the same order.
  public var annotations: [SyncAnnotation]
  /// The highest number of a life that the portal heard of; 0: of none.
  public var boot: UInt32
  /// The text of the lost device's own file; nil: it told none, or another page has it.
  public var profileKept: String?
  /// The revision of the portal that was in force on the lost device; nil: its own file was.
  public var profile: SyncProfile?

  public init(records: [SyncRecord], annotations: [SyncAnnotation], boot: UInt32) {
    self.records = records
    self.annotations = annotations
    self.boot = boot
  }

  enum CodingKeys: String, CodingKey {
    case v, records, annotations, boot, profile
    case profileKept = "profile_kept"
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(
      records.count <= SyncLimits.restored,
      "records has \(records.count); expected up to \(SyncLimits.restored)")
    var last: Int64 = 0
    for record in records {
      try SyncRefusal.require(
        record.sequence > last,
        "record \(record.sequence) stands behind \(last); expected rising sequences")
      last = record.sequence
    }
    try SyncRefusal.require(
      annotations.count <= records.count,
      "annotations has \(annotations.count); expected one for a record at most")
    for annotation in annotations { try annotation.check() }
    try SyncRefusal.bound(profileKept, "profile_kept", most: SyncLimits.profile)
    if let profile {
      try SyncRefusal.require(
        profile.revision > 0, "profile.revision is \(profile.revision); expected 1 or more")
      try SyncRefusal.bound(profile.yaml, "profile.yaml", most: SyncLimits.profile)
    }
  }
}
