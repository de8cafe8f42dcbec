import Device
import Foundation
import HAL
import PortalStore
import ServiceLifecycle
import Words

/// Notices devices that fall silent, and sends the portal's mails and pings. It is the other half of
/// the dead-man's switch: a device that is dead cannot say so.
struct Watcher: Service {
  let portal: Portal

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await watch() }
        group.addTask { await mail() }
        if let ping = portal.options.ping { group.addTask { await call(ping) } }
      }
    }
  }

  /// A round that comes so much later than the one before means that nobody listened.
  private static let longestPause = Duration.seconds(120)

  private func watch() async {
    let pause = portal.clock.seconds(.seconds(30))
    var late: [String: WallTime] = [:]
    // This clock is set by nobody, and goes on while the computer sleeps.
    var (since, round) = (ContinuousClock.now, ContinuousClock.now)
    while (try? await Task.sleep(for: .seconds(max(pause, 0.5)))) != nil {
      let now = ContinuousClock.now
      if now - round > Watcher.longestPause { since = now }
      round = now
      let listened = Milliseconds.seconds((now - since).components.seconds * portal.clock.pace)
      await watch(listened, &late)
    }
  }

  /// Looks at all wearers once. A file that cannot be read keeps nobody else from being watched.
  func watch(_ listened: Milliseconds, _ late: inout [String: WallTime]) async {
    var isBroken = false
    do {
      for wearer in try await portal.database.wearers() {
        do {
          try await portal.watch(wearer, listened: min(listened, sinceLostCall(of: wearer.id)))
          late[wearer.id] = try await portal.tellLate(wearer.id, told: late[wearer.id])
        } catch {
          isBroken = true
          portal.logger.error("silence: \(wearer.id): \(error)")
        }
      }
    } catch {
      isBroken = true
      portal.logger.error("silence: \(error)")
    }
    portal.isWatchBroken = isBroken
  }

  /// The time since the portal last refused a call that it could not store: that device was not silent.
  private func sinceLostCall(of wearer: String) -> Milliseconds {
    guard let lost = portal.lostCall(of: wearer) else { return Milliseconds(.max) }
    return .seconds((ContinuousClock.now - lost).components.seconds * portal.clock.pace)
  }

  /// The only sender: two would send one mail twice.
  private func mail() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var clock = SetClock(wall: PortalClock.real)
        while (try? await Task.sleep(for: .seconds(5))) != nil {
          await portal.noteClock(&clock, wall: PortalClock.real)
          portal.mailIsDue()
        }
      }
      group.addTask {
        var taken: Set<Int64> = []
        for await _ in portal.mailRings { await portal.sendMails(&taken) }
      }
    }
  }

  private func call(_ address: String) async {
    repeat {
      do { try await Curl.get(address) } catch { portal.logger.warning("ping: \(error)") }
    } while (try? await Task.sleep(for: .seconds(60))) != nil
  }
}

/// The clock on the wall beside one that nobody sets, and that goes on while the computer sleeps.
struct SetClock {
  private var wall: WallTime
  private var at: ContinuousClock.Instant

  init(wall: WallTime, at: ContinuousClock.Instant = .now) {
    (self.wall, self.at) = (wall, at)
  }

  /// The span by which somebody set the clock on the wall since the last look. Less than a minute is none.
  func span(to wall: WallTime, at now: ContinuousClock.Instant = .now) -> Milliseconds? {
    let passed = (now - at) / .milliseconds(1)
    let span = Milliseconds(self.wall.distance(to: wall).count - Int64(passed))
    return abs(span.count) < 60_000 ? nil : span
  }

  mutating func look(_ wall: WallTime, at now: ContinuousClock.Instant = .now) {
    self = SetClock(wall: wall, at: now)
  }
}

extension Portal {
  /// Makes no mail older when the clock is set. A disk that refuses it is asked again.
  func noteClock(
    _ clock: inout SetClock, wall: WallTime, at now: ContinuousClock.Instant = .now
  ) async {
    do {
      if let span = clock.span(to: wall, at: now) { try await database.clockWasSet(by: span) }
      clock.look(wall, at: now)
    } catch {
      logger.error("mail: \(error)")
    }
  }

