import Device
import HAL
import Words

/// Takes out of a trace what no stranger may have, and counts what is left in it.
///
/// The secret of the tokens always goes: whoever has a token could answer a notice, or end the watch,
/// by mail. The secret becomes zero and tokens become others, so that an answer still meets its notice
/// in a replay; retries may fall at other moments.
public struct TraceSharing {
  /// Parts that can be left out besides.
  public enum Part: String, CaseIterable, Sendable {
    /// Fixes, the home, where a notice was made, how far outings went, and the zone's name.
    case places
    /// Readings, doses, and what the settings say of insulin and meals.
    case readings
    /// Names of people and reminders, and the numbers that are made of names and addresses.
    case names
  }

  /// Notices of one life whose tokens are known by their number.
  private static let mostNotices: UInt32 = 4096

  private let without: Set<Part>
  private var tokens: [UInt64: UInt64] = [:]
  /// The secret of the life that is read.
  private var secret: (UInt64, UInt64) = (0, 0)
  /// A number for each person, in the order in which they appear.
  private var people: [UInt32: UInt32] = [:]
  /// Left in it.
  public private(set) var places = 0
  /// The number of readings and doses that are left in it.
  public private(set) var readings = 0
  /// The number of an observer's notes that are left in it.
  public private(set) var notes = 0
  /// The number of an observer's notes that are left out.
  public private(set) var notesLeftOut = 0
  /// Whether the home is left in it.
  public private(set) var hasHome = false
  /// Whether what its settings say of insulin and meals is left in it.
  public private(set) var hasInsulin = false
  /// Whether times of reminders and medicines are left in it, or what became of them.
  public private(set) var hasReminders = false
  /// Whether hours of the watch, of quiet or of company are left in it.
  public private(set) var hasHours = false
  /// Whether names are left in it.
  public private(set) var hasNames = false
  /// Whether mail addresses are left in it.
  public private(set) var hasAddresses = false
  /// Whether medicines are left in it with their doses or descriptions.
  public private(set) var hasMedicines = false
  /// Whether the offset of its clock from UTC is left in it.
  public private(set) var hasZone = false

  public init(without: Set<Part>) { self.without = without }

  /// Whether places are left in it.
  public var hasPlaces: Bool { !without.contains(.places) }

  /// The words of a row of settings. The zone's name tells the country; its offsets, by which the device
  /// decides, stay.
  mutating func share(_ words: TraceWords) -> TraceWords {
    var words = words
    if without.contains(.names) { words.names = Names() }
    if without.contains(.places) { words.timeZone = nil }
    let names = words.names
    hasNames = hasNames || names != Names()
    hasAddresses = hasAddresses || names.caregivers.contains { $0.email != nil }
    hasMedicines =
      hasMedicines || names.reminders.values.contains { $0.dose != nil || $0.description != nil }
    hasZone = hasZone || words.timeZone != nil
    return words
  }

  /// An observer's note may tell anything: it goes as soon as any part does.
  mutating func keepsNote() -> Bool {
    if without.isEmpty { notes += 1 } else { notesLeftOut += 1 }
    return without.isEmpty
  }

  /// Nil: left out.
  mutating func share(_ item: TraceReader.Item) -> TraceReader.Item? {
    var item = item
    switch item.event.kind {
    case .fix: return keepsPlace(true) ? item : nil
    case .reading: return keepsReading() ? item : nil
    case .booted(var boot):
      learn(boot)
      boot.secret = (0, 0)
      item.event.kind = .booted(boot)
    case .restored(let record):
      guard let record = share(record) else { return nil }
      item.event.kind = .restored(record)
    case .edited(let record):
      guard let record = share(record) else { return nil }
      item.event.kind = .edited(record)
    case .message(.acknowledged(let token, let caregiver)):
      item.event.kind = .message(.acknowledged(token: other(token), caregiver: caregiver))
    case .setting(.perimeter(let perimeter)) where without.contains(.places):
      // The radius was valid before.
      guard let middle = Position(latitudeE7: 0, longitudeE7: 0),
        let nowhere = try? Perimeter(
          center: middle, radius: perimeter.radius, temper: perimeter.temper)
      else { return nil }
      item.event.kind = .setting(.perimeter(nowhere))
    case .setting(.perimeter): hasHome = true
    case .setting(.zone): hasZone = true
    case .setting(.reminder): hasReminders = true
    case .setting(.watch), .setting(.quiet), .setting(.accompanied), .message(.accompanied):
      hasHours = true
    case .setting(.caregiver(var caregiver)):
      caregiver.who = other(who: caregiver.who)
      item.event.kind = .setting(.caregiver(caregiver))
    case .setting(.insulin), .setting(.mealtime):
      if without.contains(.readings) { return nil }
      hasInsulin = true
    case .setting(.limits(var limits)) where without.contains(.readings):
      limits.usesMillimoles = false
      limits.asksCarbohydrates = false
      item.event.kind = .setting(.limits(limits))
    case .setting, .message, .clock, .keys, .key, .answer, .battery, .storage, .shuttingDown,
      .deadline:
      break
    }
    return item
  }

