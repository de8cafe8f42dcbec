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

  private func watch() async {
    let pause = portal.clock.seconds(.seconds(30))
    var late: [String: WallTime] = [:]
    while (try? await Task.sleep(for: .seconds(max(pause, 0.5)))) != nil {
      do {
        for wearer in try await portal.database.wearers() {
          try await portal.watch(wearer)
          late[wearer.id] = try await portal.tellLate(wearer.id, told: late[wearer.id])
        }
      } catch {
        portal.logger.error("silence: \(error)")
      }
    }
  }

  private func mail() async {
    while (try? await Task.sleep(for: .seconds(5))) != nil { await portal.mailIsDue() }
  }

  private func call(_ address: String) async {
    repeat {
      do { try await Curl.get(address) } catch { portal.logger.warning("ping: \(error)") }
    } while (try? await Task.sleep(for: .seconds(60))) != nil
  }
}

extension Portal {
  /// Mails everybody once, when a device has been silent for too long.
  ///
  /// A device that has never called is not silent: nobody has put it on yet.
  func watch(_ wearer: WearerEntry) async throws {
    let file = try await files.file(wearer.id)
    guard let last = try await file.lastContact(), try await database.device(of: wearer.id) != nil
    else { return }
    let silent = last.at.distance(to: clock.now)
    guard silent >= WearerScene.patience(isOpen: true) else { return }
    let log = try await file.careLog()
    let health = try await file.newestHealth()
    let isOpen = health?.health.open == true || !log.waiting.isEmpty
    guard silent >= WearerScene.patience(isOpen: isOpen) else { return }
    let recipients = try await recipients(wearer, file)
    guard try await file.noteSilence(from: last.at) else { return }
    let place = try await file.newestPlace().flatMap {
      Position(latitudeE7: Int64($0.latitude), longitudeE7: Int64($0.longitude))
    }
    let position =
      place ?? log.notices.last { $0.notice.whereabouts != nil }?.notice.whereabouts?.position
    let zone = try await file.knownProfile()?.zone ?? .utc
    for (email, language) in recipients {
      let words: Language = language == "en" ? .english : .spanish
      let mail = PortalMail.silence(
        language, wearer: wearer.name, last: words.moment(last.at, zone),
        place: position.map(mapLink), battery: health?.health.battery, isOpen: isOpen,
        address: address + "/w/" + wearer.id)
      try await database.send(mail.subject, mail.body, to: email, at: PortalClock.real)
    }
    await bell.ring(wearer.id, .page)
    await mailIsDue()
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
  func mailIsDue() async {
    guard let server = options.mail else { return }
    do {
      for letter in try await database.dueLetters(at: PortalClock.real) {
        do {
          try await Curl.mail(
            PortalMail.message(letter, from: server.from, at: Date()), to: letter.recipient,
            through: server)
          try await database.letterWasTaken(letter.id)
        } catch let failure as Curl.Failure {
          logger.warning("mail \(letter.id): \(failure)")
          try await database.letterWasRefused(letter, at: PortalClock.real)
        }
      }
    } catch {
      logger.error("mail: \(error)")
    }
  }
}
