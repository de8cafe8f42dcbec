import CLinux
import Device
import HAL
import Linux
import Names
import Profile
import Traces
import Trial
import Words

/// The settings on which the device lives.
enum Standing: Equatable {
  /// Those of the file.
  case current
  /// The last good ones, because the file cannot be used. A dose is proposed only where the file's
  /// insulin section still reads and is the same.
  case kept(isInsulinSure: Bool)
  /// The file cannot be used, and nothing was kept.
  case missing
}

/// The family's settings while the device lives: a device is better than none.
extension LiveDevice {
  /// Milliseconds between two looks at a file that cannot be used.
  static let looksAgain: Int64 = 60_000

  /// Works the row for the core out, by the plan of this minute.
  func settings() -> [Setting] {
    let profile = coming ?? self.profile
    switch standing {
    case .current: return profile.settings(reminders: planned(for: profile))
    case .kept(let isSure):
      let since = lastGood?.since ?? WallTime(milliseconds: 0)
      return profile.settings(reminders: planned(for: profile)).dropLast()
        + [.kept(since: since, isInsulinSure: isSure), .end]
    case .missing: return [.begin, .noProfile, .end]
    }
  }

  /// Right after the start, when the core and the help key live on what was kept: the file itself.
  func awaitFirstLook() {
    if secrets.isLacking { lookAgain() }
    guard isKeptUnread else {
      if standing == .missing { lookAgain() }
      return
    }
    // The look comes behind the keys, and before everything else.
    let timer = reactor.addTimer(.signal) { [unowned self] in
      guard isKeptUnread else { return }
      look()
    }
    reactor.set(timer, at: reactor.now)
  }

  /// Reads the profile again on SIGHUP, and the secrets in other files as well.
  func reload() {
    service?.reloading()
    defer { service?.ready() }
    let reading = ProfileReading(options.profile)
    take(reading, isAsked: true)
  }

  /// Looks without being asked: only a changed file counts.
  private func look() { take(ProfileReading(options.profile), isAsked: false) }

  private func take(_ reading: ProfileReading, isAsked: Bool) {
    guard let profile = reading.profile else { return fall(back: reading, isAsked: isAsked) }
    // The same text beside other secrets is new as well.
    let isMoved = lastGood?.isMoved(to: profile) ?? false
    let isNew = isAsked || standing != .current || reading.text != lastGood?.text || isMoved
    let wasWell = standing == .current
    isKeptUnread = false
    standing = .current
    trouble = nil
    complaint = nil
    keep(profile, reading.text)
    guard isNew else { return }
    let overlay = overlay(profile, text: reading.text)
    coming = overlay.profile
    post(settings())
    if let told = overlay.told { tellChange(told) }
    // The portal shows the new text at once, and not in a quarter of an hour.
    portal?.link.stir(at: board.clock.now)
    aimPortal()
    log("\(options.profile): \(wasWell ? "loaded again" : "can be used again, and counts")")
  }

  /// Keeps the last good profile in force, and says so; without one only the page is left.
  private func fall(back reading: ProfileReading, isAsked: Bool) {
    isKeptUnread = false
    let mistake = reading.mistake.map { "\($0)" } ?? options.profile
    let before = standing
    if let lastGood {
      standing = .kept(isInsulinSure: reading.hasSameInsulin(as: lastGood.profile))
      say(
        "\(mistake); the settings of \(CivilTime.text(lastGood.since)) stay in force", isAsked)
    } else {
      standing = .missing
      trouble = FileTrouble(reading)
      say("\(mistake); no earlier profile was kept, and nobody can be told", isAsked)
    }
    if standing != before { post(settings()) }
    if isAsked { openWays(isAsked: true) }
    showAgain()
    lookAgain()
  }

  /// The same complaint is worth one line, unless somebody asked.
  private func say(_ line: String, _ isAsked: Bool) {
    if isAsked || line != complaint { log(line) }
    complaint = line
  }

