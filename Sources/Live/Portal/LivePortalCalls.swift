import CLinux
import Device
import Diary
import Glibc
import HAL
import Link
import Linux
import Names
import Profile
import Sync
import Words

/// The calls to the portal, and what their answers bring.
extension LiveDevice {
  /// Milliseconds without a word of the receiver after which it is lost.
  private static let silence = Milliseconds.seconds(30)

  private var memoryFile: String { options.state.path + "/portal.json" }

  /// Opens, closes or moves the way to the portal, as the profile says.
  func usePortal(_ profile: Profile) {
    guard let route = profile.routes.portal else {
      portal = nil
      return
    }
    let url = route.address
    let key = secrets.read(route.secret, of: profile, "the portal") {
      SyncText.isKey($0) ? nil : "holds no key of a portal; expected what vigia pair wrote"
    }
    guard let key else {
      portal = nil
      return
    }
    if let portal, portal.url == url, portal.key == key {
      portal.places.sharing = route.share.policy
      return
    }
    do throws(SystemError) {
      portal = try LivePortal(
        reactor, url: url, key: key, share: route.share, authorities: options.authorities,
        memory: rememberedLink(key: key), log: log
      ) { [unowned self] in callPortal() }
      portal?.port.arrived = { [unowned self] in hearPortal() }
      clampPortal()
      aimPortal()
    } catch {
      log("portal: \(error)")
    }
  }

  /// Another key is another portal: what was said to one does not count with the other.
  private func rememberedLink(key: String) -> LinkMemory {
    guard let bytes = WholeFile.bytes(memoryFile),
      let kept = try? KeptLink(json: bytes), kept.mark == PortalProfile.mark(of: key)
    else { return LinkMemory() }
    return kept.memory
  }

  /// A state that came late may hold what the portal and the device have said, and the portal's settings.
  /// They count as after a start, and before anything is written over them. No call has gone out yet.
  func findPortal() {
    if let portal {
      // Only a newer file of the family changes the memory where there is no state.
      let isOvertaken = portal.link.isMemoryNews
      portal.link = Link(rememberedLink(key: portal.key))
      if isOvertaken { portal.link.overtook(at: board.clock.now) }
    }
    guard let lastGood else { return }
    switch standing {
    case .current where !isKeptUnread:
      coming = overlay(lastGood.profile, text: lastGood.text).profile
    case .current, .kept:
      coming = PortalProfile.overlaid(
        lastGood.profile, text: lastGood.text, in: options.state.path, log)
    case .missing: break
    }
  }

  private func keepLink() {
    guard let portal, portal.link.isMemoryNews, state.store != nil else { return }
    do throws(InputError) {
      let kept = KeptLink(mark: PortalProfile.mark(of: portal.key), memory: portal.link.memory)
      try WholeFile.replace(memoryFile, kept.json)
      portal.link.kept()
    } catch {
      portal.say("\(error)")
    }
  }

  /// The log may end lower than what the portal has: the state was put back from a copy, or a damaged one
  /// was set aside. It may have grown again since. The memory is written before another record can take such a
  /// sequence.
  func clampPortal() {
    guard let last = try? state.store?.lastSequence() else { return }
    if let stored = portal?.link.memory.stored, stored > 0,
      let found = try? state.store?.log(behind: stored - 1, most: 1)
    {
      let same = found.first { $0.sequence == stored }
      portal?.link.compare(mark: same?.words.linkMark)
    }
    portal?.link.clamp(to: last)
    keepLink()
  }

  /// Sets the alarm for the next call.
  func aimPortal() {
    guard let portal else { return }
    portal.wake(at: portal.link.due.map { board.clock.bootTime(of: $0) })
  }