  private mutating func share(_ record: Record) -> Record? {
    switch record {
    case .outbox(.notice(var notice)):
      if notice.matter.tellsGlucose, !keepsReading() { return nil }
      if case .reminder = notice.matter { hasReminders = true }
      learn(notice)
      notice.token = other(notice.token)
      if !keepsPlace(notice.whereabouts != nil) {
        notice.whereabouts = nil
        if notice.matter == .perimeter(.returned) {
          notice.aside = Aside(Outing(lasted: notice.outing.lasted, farthest: nil))
        }
      }
      return .outbox(.notice(notice))
    case .alive(let wall, let place, let minute):
      return .alive(wall, keepsPlace(place != nil) ? place : nil, minute: minute)
    case .diary, .meal:
      return keepsReading() ? record : nil
    case .outbox(.excursion(var excursion)):
      if without.contains(.places) { excursion.farthest = Metres(0) }
      return .outbox(.excursion(excursion))
    case .outbox(.caregivers(var whos)):
      for index in 0..<4 { whos[index] = other(who: whos[index]) }
      return .outbox(.caregivers(whos))
    case .reminder:
      hasReminders = true
      return record
    case .accompanied:
      hasHours = true
      return record
    case .place, .outbox(.delivery), .outbox(.acknowledged), .outbox(.closed),
      .outbox(.excursionsTold), .outbox(.homeOwed):
      return record
    }
  }

  private mutating func keepsPlace(_ isThere: Bool) -> Bool {
    if without.contains(.places) { return false }
    if isThere { places += 1 }
    return true
  }

  private mutating func keepsReading() -> Bool {
    if without.contains(.readings) { return false }
    readings += 1
    return true
  }

  /// The tokens that this life gives, and those that it gives with the other secret.
  private mutating func learn(_ boot: Boot) {
    secret = boot.secret
    for number in 1...TraceSharing.mostNotices {
      let id = NoticeID(boot: boot.number, number: number).value
      tokens[SipHash.hash(id, key: boot.secret)] = SipHash.hash(id, key: (0, 0))
      let place = SipHash.hash(id, key: Outbox.trailKey(boot.secret))
      tokens[place] = SipHash.hash(id, key: Outbox.trailKey((0, 0)))
    }
  }

  /// A place that an earlier life told has a number by the secret of this one.
  private mutating func learn(_ notice: Notice) {
    let id = notice.id.value
    guard notice.token != 0, notice.token == SipHash.hash(id, key: Outbox.trailKey(secret)) else {
      return
    }
    tokens[notice.token] = SipHash.hash(id, key: Outbox.trailKey((0, 0)))
  }

  /// Whoever knows a name and its address could find them by their number.
  private mutating func other(who: UInt32) -> UInt32 {
    if !without.contains(.names) || who == 0 { return who }
    if let known = people[who] { return known }
    let new = UInt32(people.count) + 1
    people[who] = new
    return new
  }

  private mutating func other(_ token: UInt64) -> UInt64 {
    if token == 0 { return 0 }
    if let known = tokens[token] { return known }
    let new = UInt64(tokens.count)
    tokens[token] = new
    return new
  }
}

extension Notice.Matter {
  fileprivate var tellsGlucose: Bool {
    switch self {
    case .glucose(.low), .glucose(.lowOver), .dose(.entryAhead), .dose(.unanswered): true
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock,
      .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused,
      .profileChanged:
      false
    }
  }
}
