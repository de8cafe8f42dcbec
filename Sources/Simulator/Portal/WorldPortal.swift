import Checkers
import Device
import HAL
import Link
import Sync

/// The portal's server, and the way to it.
extension World {
  private typealias Trouble = PortalTrouble

  // MARK: The device's side

  /// The device has dealt with an event.
  /// - Parameter now: by the device's own clock.
  public mutating func settlePortal(_ device: inout Device, at now: Instant, after event: Event) {
    guard portal != nil, truth.isPowered else { return }
    let wall = device.trustedTime(at: now)
    portalWall = wall
    if case .fix(let fix) = event.kind, device.refusal == nil {
      let isOpen = portal?.link.isOpen ?? false
      portal?.places.learn(fix, wall: wall, isOpen: isOpen)
    }
    if case .edited = event.kind { stirPortal() }
    if let done = portal?.inHand {
      portal?.settling.append((done.message, done.verdict.refusal(of: done.message)))
      portal?.inHand = nil
    }
    portal?.link.learn(isOpen: device.hasOpenMatter(), at: truth.now)
    settleStored()
  }

  /// Tells the portal what is durable.
  private mutating func settleStored() {
    guard storage?.refused == 0, let settling = portal?.settling else { return aimPortal() }
    for done in settling {
      portal?.link.handled(done.message, refused: done.refusal, at: truth.now)
    }
    portal?.settling = []
    aimPortal()
  }

  /// The core is about to get a message.
  mutating func portalHands(_ message: Message) {
    if portal != nil, let end = message.companyEnd {
      portal?.link.learn(companyEnd: end, at: truth.now)
      aimPortal()
    }
    guard let handed = portal?.handed, let at = handed.firstIndex(where: { $0.message == message })
    else { return }
    portal?.handed.remove(at: at)
    portal?.inHand = (handed[at].id, message, LinkVerdict())
    tell(.portal(.handed(handed[at].id, caregiver: message.caregiver)))
  }

  mutating func portalSees(_ action: Action) {
    guard portal != nil else { return }
    if let inHand = portal?.inHand { portal?.inHand?.verdict.see(action, inHand.message) }
    guard case .store(let record) = action else { return }
    portal?.answers.learn(record)
    if record.isNewsForPortal { stirPortal() }
    if case .outbox(.notice(let notice)) = record, case .profileChanged = notice.matter,
      storage?.refused == 0
    {
      portal?.untold = ProfileChanges()
    }
  }

  private mutating func stirPortal() {
    portal?.lastStored = truth.now
    portal?.link.stir(at: truth.now)
  }

  /// The device starts: the link knows what its memory has.
  mutating func bootPortal() {
    guard var portal else { return }
    portal.link = Link(portal.disk)
    portal.link.compare(mark: linkMark(at: portal.link.memory.stored))
    portal.link.clamp(to: Int64(storage?.count ?? 0))
    portal.port.drop()
    portal.answers = AnsweredTokens()
    for case .restored(let record) in handOver { portal.answers.learn(record) }
    (portal.inHand, portal.handed, portal.settling, portal.aimed) = (nil, [], [], nil)
    portal.places = LinkPlaces(.open)
    portalWall = nil
    if !portal.untold.isEmpty { handOver.append(.setting(.changed(portal.untold))) }
    self.portal = portal
    aimPortal()
  }

  private mutating func aimPortal() {
    guard let due = portal?.link.due, due != portal?.aimed else { return }
    portal?.aimed = due
    schedule(.portal(.call), at: max(due, truth.now))
  }

  mutating func callPortal() {
    guard truth.isPowered, var portal else { return }
    portal.aimed = nil
    guard let due = portal.link.due, due <= truth.now else {
      self.portal = portal
      return aimPortal()
    }
    if portal.port.isCalling {
      portal.port.drop()
      portal.link.drop()
    }
    keep(&portal)
    let stored = portal.link.memory.stored
    let rows = logBehind(stored)
    portal.sent = portal.places.next
    var health = SyncHealth(
      gps: hadPosition ? .ok : .none, clock: portalWall == nil ? .untrusted : .trusted,
      version: "simulated")
    health.waiting = 0
    let isFileGood = faults.people.badProfile == nil
    let mark = "\(portal.file)"
    let sent = Array(rows.prefix(SyncLimits.records))
    let request = portal.link.request(
      device: 1, boot: boots, records: (sent, rows.count > SyncLimits.records),
      mark: sent.last.flatMap { linkMark(at: $0.sequence) }, places: portal.sent, health: health,
      file: isFileGood ? LinkFile(text: mark, mark: mark) : nil
    )
    guard (try? portal.port.call(request)) != nil, let call = portal.port.take() else {
      portal.link.failed(at: truth.now)
      self.portal = portal
      return aimPortal()
    }
    let number = portal.port.number
    let way = Milliseconds(portal.draws.draw(30...900) + late)
    self.portal = portal
    if cannotReach {
      schedule(.portal(.comesBack(number, .nothing)), at: truth.now + .seconds(5))
    } else {
      schedule(.portal(.serves(number, call)), at: truth.now + way)
      for case .twice(let span) in faults.portal {
        // Nobody waits for the answer to the second one.
        schedule(.portal(.serves(-1, call)), at: truth.now + way + span)
      }
    }
    aimPortal()
  }

