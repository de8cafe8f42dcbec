/// The device's call: `POST {url}/device/sync`.
public struct SyncRequest: SyncMessageBody {
  public var v = SyncLimits.version
  /// The number by which servers know the device: 16 hexadecimal digits.
  public var device: String
  /// Number of the device's start, from 1.
  public var boot: UInt32
  /// The last sequence that the device believes to be stored; 0: none.
  public var from: Int64
  /// The log behind `from`, oldest first.
  public var records: [SyncRecord] = []
  /// The log goes on behind the last of `records`.
  public var more = false
  /// Notes and categories that came with some of `records`, in the same order.
  public var annotations: [SyncAnnotation] = []
  /// The newest first.
  public var places: [SyncPlace] = []
  public var health: SyncHealth
  /// Outcomes of messages, until the server no longer sends the message.
  public var did: [SyncDone] = []
  /// The text of the device's own file, if the server does not have it.
  public var profileKept: String?
  /// The text of the revision `health.inForce`, beside `profileKept`: a server may have lost it.
  public var profileInForce: String?
  /// The revision that came down and cannot be used.
  public var profileRefused: SyncProfileRefusal?
  /// Hashes of pictures that the profile in force names and the device lacks; nil: none.
  public var pictures: [String]?
  /// The server may hold the answer until a message comes.
  public var wait = false

  public init(device: UInt64, boot: UInt32, from: Int64, health: SyncHealth) {
    self.device = SyncText.hex(device)
    self.boot = boot
    self.from = from
    self.health = health
  }

  enum CodingKeys: String, CodingKey {
    case v, device, boot, from, records, more, annotations, places, health, did, wait, pictures
    case profileKept = "profile_kept"
    case profileInForce = "profile_in_force"
    case profileRefused = "profile_refused"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    v = try members.decode(Int.self, forKey: .v)
    device = try members.decode(String.self, forKey: .device)
    boot = try members.decode(UInt32.self, forKey: .boot)
    from = try members.decode(Int64.self, forKey: .from)
    records = try members.decode([SyncRecord].self, forKey: .records)
    more = try members.decode(Bool.self, forKey: .more)
    // A device from before has none.
    annotations = try members.decodeIfPresent([SyncAnnotation].self, forKey: .annotations) ?? []
    places = try members.decode([SyncPlace].self, forKey: .places)
    health = try members.decode(SyncHealth.self, forKey: .health)
    did = try members.decode([SyncDone].self, forKey: .did)
    profileKept = try members.decodeIfPresent(String.self, forKey: .profileKept)
    profileInForce = try members.decodeIfPresent(String.self, forKey: .profileInForce)
    profileRefused = try members.decodeIfPresent(SyncProfileRefusal.self, forKey: .profileRefused)
    wait = try members.decode(Bool.self, forKey: .wait)
    pictures = try members.decodeIfPresent([String].self, forKey: .pictures)
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(
      SyncText.isIdentity(device), "device is no identity; expected 16 hexadecimal digits")
    try SyncRefusal.require(from >= 0, "from is \(from); expected 0 or more")
    try SyncRefusal.require(
      records.count <= SyncLimits.records,
      "records has \(records.count); expected up to \(SyncLimits.records)")
    var last = from
    for record in records {
      try SyncRefusal.require(
        record.sequence > last, "records are not in the order of the log, behind \(from)")
      last = record.sequence
    }
    var rows = records[...]
    for annotation in annotations {
      guard let place = rows.firstIndex(where: { $0.sequence == annotation.sequence }) else {
        throw SyncRefusal(
          "annotations names \(annotation.sequence), which no record here has, or no later one")
      }
      rows = rows[(place + 1)...]
      try annotation.check()
    }
    try SyncRefusal.require(
      places.count <= SyncLimits.places,
      "places has \(places.count); expected up to \(SyncLimits.places)")
    try SyncRefusal.require(
      did.count <= SyncLimits.messages,
      "did has \(did.count); expected up to \(SyncLimits.messages)")
    for done in did {
      try SyncRefusal.bound(done.why, "did.why", most: SyncLimits.text)
      try done.advice?.check()
    }
    try SyncRefusal.bound(profileKept, "profile_kept", most: SyncLimits.profile)
    try SyncRefusal.bound(profileInForce, "profile_in_force", most: SyncLimits.profile)
    if let refused = profileRefused {
      try SyncRefusal.require(
        (1...SyncLimits.revision).contains(refused.revision),
        "profile_refused.revision is out of range; expected 1 to \(SyncLimits.revision)")
      try SyncRefusal.bound(refused.why, "profile_refused.why", most: SyncLimits.text)
    }
    let pictures = pictures ?? []
    try SyncRefusal.require(
      pictures.count <= SyncLimits.pictures,
      "pictures has \(pictures.count); expected up to \(SyncLimits.pictures)")
    try SyncRefusal.require(
      pictures.allSatisfy(SyncPicture.isHash),
      "pictures names no picture; expected 64 hexadecimal digits in lower case")
    try health.check()
  }
}

