import Device
import Foundation
import HAL
import PortalPages
import PortalStore
import Sync

/// The views of one wearer's pages.
extension WearerScene {
  /// Urgent ones that wait, then those that were answered and may not be over yet.
  var openAlerts: [AlertSummary] {
    let answered = log.notices.reversed().filter { story in
      story.notice.escalates && story.answer != nil && !story.isClosed && mayGoOn(story)
    }
    return (waiting + answered.prefix(5)).map { summary($0) }
  }

  /// The last exit goes on until the wearer is back, and everything else is over after some hours.
  private func mayGoOn(_ story: NoticeStory) -> Bool {
    guard story.notice.matter == .perimeter(.left) else {
      return story.made.map { $0 > now + .seconds(-4 * 3600) } ?? false
    }
    let last = log.notices.last { $0.notice.matter == .perimeter(.left) }
    return log.place == .outside && story.notice.id == last?.notice.id
  }

  func overview(map: MapSource?) async throws -> OverviewView {
    let open = openAlerts
    let shown = Set(open.map(\.id))
    let earlier = log.notices.reversed().lazy.filter { !shown.contains($0.notice.id.text) }.prefix(
      5)
    let begin = waiting.compactMap(\.made).min() ?? now + .seconds(-7200)
    return OverviewView(
      contact: contact, open: open, earlier: earlier.map { summary($0) },
      place: state(of: try await newestPlace()),
      ground: try await ground(trail: begin.span(to: now + .seconds(1)), map: map),
      company: company,
      health: try await healthView(), wear: try await wear(),
      requests: requests.filter { $0.notice == nil }.prefix(5).map(view),
      companyWords: companyWords,
      photo: picture(profile?.names.wearer.photo),
      hasNoRoute: try await file.ownRevision().flatMap(SettingDesk.profile).map {
        $0.routes.mail == nil && $0.routes.relay == nil
      } ?? false)
  }

  /// Notices of one page.
  static let perPage = 50

  func alerts(before: NoticeID?) -> AlertsView {
    var stories = log.notices.reversed()[...]
    if let before, let place = stories.firstIndex(where: { $0.notice.id == before }) {
      stories = stories[stories.index(after: place)...]
    }
    let page = stories.prefix(WearerScene.perPage)
    return AlertsView(
      alerts: page.map { summary($0) },
      next: stories.count > page.count ? page.last?.notice.id.text : nil)
  }

  func alert(_ story: NoticeStory, map: MapSource?) async throws -> AlertView {
    let takes = story.takes(in: try await file.requests(taking: story.notice.id))
    let own = place(story.notice)
    let newest = try await newestPlace()
    var newer: PortalPages.Place?
    if let newest, WearerScene.isNewer(newest, than: own, at: now) { newer = newest }
    let begin = story.made ?? now
    let isUnderWay = takes.contains { $0.account == account.id && $0.isUnderWay(at: now) }
    return AlertView(
      summary: summary(story, takes: takes, since: .first), advice: advice(story.notice),
      contact: contact,
      place: state(of: own), newer: newer,
      ground: try await ground(
        trail: (begin + .seconds(-1800)).span(to: now + .seconds(1)), map: map),
      battery: story.notice.battery.map(Int.init), routes: routes(story), takes: takes.map(view),
      canTake: isWaiting(story) && !isUnderWay)
  }

  /// The sentences of the device's mail that say what to do.
  private func advice(_ notice: Notice) -> [String] {
    let paragraphs = mail(notice).body.components(separatedBy: "\n\n")
    guard paragraphs.count > 1 else { return [] }
    return paragraphs[1].components(separatedBy: "\n").dropFirst().map { $0 }
  }

  private func requests(where fits: (SyncMessage.Word) -> Bool) -> [RequestView] {
    requests.filter { fits($0.message.word) }.prefix(10).map(view)
  }

  private var companyWords: [RequestView] {
    requests {
      switch $0 {
      case .company, .companyOver: true
      case .acknowledge, .whereIs, .testAlert, .edit, .advise, .unknown: false
      }
    }
  }

  func companyView(entered: String = "", problem: CompanyView.Problem? = nil) -> CompanyView {
    CompanyView(
      contact: contact, state: company, requests: companyWords, entered: entered, problem: problem)
  }

  func testView() -> TestAlertView {
    let words = requests {
      if case .testAlert = $0 { true } else { false }
    }
    return TestAlertView(contact: contact, requests: words, routes: [])
  }

  /// The next moment at which the wearer's clock shows that minute of the day.
  func next(minuteOfDay minute: Int, after time: WallTime? = nil) -> WallTime {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = profile?.timeZone ?? .gmt
    let date = calendar.nextDate(
      after: Date(timeIntervalSince1970: Double((time ?? now).milliseconds) / 1000),
      matching: DateComponents(hour: minute / 60, minute: minute % 60, second: 0),
      matchingPolicy: .nextTime)
    return WallTime(milliseconds: Int64((date ?? .distantFuture).timeIntervalSince1970 * 1000))
  }
}
