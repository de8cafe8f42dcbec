/// The server's answer to a `SyncRequest`.
public struct SyncAnswer: SyncMessageBody {
  public var v = SyncLimits.version
  /// The last sequence up to which the server has the log without a gap, durably.
  public var stored: Int64
  /// The newest profile, if it is newer than the device's.
  public var profile: SyncProfile?
  /// All that the device has not answered, oldest first.
  public var messages: [SyncMessage] = []
  /// Seconds after which the device should call again, if nothing happens meanwhile.
  public var again: Int
  /// A caregiver looks at the wearer's page now: the device should wait for messages.
  public var watched = false
  /// The text of `profile_kept` is stored as a revision, or beside one that contradicts it.
  public var kept = false
  /// One of the pictures that the device lacks. One that cannot be read counts as none: settings and words
  /// of caregivers must not wait for it.
  public var picture: SyncPicture?

  public init(stored: Int64, again: Int = 900) {
    self.stored = stored
    self.again = again
  }

  enum CodingKeys: String, CodingKey {
    case v, stored, profile, messages, watched, kept, picture
    case again = "again_s"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    v = try members.decode(Int.self, forKey: .v)
    stored = try members.decode(Int64.self, forKey: .stored)
    profile = try members.decodeIfPresent(SyncProfile.self, forKey: .profile)
    messages = try members.decodeIfPresent([SyncMessage].self, forKey: .messages) ?? []
    again = try members.decodeIfPresent(Int.self, forKey: .again) ?? 900
    watched = try members.decodeIfPresent(Bool.self, forKey: .watched) ?? false
    kept = try members.decodeIfPresent(Bool.self, forKey: .kept) ?? false
    picture = try? members.decodeIfPresent(SyncPicture.self, forKey: .picture)
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(stored >= 0, "stored is \(stored); expected 0 or more")
    try SyncRefusal.require(
      messages.count <= SyncLimits.messages,
      "messages has \(messages.count); expected up to \(SyncLimits.messages)")
    try SyncRefusal.require(
      (0...86_400).contains(again), "again_s is out of range; expected 0 to 86400")
    if let profile {
      try SyncRefusal.require(
        profile.revision > 0, "profile.revision is \(profile.revision); expected 1 or more")
      try SyncRefusal.bound(profile.yaml, "profile.yaml", most: SyncLimits.profile)
    }
    for message in messages { try message.check() }
  }
}

/// A revision of the profile.
public struct SyncProfile: Codable, Equatable, Sendable {
  /// From 1, higher than every earlier one.
  public var revision: Int
  public var yaml: String

  public init(revision: Int, yaml: String) {
    self.revision = revision
    self.yaml = yaml
  }
}

/// A caregiver's word to the device.
public struct SyncMessage: Equatable, Sendable {
  /// Never used twice for a device.
  public var id: Int64
  /// Milliseconds since 1970 after which the device must not act on it. Only the end of company, which
  /// strengthens the watch, has none.
  public var until: Int64?
  /// The identity of the caregiver who said it, as records name it; nil from a server that does not tell.
  /// The device finds them by it, wherever they stand in its list by then.
  public var who: UInt32?
  public var word: Word

  /// The words that a caregiver can say. Caregivers are numbered from 1, in the order of the profile.
  public enum Word: Equatable, Sendable {
    /// The token of a notice: this caregiver takes care of it.
    case acknowledge(token: UInt64, caregiver: Int)
    case whereIs(caregiver: Int)
    /// Somebody is with the wearer until then. `said`: when the server took the word; nil where it
    /// does not tell, and then 12 hours ahead are the most instead of 18.
    case company(until: Int64, said: Int64?, caregiver: Int)
    /// Nobody is with the wearer any more. `said`: when the server took the word; nil where it does
    /// not tell.
    case companyOver(said: Int64?, caregiver: Int)
    /// A test notice to every caregiver by every way.
    case testAlert(caregiver: Int)
    /// A change of the diary.
    case edit(SyncEdit, caregiver: Int)
    /// The perimeter that the device advises from its own recordings.
    case advise(caregiver: Int)
    /// A word of a newer server. The device refuses it, and the rest of the answer counts.
    case unknown
  }

  public init(id: Int64, until: Int64?, who: UInt32? = nil, _ word: Word) {
    self.id = id
    self.until = until
    self.who = who
    self.word = word
  }