/// The device's own state at the moment of the call.
public struct SyncHealth: Codable, Equatable, Sendable {
  public enum Receiver: String, Codable, Sendable {
    case ok
    /// It speaks and has no position.
    case none
    /// It does not speak.
    case lost
  }

  public enum ClockTrust: String, Codable, Sendable {
    case trusted
    case untrusted
  }

  /// Percent; nil without a battery.
  public var battery: Int?
  /// Nil where the battery does not tell.
  public var charging: Bool?
  public var gps: Receiver
  public var clock: ClockTrust
  /// Minutes of the local day in which the wearer moved.
  public var movedMinutes: Int
  /// Free megabytes where the state is.
  public var diskMegabytes: Int?
  /// Notices that are not finished.
  public var waiting: Int
  public var version: String
  /// The revision of the profile that was taken last; 0: none.
  public var profile: Int
  /// The revision that is in force; 0: the device's own file alone; nil: the device does not say.
  public var inForce: Int?
  /// A case is open: somebody should act.
  public var open: Bool

  public init(
    battery: Int? = nil, charging: Bool? = nil, gps: Receiver, clock: ClockTrust,
    movedMinutes: Int = 0, diskMegabytes: Int? = nil, waiting: Int = 0, version: String,
    profile: Int = 0, inForce: Int? = nil, open: Bool = false
  ) {
    self.battery = battery
    self.charging = charging
    self.gps = gps
    self.clock = clock
    self.movedMinutes = movedMinutes
    self.diskMegabytes = diskMegabytes
    self.waiting = waiting
    self.version = version
    self.profile = profile
    self.inForce = inForce
    self.open = open
  }

  enum CodingKeys: String, CodingKey {
    case battery, charging, gps, clock, waiting, version, profile, open
    case inForce = "in_force"
    case movedMinutes = "moved_min"
    case diskMegabytes = "disk_mb"
  }

  func check() throws(SyncRefusal) {
    try SyncRefusal.require(
      (0...100).contains(battery ?? 0), "health.battery is out of range; expected 0 to 100")
    try SyncRefusal.require(
      (0...1440).contains(movedMinutes), "health.moved_min is out of range; expected 0 to 1440")
    try SyncRefusal.require(
      (diskMegabytes ?? 0) >= 0, "health.disk_mb is below 0; expected free megabytes")
    try SyncRefusal.require(
      (0...1000).contains(waiting), "health.waiting is out of range; expected 0 to 1000")
    try SyncRefusal.require(
      (0...SyncLimits.revision).contains(profile),
      "health.profile is out of range; expected 0 to \(SyncLimits.revision)")
    try SyncRefusal.require(
      (0...profile).contains(inForce ?? 0), "health.in_force is out of range; expected 0 to profile"
    )
    try SyncRefusal.bound(version, "health.version", most: SyncLimits.text)
  }
}

/// A revision that the device cannot use.
public struct SyncProfileRefusal: Codable, Equatable, Sendable {
  public var revision: Int
  /// One line for a person.
  public var why: String

  public init(revision: Int, why: String) {
    self.revision = revision
    self.why = why
  }
}

/// The outcome of one message.
public struct SyncDone: Codable, Equatable, Sendable {
  public enum Outcome: String, Codable, Sendable {
    /// The device did what was asked, and its log says so where it has a record for it.
    case applied
    case refused
    /// `until` had passed by the device's clock, or its clock cannot tell.
    case expired
  }

  public var message: Int64
  public var outcome: Outcome
  /// One line for a person; nil where nothing is to be explained.
  public var why: String?
  /// The answer to a question for advice.
  public var advice: SyncAdvice?

  public init(
    message: Int64, outcome: Outcome, why: String? = nil, advice: SyncAdvice? = nil
  ) {
    self.message = message
    self.outcome = outcome
    self.why = why
    self.advice = advice
  }
}