  private func callPortal() {
    guard let portal, let due = portal.link.due else { return }
    let now = board.clock.now
    guard due <= now else { return aimPortal() }
    guard let store = state.store, hasBegun else {
      portal.link.failed(at: now)
      return aimPortal()
    }
    if portal.port.isCalling {
      portal.port.drop()
      portal.link.drop()
    }
    // The portal is told only what would outlive a power cut.
    keepLink()
    let rows = LogRows(read(store, behind: portal.link.memory.stored), portal.places.sharing)
    portal.sent = portal.places.next
    let request = portal.link.request(
      device: state.identity, boot: state.boot,
      records: (rows.records, rows.more), mark: rows.mark, annotations: rows.annotations,
      places: portal.sent,
      health: portalHealth(at: now), file: ownFile,
      lacking: lackingPictures())
    do throws(NetworkError) {
      try portal.port.call(
        PortalCall(
          url: portal.url + "/device/sync", key: portal.key, body: request.json,
          limit: request.wait ? LivePortal.heldLimit : LivePortal.limit))
    } catch {
      portal.link.failed(at: now)
    }
    aimPortal()
  }

  private func read(_ store: RecordStore, behind sequence: Int64) -> [LoggedRecord] {
    do throws(StorageError) {
      return try store.log(behind: sequence, most: SyncLimits.records + 1)
    } catch {
      portal?.say("the log cannot be read (\(error))")
      return []
    }
  }

  /// The family's own file, with what is in force over it.
  var ownFile: LinkFile? {
    guard standing == .current, !isKeptUnread, let lastGood else { return nil }
    let kept = PortalProfile(in: options.state.path)
    let isOver = (try? kept?.over(lastGood.profile, text: lastGood.text)) == nil
    return LinkFile(
      text: lastGood.text, mark: PortalProfile.mark(of: lastGood.text),
      revision: isOver ? nil : kept.map { SyncProfile(revision: $0.revision, yaml: $0.text) })
  }

  private func portalHealth(at now: Instant) -> SyncHealth {
    var space = statvfs()
    let hasSpace = statvfs(options.state.path, &space) == 0
    let isHeard = portal?.heard.map { now - $0 < LiveDevice.silence } ?? false
    if let local = trustedWall(at: now).map({ ZoneOffset(words.zones).local($0) }) {
      portal?.moved.turn(to: local.day)
    }
    return SyncHealth(
      battery: (portal?.battery?.percent).map { Int($0) }, charging: portal?.battery?.isCharging,
      gps: isHeard ? portal?.hasPosition == true ? .ok : .none : .lost,
      clock: trustedWall(at: now) == nil ? .untrusted : .trusted,
      movedMinutes: portal?.moved.count ?? 0,
      diskMegabytes: hasSpace ? Int(clamping: (space.f_bavail * space.f_frsize) >> 20) : nil,
      waiting: openTokens.newestFirst.count, version: String(options.program.prefix(100)))
  }

  // MARK: Answers

  private func hearPortal() {
    guard let portal, let reply = portal.port.read() else { return }
    let now = board.clock.now
    switch reply.status {
    case 200:
      do throws(SyncRefusal) {
        take(try SyncAnswer(json: reply.body), at: now)
        portal.say(nil)
      } catch {
        portal.say("its answer cannot be used: \(error)")
        portal.link.failed(isFinal: true, at: now)
      }
    case 401:
      portal.say("it does not know this device's key; pair again with vigia pair. Mail goes on")
      portal.link.failed(isFinal: true, at: now)
    case 426, 400, 413:
      portal.say("it says \(reply.status): \(reply.line)")
      portal.link.failed(isFinal: true, at: now)
    default:
      portal.say(reply.trouble ?? "it says \(reply.status): \(reply.line)")
      portal.link.failed(at: now)
    }
    aimPortal()
  }