  private func lookAgain() {
    if profileTimer == nil {
      profileTimer = reactor.addTimer(.rest) { [unowned self] in
        if standing != .current { look() }
        if secrets.isLacking { openWays(isAsked: false) }
      }
    }
    guard let profileTimer else { return }
    let wait = max(LiveDevice.looksAgain / options.timeScale, 1)
    reactor.set(profileTimer, at: reactor.now.after(milliseconds: wait))
  }

  func post(_ row: [Setting]) { for setting in row { board.post(.setting(setting)) } }

  /// A row of settings has come to its end, so its profile and its words count from now on.
  func useRow() {
    if let coming {
      self.coming = nil
      use(coming)
    }
    useAgenda()
  }

  /// Gives the profile to everything outside the core.
  func use(_ profile: Profile) {
    self.profile = profile
    speak(wordsWithAgenda(profile))
    board.speaker.volume = SpeakerVolume(percent: profile.volume)
    board.screen?.size = profile.textSize.onPanel
    openWays(isAsked: true)
    showAgain()
  }

  /// Opens the ways out and back, with the secrets as they are now.
  private func openWays(isAsked: Bool) {
    secrets.begin(isAsked: isAsked)
    board.network.options = LiveBoard.network(
      profile, identity: state.identity, options, secrets)
    if hasBegun { usePortal(profile) }
    if secrets.isLacking { lookAgain() }
  }

  // MARK: What is kept

  /// Remembers a profile that was just read well, for the day on which its file is not there. Before the
  /// time is known, an unchanged text keeps the date that it had.
  func keep(_ profile: Profile, _ text: String) {
    let read = board.clock.now
    let now = trustedWall(at: read)
    let before = lastGood.flatMap { $0.text == text ? $0.since : nil }
    undated = now == nil ? read : nil
    lastGood = KeptProfile(
      profile, text: text, since: now ?? before ?? WallTime(milliseconds: clinux_realtime()))
    keepAgain()
  }

  /// The time has come to be known: the settings that were read before it get their date. Page and mail
  /// that have another one already are put right.
  func dateKept() {
    guard let read = undated, let since = trustedWall(at: read), let kept = lastGood else { return }
    undated = nil
    lastGood = KeptProfile(kept.profile, text: kept.text, since: since)
    storeKept()
    guard standing != .current else { return }
    post(settings())
    showAgain()
  }

  /// Keeps the profile again where the state can be used; a state that comes late gets it then.
  func keepAgain() {
    guard standing == .current, !isKeptUnread else { return }
    storeKept()
  }

  private func storeKept() {
    guard state.store != nil, let lastGood else { return }
    do throws(InputError) {
      try lastGood.store(in: options.state.path)
    } catch {
      log("\(error); no copy is kept, so a mistake in \(options.profile) leaves no settings")
    }
  }

  /// A state that came late may hold what the device lacks.
  func findKept() {
    guard standing == .missing, let kept = KeptProfile(in: options.state.path) else { return }
    lastGood = kept
    use(PortalProfile.overlaid(kept.profile, text: kept.text, in: options.state.path, log))
    standing = .kept(
      isInsulinSure: ProfileReading(options.profile).hasSameInsulin(as: kept.profile))
    trouble = nil
  }
}

extension FileTrouble {
  /// Nil for a file that can be used.
  init?(_ reading: ProfileReading) {
    guard let mistake = reading.mistake else { return nil }
    let name = mistake.file.split(separator: "/").last.map(String.init) ?? mistake.file
    self.init(
      file: name, line: mistake.line, reason: mistake.message,
      caregiver: reading.remnant?.caregivers.first?.words.name ?? "")
  }
}

extension Profile {
  /// Profile of a device without any. The size of the screen's letters is the file's, as far as it says so.
  static func none(_ remnant: Profile?) throws -> Profile {
    let nowhere = Position(latitudeE7: 0, longitudeE7: 0)
    guard let nowhere else { throw InputError(file: "profile", "cannot be used") }
    var none = Profile(perimeter: try Perimeter(center: nowhere, radius: Metres(100)))
    guard let remnant else { return none }
    none.language = remnant.language
    none.timeZone = remnant.timeZone
    none.textSize = remnant.textSize
    none.volume = remnant.volume
    return none
  }
}
