import Checkers
import Device
import Diary
import Entries
import Foundation
import HAL
import Link
import PortalServer
import Profile
import Simulator
import Sync
import Synchronization

/// A real core in a simulated life, which calls a real portal: the same `Link` as on a wrist, over HTTP.
///
/// World and core live on one thread, at the pace of the portal's clock. Calls go out on others.
final class FamilyDevice: @unchecked Sendable {
  private let life: FamilyLife
  private let clock: PortalClock
  private let address: String
  private let key: String
  private let identity: UInt64

  private var world: World<Unseen>
  private var device = Device()
  private var link = Link()
  private var places = LinkPlaces(.always)
  private var sentPlaces: [SyncPlace] = []
  private var moved = MovedMinutes()
  private var battery: BatteryLevel?
  private var log: [SyncRecord] = []
  private var sequence: Int64 = 0
  private var annotations: [SyncAnnotation] = []
  private var tokens: [UInt64: UInt64] = [:]
  private var answered: Set<Answered> = []
  private var boot: UInt32 = 0
  private var heard = Instant.start
  private let recording: FamilyRecording
  private var inHand: (message: Message, isTaken: Bool, refusal: String?)?
  /// The answer to the call that is out; a newer call has a higher number.
  private let arrived = Arrivals()
  private var calls = 0
  /// The profile in force: the device's own, with what the portal may change of it.
  private var profile: Profile
  /// The revision on which the device lives; nil: its own file alone.
  private var inForce: SyncProfile?

  private struct Answered: Hashable {
    var notice: UInt64
    var caregiver: UInt8
  }

  /// Nobody judges this life.
  struct Unseen: WorldObserver {
    mutating func see(_ event: Event, _ truth: Truth) {}
    mutating func see(_ fix: FixSighting, _ truth: Truth) {}
    mutating func see(_ action: Action, during event: Event, _ truth: Truth) {}
    mutating func see(_ change: WorldChange, _ truth: Truth) {}
  }

  /// - Parameter folder: for files that go with the family.
  init(
    _ life: FamilyLife, address: String, key: String, identity: UInt64, clock: PortalClock,
    folder: String
  ) {
    recording = FamilyRecording(in: folder)
    self.life = life
    self.address = address
    self.key = key
    self.identity = identity
    self.clock = clock
    profile = life.own
    world = World(life.plan, observer: Unseen())
    for (record, at) in life.past { keep(record, at) }
  }