  private var late: Int64 {
    var sum: Int64 = 0
    for case .late(let span) in faults.portal { sum += span.count }
    return min(sum, 40_000)
  }

  private var cannotReach: Bool {
    faults.isOut || faults.isHalfOpen || faults.portal.contains(.away)
  }

  /// A disk in trouble keeps the file of before.
  private func keep(_ portal: inout PortalLink) {
    guard faults.storage == nil, portal.link.isMemoryNews else { return }
    portal.disk = portal.link.memory
    portal.link.kept()
  }

  /// The mark of a record on the medium; nil: there is none.
  private func linkMark(at sequence: Int64) -> Int64? {
    guard sequence > 0 else { return nil }
    var mark: Int64?
    storage?.visit(behind: Int(sequence) - 1) { _, words in
      mark = words.linkMark
      return false
    }
    return mark
  }

  /// The log as it lies on the medium, without signs of life.
  func logBehind(_ sequence: Int64) -> [SyncRecord] {
    var rows: [SyncRecord] = []
    storage?.visit(behind: Int(sequence)) { place, words in
      if case .alive? = Record(words) { return rows.count <= SyncLimits.records }
      rows.append(
        SyncRecord(sequence: Int64(place), written: nil, log: words, sharing: .open))
      return rows.count <= SyncLimits.records
    }
    return rows
  }

  // MARK: The server's side

  mutating func occur(_ way: PortalWay) {
    switch way {
    case .call: callPortal()
    case .serves(let number, let request): serve(request, number)
    case .holdEnds(let number): if portal?.held?.number == number { answerHeld() }
    case .comesBack(let number, let says): hear(says, number)
    case .brings(let profile): take(profile)
    }
  }

  private mutating func serve(_ request: SyncRequest, _ number: Int) {
    // No second copy comes from a life whose end cost the medium records: it would bring them back.
    if number < 0, let portal, request.boot <= portal.shortened { return }
    guard !cannotReach else {
      return schedule(.portal(.comesBack(number, .nothing)), at: truth.now + .seconds(50))
    }
    guard !faults.portal.contains(.old) else {
      return schedule(.portal(.comesBack(number, .upgrade)), at: truth.now + Milliseconds(100))
    }
    let news = portal?.server.take(request) ?? []
    for done in news {
      tell(
        .portal(
          .shown(
            done.message, isApplied: done.outcome == .applied, isExpired: done.outcome == .expired)
        ))
    }
    guard number > 0 else { return }
    if request.wait, portal?.server.hasNews(for: request) == false {
      portal?.held = (number, request)
      schedule(.portal(.holdEnds(number)), at: truth.now + .seconds(Int64(SyncLimits.hold)))
    } else {
      answer(request, number)
    }
  }

  mutating func answerHeld() {
    guard let held = portal?.held else { return }
    portal?.held = nil
    answer(held.request, held.number)
  }

  private mutating func answer(_ request: SyncRequest, _ number: Int) {
    guard let server = portal?.server else { return }
    let isLost = cannotReach || faults.portal.contains(.losesAnswers)
    let says = isLost ? PortalSays.nothing : .answer(server.answer(to: request, isWatched: false))
    let way = isLost ? 50_000 : (portal?.draws.draw(30...900) ?? 30) + late
    schedule(.portal(.comesBack(number, says)), at: truth.now + Milliseconds(way))
  }

  private mutating func hear(_ says: PortalSays, _ number: Int) {
    guard truth.isPowered else { return }
    portal?.port.arrive(says, to: number)
    guard let says = portal?.port.read() else { return }
    switch says {
    case .nothing: portal?.link.failed(at: truth.now)
    case .upgrade: portal?.link.failed(isFinal: true, at: truth.now)
    case .answer(let answer): take(answer)
    }
    aimPortal()
  }

