import Device
import HAL
import PortalPages
import PortalStore
import Sync
import Words

/// Notices and requests as pages show them.
extension WearerScene {
  func mail(_ notice: Notice) -> Mail {
    let dispatch = Dispatch(
      notice: notice, recipient: Recipient(caregiver: 0, route: .mail), attempt: 1,
      late: Milliseconds(0))
    return language.mail(
      dispatch, names: names, zone: profile?.zone ?? .utc, hasInbound: false)
  }

  /// - Parameters:
  ///   - takes: the requests to take it; nil: those among the requests of the last day.
  ///   - since: the time from which on there is no other.
  func summary(
    _ story: NoticeStory, takes: [CareRequest]? = nil, since: WallTime? = nil
  ) -> AlertSummary {
    let id = story.notice.id
    let takes = takes ?? story.takes(in: requests)
    let state = state(story, takes, since ?? requestsSince)
    var take: RequestView?
    if case .waiting = state {
      take = takes.first.map(view)
    }
    return AlertSummary(
      id: id.text, title: mail(story.notice).subject, urgency: WearerScene.urgency(story.notice),
      made: story.made, state: state, take: take)
  }

  static func urgency(_ notice: Notice) -> AlertSummary.Urgency {
    if notice.escalates { return .urgent }
    switch notice.matter {
    case .day, .perimeter(.returned), .perimeter(.excursions), .location, .reminder(.due):
      return .quiet
    case .perimeter, .help, .position, .reminder, .glucose, .dose, .clock, .batteryLow, .power,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      return .notable
    }
  }

  private func state(
    _ story: NoticeStory, _ takes: [CareRequest], _ since: WallTime
  ) -> AlertSummary.State {
    if let answer = story.answer { return .answered(view(answer, takes, since: since)) }
    guard story.notice.escalates else { return .told }
    return isWaiting(story) ? .waiting : .over(story.closed)
  }

  /// An answer that no request made came by mail, if all requests are known from which it can be.
  ///
  /// - Parameter since: the time from which on there are no other `takes`.
  func view(_ answer: Answer, _ takes: [CareRequest], since: WallTime) -> AlertAnswer {
    let isOurs = takes.contains {
      $0.message.caregiver == Int(answer.caregiver) + 1 && $0.sent != nil && $0.outcome != .refused
        && $0.outcome != .expired
    }
    let knowsAll = since == .first || (answer.at.map { since <= $0 + .seconds(-14_400) } ?? false)
    return AlertAnswer(
      by: name(who: answer.who, caregiver: answer.caregiver), at: answer.at,
      way: isOurs ? .portal : knowsAll ? .mail : .unknown, photo: photo(who: answer.who))
  }

  /// A request and its fate. "The device knows" only once the device's own log says so.
  func view(_ request: CareRequest) -> RequestView {
    RequestView(
      wish: WearerScene.wish(request), by: request.who,
      isYours: request.account == account.id, asked: request.made,
      until: request.message.until.map(WallTime.init(milliseconds:)), fate: fate(request))
  }

  private static func wish(_ request: CareRequest) -> RequestView.Wish {
    switch request.message.word {
    case .edit(let edit, _): .diary(DiaryChange(edit, request.edit ?? .changed))
    case .acknowledge, .unknown: .take
    case .whereIs: .place
    case .company(let until, _, _): .company(until: WallTime(milliseconds: until))
    case .companyOver: .companyOver
    case .testAlert: .testAlert
    case .advise: .advice
    }
  }

  private func fate(_ request: CareRequest) -> RequestView.Fate {
    let done = request.done ?? now
    if case .edit(let edit, _) = request.message.word { return fate(request, of: edit) }
    switch request.outcome {
    case .refused: return .refused(done, refusal(request))
    case .expired:
      // The device says so at its next call, which may be days later.
      let until = request.message.until.map(WallTime.init(milliseconds:)) ?? done
      return .expired(min(until, done))
    case .applied:
      guard let id = request.notice else { return .applied(done) }
      // The outcome alone is not enough: its record must have come, too.
      if let answer = log.notice(id)?.answer { return .applied(answer.at ?? done) }
      return .fetched(request.sent ?? done)
    case nil:
      // A device that has it may have done it in time, and says so for another day.
      if let until = request.message.until.map(WallTime.init(milliseconds:)),
        (request.sent == nil ? until : until + .seconds(86_400)) <= now
      {
        return .expired(until)
      }
      return request.sent.map { .fetched($0) } ?? .queued(due: contact.due)
    }
  }