  /// Lives until the process ends.
  func begin() {
    let thread = Thread { [self] in
      while true {
        live(until: clock.now)
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func live(until wall: WallTime) {
    let now = Instant(milliseconds: wall.milliseconds - life.plan.start.milliseconds)
    while world.truth.now < now {
      let wake = min(device.nextDeadline ?? now, now)
      guard let event = world.nextEvent(before: wake) else { return }
      hand(event)
    }
    hear()
    callIfDue()
  }

  private func hand(_ event: Event) {
    // While the core is at work, nobody can ask it for the time.
    let wall = wall
    device.handle(event) { action in
      see(action, wall)
      world.perform(action, during: event)
    }
    settle(event)
  }

  private var wall: WallTime? { device.wallTime(at: world.truth.now) }

  // MARK: What the core does

  private func see(_ action: Action, _ wall: WallTime?) {
    if inHand != nil { judge(action) }
    guard case .store(let record) = action else { return }
    switch record {
    case .outbox(.notice(let notice)): tokens[notice.token] = notice.id.value
    case .outbox(.acknowledged(let id, let caregiver)):
      answered.insert(Answered(notice: id.value, caregiver: caregiver))
    case .outbox, .alive, .place, .reminder, .accompanied, .diary, .meal: break
    }
    keep(record, wall)
    if record.isNewsForPortal { link.stir(at: world.truth.now) }
  }

  private func keep(_ record: Record, _ wall: WallTime?) {
    // Each sign of life takes a number of its own, and stays on the device.
    sequence += 1
    if case .alive = record { return }
    log.append(
      SyncRecord(
        sequence: sequence, written: wall?.milliseconds, log: record.words, sharing: .always))
  }

  private func judge(_ action: Action) {
    switch (action, inHand?.message) {
    case (.outbox(.acknowledged(_, let by)), .acknowledged(_, let caregiver)):
      if by == caregiver { inHand?.isTaken = true }
    case (.company(.accompanied), .accompanied): inHand?.isTaken = true
    case (.company(.refused), .accompanied): inHand?.refusal = "the hour does not count"
    default: break
    }
  }

  private func settle(_ event: Event) {
    switch event.kind {
    case .fix(let fix):
      recording.note(event)
      heard = event.at
      if device.refusal == nil, let wall {
        places.learn(fix, wall: wall, isOpen: link.isOpen)
        let local = wall.milliseconds + life.household.zone.offset(at: wall) * 60_000
        moved.learn(
          fix, day: Int(local / 86_400_000), minute: Int(local / 60_000 % 1440))
      }
    case .battery(let level): battery = level
    case .booted(let boot):
      self.boot = boot.number
      link.restart()
    case .message:
      if let done = inHand {
        var refusal = done.refusal
        if !done.isTaken, case .acknowledged = done.message {
          refusal = SyncReason.answered.rawValue
        }
        link.handled(done.message, refused: refusal, at: event.at)
        inHand = nil
      }
    case .restored, .setting, .clock, .keys, .key, .reading, .edited, .answer, .storage,
      .shuttingDown, .deadline:
      break
    }
    link.learn(isOpen: device.hasOpenMatter(), at: event.at)
  }

  // MARK: Calls

  private func callIfDue() {
    let now = world.truth.now
    guard let due = link.due, due <= now, !life.isOffline(at: now) else { return }
    if link.isCalling { link.drop() }
    let next = log.filter { $0.sequence > link.memory.stored }
    sentPlaces = places.next
    let request = link.request(
      device: identity, boot: boot,
      records: (
        Array(next.prefix(SyncLimits.records)), next.count > SyncLimits.records
      ),
      annotations: annotations.filter { annotation in
        next.prefix(SyncLimits.records).contains { $0.sequence == annotation.sequence }
      }, places: sentPlaces, health: health(at: now),
      file: LinkFile(text: life.profile, mark: "own", revision: inForce))
    link.kept()
    calls += 1
    let number = calls
    Task.detached { [address, key, arrived] in
      let result: Result<SyncAnswer, any Error>
      do {
        let reply = try await Curl.post(
          address + "/device/sync", ["Authorization: Bearer \(key)"], request.json, seconds: 80)
        guard reply.status == 200 else { throw Curl.Failure(description: "\(reply.status)") }
        result = .success(try SyncAnswer(json: reply.body))
      } catch {
        result = .failure(error)
      }
      arrived.put(number, result)
    }
  }

  /// A change of the diary, by the rules of a device's own.
  private func take(_ edit: SyncEdit, _ id: Int64, isOver: Bool, at now: Instant) {
    guard let wall else { return }
    guard let change = RemoteEdit(edit) else {
      return link.ended(id, refused: SyncReason.entryUnfit.rawValue, at: now)
    }
    switch change.judgement(diaryLines, at: wall) {
    case .before: link.ended(id, refused: nil, at: now)
    case .new where isOver, .refused where isOver: link.expired(id, at: now)
    case .refused(let why): link.ended(id, refused: SyncReason(why).rawValue, at: now)
    case .new:
      for change in change.changes {
        keep(change.record, wall)
        if let text = change.annotation {
          annotations.append(
            SyncAnnotation(sequence: sequence, category: text.category, notes: text.notes))
        }
        hand(Event(at: world.truth.now, .edited(change.record)))
      }
      link.ended(id, refused: nil, at: now)
    }
  }

  private var diaryLines: [DiaryLine] {
    log.compactMap { entry in
      guard let words = entry.words, case .diary? = Record(words) else { return nil }
      return DiaryLine(
        sequence: entry.sequence, words: words,
        written: entry.written.map { WallTime(milliseconds: $0) })
    }
  }

  private func health(at now: Instant) -> SyncHealth {
    SyncHealth(
      battery: (battery?.percent).map { Int($0) }, charging: battery?.isCharging,
      gps: now - heard < .seconds(30) ? device.isPositionLost ? .none : .ok : .lost,
      clock: wall == nil ? .untrusted : .trusted, movedMinutes: moved.count, diskMegabytes: 5120,
      waiting: 0, version: "simulated")
  }

  private func hear() {
    let now = world.truth.now
    guard let reply = arrived.take(), reply.number == calls, link.isCalling else {
      return
    }
    switch reply.result {
    case .failure: link.failed(at: now)
    case .success(let answer):
      places.took(sentPlaces)
      let zone = life.household.zone
      let facts = LinkFacts(
        caregivers: profile.caregivers.map(\.setting.who),
        minuteOfDay: { Int16(($0.milliseconds / 60_000 + zone.offset(at: $0)) % 1440) },
        isOurs: { self.tokens[$0] != nil },
        isAnswered: { token, caregiver in
          self.tokens[token].map {
            self.answered.contains(Answered(notice: $0, caregiver: caregiver))
          } ?? false
        })
      let news = link.took(answer, at: now, wall: wall, facts)
      for message in news.messages {
        inHand = (message.word, false, nil)
        hand(Event(at: world.truth.now, .message(message.word)))
      }
      if let revision = news.profile { take(revision, at: now) }
      for news in news.edits { take(news.edit, news.id, isOver: news.isOver, at: now) }
      for question in news.advise {
        let advice = recording.advice(centre: profile.perimeter.center)
        let refusal = advice == nil ? SyncReason.noHome.rawValue : nil
        link.ended(question, refused: refusal, advice: advice, at: now)
      }
      // Its servers take every mail, and a test as well.
      if let test = news.test { link.ended(test.id, refused: nil, at: now) }
    }
  }
}

/// Revisions of the profile.
extension FamilyDevice {
  /// Takes a revision, all of it or nothing, by the rules of a wrist.
  private func take(_ revision: SyncProfile, at now: Instant) {
    do {
      let merged = try life.own.taking(Profile(text: revision.yaml, file: "the portal's text"))
      let changes = profile.changes(to: merged)
      profile = merged
      world.adopt(FamilyLife.household(merged), telling: changes)
      inForce = revision
      link.taken(revision: revision.revision, at: now)
    } catch {
      link.refused(revision: revision.revision, why: "\(error)", at: now)
    }
  }
}

/// The answer to a call, on its way from the call's thread to that of the device.
private final class Arrivals: Sendable {
  private let newest = Mutex<(number: Int, result: Result<SyncAnswer, any Error>)?>(nil)

  func put(_ number: Int, _ result: Result<SyncAnswer, any Error>) {
    newest.withLock { if number >= $0?.number ?? 0 { $0 = (number, result) } }
  }

  func take() -> (number: Int, result: Result<SyncAnswer, any Error>)? {
    newest.withLock { $0.take() }
  }
}

extension SyncReason {
  fileprivate init(_ refusal: RemoteEdit.Refusal) {
    self =
      switch refusal {
      case .outdated: .diaryChanged
      case .ahead: .entryAhead
      case .gone: .entryGone
      case .unfit: .entryUnfit
      }
  }
}