  /// The caregiver who said it, from 1; nil where the word is not known.
  public var caregiver: Int? {
    switch word {
    case .unknown: nil
    case .acknowledge(_, let caregiver), .whereIs(let caregiver), .company(_, _, let caregiver),
      .companyOver(_, let caregiver), .testAlert(let caregiver), .edit(_, let caregiver),
      .advise(let caregiver):
      caregiver
    }
  }

  func check() throws(SyncRefusal) {
    try SyncRefusal.require(id > 0, "a message has the id \(id); expected 1 or more")
    try SyncRefusal.time(until, "messages.until_ms")
    if let caregiver {
      try SyncRefusal.require(
        SyncLimits.caregivers.contains(caregiver),
        "message \(id) is from caregiver \(caregiver); expected 1 to 4")
    }
    switch word {
    case .companyOver, .unknown: break
    case .acknowledge, .whereIs, .testAlert, .advise:
      try SyncRefusal.require(until != nil, "message \(id) has no until_ms; expected one")
    case .edit(let edit, _):
      try SyncRefusal.require(until != nil, "message \(id) has no until_ms; expected one")
      try edit.check()
    case .company(let end, let said, _):
      try SyncRefusal.require(until != nil, "message \(id) has no until_ms; expected one")
      try SyncRefusal.time(end, "messages.company.until_ms")
      try SyncRefusal.time(said, "messages.company.said_ms")
    }
  }
}

extension SyncMessage: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, who, acknowledge, company, edit, advise
    case until = "until_ms"
    case whereIs = "where"
    case companyOver = "company_over"
    case testAlert = "test_alert"
  }

  private struct Facts: Codable {
    var token: String?
    var until: Int64?
    var said: Int64?
    var caregiver: Int

    enum CodingKeys: String, CodingKey {
      case token, caregiver
      case until = "until_ms"
      case said = "said_ms"
    }
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(Int64.self, forKey: .id)
    until = try members.decodeIfPresent(Int64.self, forKey: .until)
    who = try members.decodeIfPresent(UInt32.self, forKey: .who)
    func facts(_ key: CodingKeys) throws -> Facts? {
      try members.decodeIfPresent(Facts.self, forKey: key)
    }
    var words: [Word] = []
    if let facts = try facts(.acknowledge) {
      guard let token = facts.token.flatMap(SyncText.number) else {
        throw SyncRefusal("\(decoder.path) has no token; expected 16 hexadecimal digits")
      }
      words.append(.acknowledge(token: token, caregiver: facts.caregiver))
    }
    if let facts = try facts(.whereIs) { words.append(.whereIs(caregiver: facts.caregiver)) }
    if let facts = try facts(.company) {
      guard let end = facts.until else {
        throw SyncRefusal("\(decoder.path) has no end of company; expected until_ms")
      }
      words.append(.company(until: end, said: facts.said, caregiver: facts.caregiver))
    }
    if let facts = try facts(.companyOver) {
      words.append(.companyOver(said: facts.said, caregiver: facts.caregiver))
    }
    if let facts = try facts(.testAlert) { words.append(.testAlert(caregiver: facts.caregiver)) }
    if let facts = try facts(.advise) { words.append(.advise(caregiver: facts.caregiver)) }
    if let word = try members.decodeIfPresent(SyncEditWord.self, forKey: .edit) {
      words.append(.edit(word.edit, caregiver: word.caregiver))
    }
    guard words.count < 2 else {
      throw SyncRefusal("\(decoder.path) says \(words.count) things; expected one")
    }
    word = words.first ?? .unknown
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encodeIfPresent(until, forKey: .until)
    try members.encodeIfPresent(who, forKey: .who)
    switch word {
    case .acknowledge(let token, let caregiver):
      try members.encode(
        Facts(token: SyncText.hex(token), caregiver: caregiver), forKey: .acknowledge)
    case .whereIs(let caregiver):
      try members.encode(Facts(caregiver: caregiver), forKey: .whereIs)
    case .company(let end, let said, let caregiver):
      try members.encode(Facts(until: end, said: said, caregiver: caregiver), forKey: .company)
    case .companyOver(let said, let caregiver):
      try members.encode(Facts(said: said, caregiver: caregiver), forKey: .companyOver)
    case .testAlert(let caregiver):
      try members.encode(Facts(caregiver: caregiver), forKey: .testAlert)
    case .advise(let caregiver):
      try members.encode(Facts(caregiver: caregiver), forKey: .advise)
    case .edit(let edit, let caregiver):
      try members.encode(SyncEditWord(edit: edit, caregiver: caregiver), forKey: .edit)
    case .unknown: break
    }
  }
}