  /// Mails everybody once, when a device has been silent for too long. Without a mail server only the pages say so.
  ///
  /// A first device that has never called is not silent: nobody has put it on yet. One in another's place
  /// is, counted from its pairing. One that could not reach the portal is not, because the portal itself
  /// was away.
  ///
  /// - Parameters:
  ///   - listened: the span for which the portal has been there without a gap; nil: long enough.
  ///   - unheard: the span for which it has seen no other contact, by a clock that nobody sets; nil: by its own.
  func watch(
    _ wearer: WearerEntry, listened: Milliseconds? = nil, unheard span: Milliseconds? = nil
  ) async throws {
    let file = try await files.file(wearer.id)
    guard let last = try await file.lastContact(), try await database.device(of: wearer.id) != nil
    else { return }
    // A clock that was ahead at that contact, and was set back since, would wait for the hour of then.
    let passed = max(
      last.at.distance(to: clock.now), span ?? unheard(of: wearer.id, since: last.at))
    let silent = listened.map { min($0, passed) } ?? passed
    guard silent >= WearerScene.patience(isOpen: true) else { return }
    let log = try await file.careLog()
    let health = try await file.newestHealth()
    let isOpen = WearerScene.isOpen(health, log)
    guard silent >= WearerScene.patience(isOpen: isOpen) else { return }
    guard try await !file.hasSilence(from: last.at) else { return }
    // The mails come first: a silence that is noted is never told again. A mail that waited for a server would say
    // as news what was true months ago.
    if options.mail != nil {
      let letters = try await silence(of: wearer, last.at, health, log, isOpen: isOpen)
      try await database.send(
        letters, aboutSilenceFrom: last.at, of: wearer.id, at: PortalClock.real)
      mailIsDue()
    }
    try await file.noteSilence(from: last.at)
    await bell.ring(wearer.id, .page)
  }

  /// The mails about a silence, to everybody.
  private func silence(
    of wearer: WearerEntry, _ last: WallTime, _ health: WearerFile.HealthEntry?, _ log: CareLog,
    isOpen: Bool
  ) async throws -> [NewLetter] {
    let file = try await files.file(wearer.id)
    let place = try await WearerScene.newestPlace(file, log, in: nil, at: clock.now)
    let zone = try await file.knownProfile()?.zone ?? .utc
    let name = try await file.name(of: wearer)
    let isHidden = try await file.ownProfile()?.hidesPlaces == true
    // The battery before a pairing is that of another device.
    let battery = health.flatMap { $0.at < last ? nil : $0.health.battery }
    return try await recipients(wearer, file).map { email, language in
      let words: Language = language == "en" ? .english : .spanish
      let mail = PortalMail.silence(
        language, wearer: name, last: words.moment(last, zone),
        place: place.map { PortalMail.place(language, $0, zone) }, isHidden: isHidden,
        battery: battery, isOpen: isOpen, address: address + "/w/" + wearer.id)
      return NewLetter(recipient: email, subject: mail.subject, body: mail.body)
    }
  }

  /// Rings the pages once, when the minute has passed by which the device should have called.
  ///
  /// - Parameter told: the minute for which they were rung last.
  func tellLate(_ wearer: String, told: WallTime?) async throws -> WallTime? {
    guard let latest = try await files.file(wearer).lastContact()?.latest, latest <= clock.now,
      latest != told
    else { return told }
    await bell.ring(wearer, .page)
    return latest
  }

  /// Everybody with a right, and the caregivers of the device's own list.
  private func recipients(
    _ wearer: WearerEntry, _ file: WearerFile
  ) async throws -> [(email: String, language: String)] {
    var recipients: [(email: String, language: String)] = []
    for member in try await database.members(of: wearer.id) {
      recipients.append((member.account.email, member.account.language))
    }
    let profile = try await file.knownProfile()
    for caregiver in profile?.caregivers ?? [] {
      guard let email = caregiver.words.email,
        !recipients.contains(where: { $0.email.lowercased() == email.lowercased() })
      else { continue }
      recipients.append((email, profile?.language.rawValue ?? "es"))
    }
    return recipients
  }

  /// Hands mails that wait to the mail server.
  ///
  /// - Parameter taken: mails that the server has, although the disk could not be told yet.
  func sendMails(_ taken: inout Set<Int64>) async {
    guard let server = options.mail else { return }
    do {
      for letter in try await database.dueLetters(at: PortalClock.real) {
        // The server ends: the letter in hand was the last.
        if Task.isCancelled { return }
        do {
          try await send(letter, through: server, &taken)
        } catch {
          // The others are sent all the same.
          logger.error("mail \(letter.id): \(error)")
        }
      }
    } catch {
      logger.error("mail: \(error)")
    }
  }

  private func send(
    _ letter: Letter, through server: PortalOptions.MailServer, _ taken: inout Set<Int64>
  ) async throws {
    if !taken.contains(letter.id) {
      do {
        try await Curl.mail(
          PortalMail.message(letter, from: server.from, at: Date()), to: letter.recipient,
          through: server)
      } catch let failure as Curl.Failure {
        logger.warning("mail \(letter.id): \(failure)")
        return try await database.letterWasRefused(letter, at: PortalClock.real)
      }
      taken.insert(letter.id)
    }
    // The end of the server must not leave a mail here that is out: it would go out again.
    try await Task { try await database.letterWasTaken(letter.id) }.value
    taken.remove(letter.id)
  }
}