  private mutating func take(_ answer: SyncAnswer) {
    guard var portal else { return }
    let zone = household.zone
    let answers = portal.answers
    let facts = LinkFacts(
      // A device without any profile knows nobody.
      caregivers: truth.hasProfile ? household.caregivers.map(\.who) : [],
      minuteOfDay: { wall in
        let minute = wall.milliseconds / 60_000 + zone.offset(at: wall)
        return Int16((minute % 1440 + 1440) % 1440)
      }, isOurs: { answers.knows($0) }, isAnswered: { answers.has($0, $1) })
    portal.places.took(portal.sent)
    let wall = portalWall
    let news = portal.link.took(answer, at: truth.now, wall: wall, facts)
    portal.handed += news.messages.map { ($0.id, $0.word) }
    keep(&portal)
    self.portal = portal
    // The wrist also posts the words of an answer before the settings that it brings.
    handOver += news.messages.map { .message($0.word) }
    for (id, edit, isOver) in news.edits { make(edit, id, isOver: isOver) }
    if let profile = news.profile { schedule(.portal(.brings(profile)), at: truth.now) }
  }

  private mutating func take(_ profile: SyncProfile) {
    guard let number = Int(profile.yaml), let profiles = portal?.profiles,
      profiles.indices.contains(number), faults.people.badProfile == nil
    else { return }
    let new = profiles[number]
    let changes = household.changes(to: new)
    portal?.untold.formUnion(changes)
    portal?.link.taken(revision: profile.revision, at: truth.now)
    if let memory = portal?.link.memory { portal?.disk = memory }
    file = new
    readProfile()
    tell(.portal(.revision(profile.revision, changes)))
    if let untold = portal?.untold, !untold.isEmpty { handOver.append(.setting(.changed(untold))) }
  }

  // MARK: The caregivers

  mutating func say(_ word: PortalWord, by caregiver: UInt8, for span: Milliseconds) {
    guard portal != nil, Int(caregiver) < household.caregivers.count else { return }
    let now = trueWall(at: truth.now)
    let number = Int(caregiver) + 1
    let until = WallTime(milliseconds: now.milliseconds + span.count)
    var said: (SyncMessage.Word, WallTime?, token: UInt64)?
    switch word {
    case .acknowledges:
      if let token = portal?.server.newestToken {
        said = (.acknowledge(token: token, caregiver: number), until, token)
      }
    case .asks: said = (.whereIs(caregiver: number), until, 0)
    case .company(let span):
      let end = (now.milliseconds + span.count) / 60_000 * 60_000
      said = (.company(until: end, said: now.milliseconds, caregiver: number), until, 0)
    case .companyOver:
      said = (.companyOver(said: now.milliseconds, caregiver: number), nil, 0)
    }
    let who = household.caregivers[Int(caregiver)].who
    guard let said, let id = portal?.server.say(at: now, until: said.1, who: who, said.0) else {
      return
    }
    tell(.portal(.said(id, word, who: who, token: said.token, until: said.1)))
    answerHeld()
  }

  /// Somebody saved a profile on the portal's page.
  mutating func save(_ household: Household) {
    portal?.profiles.append(household)
    if let number = portal?.profiles.count { portal?.server.save("\(number - 1)") }
    answerHeld()
  }

  /// Somebody edited the file on the device, which has the last word.
  mutating func portalFile(_ household: Household) {
    portal?.profiles.append(household)
    if let number = portal?.profiles.count { portal?.file = number - 1 }
    portal?.link.stir(at: truth.now)
  }

  /// The portal's copy beside the log, where the device believes that it is stored, and at the end.
  mutating func comparePortal() {
    guard let server = portal?.server, truth.isPowered, truth.isCalm else { return }
    var mine: [Int64: RecordWords] = [:]
    storage?.visit(behind: 0) { place, words in
      if case .alive? = Record(words) { return true }
      mine[Int64(place)] = words
      return true
    }
    // A portal that is out of reach holds what a medium has lost since, and hears of it later.
    let different = server.log.first { record in
      mine[record.sequence].map { $0 != record.words } ?? false
    }
    let difference = cannotReach ? nil : different?.sequence
    let there = Set(server.log.map(\.sequence))
    // New records may be on their way.
    let isSettled = truth.now - (portal?.lastStored ?? .start) > .seconds(300)
    let missing = isSettled && !cannotReach ? mine.keys.count { !there.contains($0) } : 0
    tell(.portal(.compared(difference: difference, missing: missing)))
  }
}

/// Something on the way between device and portal.
enum PortalWay: Sendable {
  case call
  /// The server gets it; the number of the call, -1 for one to which nobody hears the answer.
  case serves(Int, SyncRequest)
  case holdEnds(Int)
  case comesBack(Int, PortalSays)
  /// The settings of an answer, behind its messages.
  case brings(SyncProfile)
}
