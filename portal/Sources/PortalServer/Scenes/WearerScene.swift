import Device
import HAL
import PortalPages
import PortalStore
import Sync
import Words

/// All that is known of one wearer at one moment, as one account may see it.
struct WearerScene: Sendable {
  let entry: WearerEntry
  let level: Level
  let account: Account
  let now: WallTime
  let file: WearerFile
  let log: CareLog
  let profile: KnownProfile?
  /// The settings of the device's own file.
  let own: OwnProfile?
  /// Names by the numbers that records have.
  let people: [UInt32: String]
  let lastContact: WearerFile.LastContact?
  /// The silence since that contact has been mailed.
  let isSilenceTold: Bool
  let health: WearerFile.HealthEntry?
  /// The requests of the last day, the newest first.
  let requests: [CareRequest]
  let requestsSince: WallTime
  /// Changes of the settings that wait for a choice.
  let lostChanges: Int
  /// The hashes of the photos that the portal has.
  let pictures: Set<String>

  init(
    _ entry: WearerEntry, _ level: Level, _ account: Account, _ file: WearerFile, at now: WallTime
  ) async throws {
    self.entry = entry
    self.level = level
    self.account = account
    self.now = now
    self.file = file
    log = try await file.careLog()
    profile = try await file.knownProfile()
    own = try await file.ownProfile()
    people = try await file.knownPeople()
    let last = try await file.lastContact()
    lastContact = last
    isSilenceTold = if let last { try await file.hasSilence(from: last.at) } else { false }
    health = try await file.newestHealth()
    requestsSince = now + .seconds(-86_400)
    requests = try await file.requests(since: requestsSince)
    lostChanges = try await file.lostChanges().count
    pictures = try await file.pictures()
  }

  var language: Language { account.language == "en" ? .english : .spanish }

  var zone: String { profile?.timeZone.identifier ?? "UTC" }

  var link: WearerLink {
    WearerLink(
      id: entry.id, name: names.wearer.name, right: Right(level), voice: voice,
      isQuitting: own?.quit != nil, hasDiary: hasDiary, lostChanges: lostChanges)
  }

  /// The device hears its own caregivers only, by the addresses of its profile.
  var voice: Voice {
    guard let profile else { return .listUnknown }
    return profile.number(of: account.email) == nil ? .unlisted(email: account.email) : .heard
  }

  var names: Names {
    var names = profile?.names ?? Names()
    if names.wearer.name.isEmpty { names.wearer.name = entry.name }
    return names
  }

  /// The caregiver's name in a record; nil where nobody knows whom it means.
  func name(who: UInt32, caregiver: UInt8) -> String? {
    if let name = people[who] { return name }
    guard who == 0, let known = profile?.caregivers, caregiver < known.count else { return nil }
    return known[Int(caregiver)].words.name
  }

  /// The hash of a photo that a profile names; nil: none, or only the device has it.
  func picture(_ name: String?) -> String? {
    SyncPicture.hash(named: name).flatMap { pictures.contains($0) ? $0 : nil }
  }

  /// The photo of somebody who stands in the profile in force; nil: nobody there has that identity.
  func photo(who: UInt32) -> String? {
    picture(profile?.caregivers.first { $0.setting.who == who }?.words.photo)
  }

  /// The name of a photo in a profile.
  func name(_ hash: String) -> String { SyncPicture.name(hash) }

  // MARK: Contact

  /// The device counts as silent after half an hour, and after ten minutes with an open case.
  static func patience(isOpen: Bool) -> Milliseconds { .seconds(isOpen ? 600 : 1800) }

  /// The device's word decides how soon it calls again. The portal has it and the log from one call.
  static func isOpen(_ health: WearerFile.HealthEntry?, _ log: CareLog) -> Bool {
    health?.health.open ?? !log.waiting.isEmpty
  }

  var isOpen: Bool { WearerScene.isOpen(health, log) }

  /// Alerts that wait for somebody's answer, the newest first.
  var waiting: [NoticeStory] { log.waiting.filter(isWaiting) }

  /// Nobody has answered, and it is not over.
  ///
  /// Of a notice that people were told of the log has the end, too. A device that has lost its memory goes on with it
  /// no more, and that ends nothing. Where nobody was told, the device's word decides: a mail server may take long.
  func isWaiting(_ story: NoticeStory) -> Bool {
    log.isWaiting(story) && (isOpen || story.isTold)
  }

  var contact: Contact {
    guard let last = lastContact else { return Contact(state: .never, last: nil, due: nil) }
    let silent = last.at.distance(to: now)
    let state: Contact.State =
      if isSilenceTold || silent >= WearerScene.patience(isOpen: isOpen) {
        .lost
      } else {
        now >= last.latest ? .late : .fine
      }
    // Each call tells the device's state. A contact after the last one was a pairing.
    return Contact(
      state: state, last: last.at, due: last.latest,
      calledBefore: health.flatMap { $0.at < last.at ? $0.at : nil })
  }

  // MARK: Company

  var company: CompanyState {
    guard let until = log.accompanied(at: now) else { return .none(watch) }
    return .until(until, by: companion(until))
  }

  /// The schedule in force at this moment, and the next one at which that changes.
  var watch: WatchState {
    guard let profile else { return .unknown }
    guard !profile.watch.isEmpty else { return .always }
    let minute: Int64 = 60_000
    // No zone changes its clocks within a quarter of an hour of UTC.
    var quarter: Int64?
    var ahead: Int64 = 0
    func isWatched(_ at: WallTime) -> Bool {
      if quarter != at.milliseconds / (15 * minute) {
        quarter = at.milliseconds / (15 * minute)
        ahead = profile.ahead(at: at)
      }
      // The calendar of the clock begins on a Thursday.
      let local = (at.milliseconds + ahead) / minute + 3 * 1440
      return profile.watch.contains { $0.contains(minuteOfWeek: Int(local % 10_080)) }
    }
    let isOn = isWatched(now)
    let start = now.milliseconds / minute
    for step in 1...10_200 {
      let at = WallTime(milliseconds: (start + Int64(step)) * minute)
      if isWatched(at) != isOn { return isOn ? .on(until: at) : .off(until: at) }
    }
    return isOn ? .always : .off(until: nil)
  }

  /// The device's record has no name; the request that it fulfils has.
  private func companion(_ until: WallTime) -> String? {
    requests.first {
      guard case .company(until.milliseconds, _, _) = $0.message.word else { return false }
      return $0.outcome == .applied
    }?.who
  }
}

extension Right {
  init(_ level: Level) {
    switch level {
    case .look: self = .look
    case .help: self = .help
    case .administer: self = .administer
    }
  }
}

extension Level {
  init(_ right: Right) {
    switch right {
    case .look: self = .look
    case .help: self = .help
    case .administer: self = .administer
    }
  }
}

extension WallTime {
  /// Nothing here is from before it.
  static var first: WallTime { WallTime(milliseconds: 0) }
}

extension NoticeID {
  /// The notice's part of an address: 16 hexadecimal digits.
  var text: String { SyncText.hex(value) }

  init?(_ text: String) {
    guard let number = SyncText.number(text) else { return nil }
    self.init(number)
  }
}