  private func take(_ answer: SyncAnswer, at now: Instant) {
    guard let portal else { return }
    portal.places.took(portal.sent)
    let zone = ZoneOffset(words.zones)
    let facts = LinkFacts(
      caregivers: profile.caregivers.map(\.setting.who),
      minuteOfDay: { Int16(clamping: zone.local($0).minutes) },
      isOurs: { [unowned self] in tokens.contains($0) },
      forCore: { [unowned self] in aliases.forCore($0) },
      isAnswered: { [unowned self] in answered.has($0, $1) })
    let news = portal.link.took(answer, at: now, wall: trustedWall(at: now), facts)
    for message in news.messages { board.post(.message(message.word)) }
    advise(news.advise, at: now)
    for news in news.edits { take(news.edit, news.id, isOver: news.isOver, at: now) }
    if let test = news.test, !letters.test(test.id, people: profile) {
      portal.link.ended(test.id, refused: SyncReason.nobodyToTell.rawValue, at: now)
    }
    if let revision = news.profile { take(revision, at: now) }
    if let picture = news.picture { take(picture, at: now) }
    keepLink()
    sendLetters()
  }

  // MARK: What the core does

  /// Called before the core gets an event.
  func portalHands(_ event: Event) {
    guard let portal, case .message(let message) = event.kind else { return }
    if let end = message.companyEnd { portal.link.learn(companyEnd: end, at: event.at) }
    guard portal.link.isPending(message) else { return }
    portal.inHand = (message, LinkVerdict())
  }

  /// Called for each act of the core.
  func portalSees(_ action: Action, at now: Instant) {
    if let inHand = portal?.inHand { portal?.inHand?.verdict.see(action, inHand.message) }
    guard case .store(let record) = action else { return }
    let real = aliases.real(record)
    if real.isNewsForPortal { portal?.link.stir(at: now) }
    // A device whose profile names no portal any more tells of the change, too.
    if case .outbox(.notice(let notice)) = real, case .profileChanged = notice.matter {
      isChangeStored = true
    }
  }

  /// Called when the core has dealt with an event.
  func portalSettles(_ event: Event, _ device: inout Device) {
    if isChangeStored, board.storage?.isSettled == true { forgetChange() }
    guard let portal else { return }
    switch event.kind {
    case .fix(let fix):
      portal.heard = event.at
      portal.hasPosition = !device.isPositionLost
      guard device.refusal == nil, let wall = trustedWall(at: event.at) else { break }
      portal.places.learn(fix, wall: wall, isOpen: portal.link.isOpen)
      let local = ZoneOffset(words.zones).local(wall)
      portal.moved.learn(fix, day: local.day, minute: local.minutes)
    case .battery(let level): portal.battery = level
    case .booted:
      portal.link.restart()
      (portal.inHand, portal.settling) = (nil, [])
    case .message:
      if let done = portal.inHand {
        portal.settling.append((done.message, done.verdict.refusal(of: done.message)))
        portal.inHand = nil
      }
    case .edited: portal.link.stir(at: event.at)
    case .restored, .setting, .clock, .keys, .key, .reading, .answer, .storage, .shuttingDown,
      .deadline:
      break
    }
    portal.link.learn(isOpen: device.hasOpenMatter(), at: event.at)
    settlePortal(at: event.at)
  }

  /// Tells the portal what is durable now.
  func settlePortal(at now: Instant) {
    guard let portal else { return }
    if board.storage?.isSettled == true {
      for done in portal.settling {
        portal.link.handled(done.message, refused: done.refusal, at: now)
      }
      portal.settling = []
      if isChangeStored { forgetChange() }
    }
    aimPortal()
  }
}

/// The memory of a link, with the mark of the key that it belongs to.
struct KeptLink: SyncMessageBody {
  private(set) var v = SyncLimits.version
  var mark: String
  var memory: LinkMemory

  init(mark: String, memory: LinkMemory) {
    self.mark = mark
    self.memory = memory
  }

  func check() throws(SyncRefusal) { try memory.check() }
}

extension PortalReply {
  /// The first line of the body, as far as a journal should show it.
  fileprivate var line: String {
    let text = String(decoding: body.prefix(300), as: UTF8.self)
    return text.unicodeScalars.prefix { !$0.properties.isPatternWhitespace || $0 == " " }
      .filter { !$0.steersTerminal }.map { String($0) }.joined()
  }
}

extension CivilDate {
  /// Minutes of the day.
  var minutes: Int { hour * 60 + minute }
}