  /// The record alone is not enough, and neither is the outcome alone. But a change that stands in the diary is
  /// not said to have failed.
  private func fate(_ request: CareRequest, of edit: SyncEdit) -> RequestView.Fate {
    let done = request.done ?? now
    let sent = request.sent ?? done
    let isThere = log.has(edit)
    switch request.outcome {
    case .applied: return isThere ? .applied(done) : .fetched(sent)
    case .refused: return .refused(done, refusal(request))
    case .expired where log.holds(edit): return .applied(done)
    case .expired:
      return .expired(min(request.message.until.map(WallTime.init(milliseconds:)) ?? done, done))
    case nil:
      guard let until = request.message.until.map(WallTime.init(milliseconds:)) else {
        return .fetched(sent)
      }
      // A device that has it may have made it in time, and says so for another day.
      let isLost = request.sent == nil ? until <= now : until + .seconds(86_400) <= now
      if isLost { return .expired(until) }
      return request.sent.map { .fetched($0) } ?? .queued(due: contact.due)
    }
  }

  private func refusal(_ request: CareRequest) -> RequestView.Refusal {
    if let id = request.notice, let story = log.notice(id), !log.isWaiting(story) {
      return .alreadyOver
    }
    if request.why == CareRequest.noRight { return .noRight }
    guard let reason = request.why.flatMap(SyncReason.init) else {
      return .other(request.why ?? "")
    }
    return switch reason {
    case .unknownWord: .unknownWord
    case .unknownCaregiver: .unknownCaregiver
    case .unknownNotice: .unknownAlert
    case .answered: .alreadyOver
    case .past: .past
    case .tooFar: .tooFar
    case .timeUnknown: .clockUntrusted
    case .nobodyToTell: .nobodyToTell
    case .diaryChanged: .diaryChanged
    case .entryAhead: .entryAhead
    case .entryGone: .entryGone
    case .entryUnfit: .entryUnfit
    case .noRecording: .noRecording
    case .noHome: .noHome
    case .noAdvice: .noAdvice
    case .notTaken: .other(reason.rawValue)
    }
  }

  // MARK: Routes

  /// The fate of a notice on each way to each caregiver of the list, as far as the device has recorded it.
  func routes(_ story: NoticeStory) -> [RouteFate] {
    var fates: [RouteFate] = []
    for (place, caregiver) in (profile?.caregivers ?? []).enumerated() {
      let ways: [(Bool, Route, RouteFate.Way)] = [
        (caregiver.setting.hasMail, .mail, .mail), (caregiver.setting.hasRelay, .relay, .relay),
      ]
      for (has, route, way) in ways where has {
        let mine = story.deliveries.filter {
          $0.route == route
            && ($0.who == 0 ? $0.caregiver == place : $0.who == caregiver.setting.who)
        }
        fates.append(
          RouteFate(
            caregiver: caregiver.words.name, kinship: caregiver.words.kinship, way: way,
            fate: fate(mine, of: story, place, caregiver.setting.who), attempts: mine.count))
      }
    }
    return fates
  }

  private func fate(
    _ deliveries: [Delivery], of story: NoticeStory, _ place: Int, _ who: UInt32
  ) -> RouteFate.Fate {
    if let taken = deliveries.last(where: { $0.outcome == .accepted }) {
      return .accepted(taken.at)
    }
    if let refused = deliveries.last(where: { $0.outcome == .permanent }) {
      return .refused(refused.at, why: nil)
    }
    let isMeant = story.notice.audience == 0 || story.notice.audience >> UInt8(place) & 1 == 1
    let isReached = story.deliveries.contains {
      $0.outcome == .accepted && ($0.who == 0 ? $0.caregiver == place : $0.who == who)
    }
    if story.answer != nil || story.isClosed || !isMeant || isReached { return .notNeeded }
    if !story.notice.escalates, story.isTold { return .notNeeded }
    if place == 0 || story.notice.audience != 0 { return .trying }
    // One that is over and that nobody has goes to its first reader only, and on to the next where a server refuses.
    let isRefused = story.deliveries.contains { $0.outcome == .permanent }
    let isOver = story.notice.escalates && !isWaiting(story)
    return isOver && !isRefused ? .notNeeded : .turnAhead
  }
}

extension NoticeStory {
  /// The requests to take this very notice. One of a device before may have had the same number.
  func takes(in requests: [CareRequest]) -> [CareRequest] {
    requests.filter { request in
      guard request.notice == notice.id else { return false }
      if case .acknowledge(let token, _) = request.message.word, notice.token != 0 {
        return token == notice.token
      }
      // A notice without a token has its time only, and the two clocks may differ a little.
      return made.map { request.made >= $0 + .seconds(-600) } ?? true
    }
  }
}
