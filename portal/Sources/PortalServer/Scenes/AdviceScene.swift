import HAL
import PortalPages
import PortalStore
import Sync

extension WearerScene {
  /// The device's newest advice on the perimeter, and the questions of the last day.
  func adviceView() async throws -> AdviceView {
    let newest = try await file.newestAdvice()
    let asked = requests.filter {
      if case .advise = $0.message.word { true } else { false }
    }
    let isAsked = asked.contains { $0.account == account.id && $0.isUnderWay(at: now) }
    let shown = asked.first.map { $0.message.id == newest?.message.id ? [] : [view($0)] } ?? []
    guard let newest, let advice = newest.advice else {
      return AdviceView(requests: shown, isAsked: isAsked)
    }
    let centre = profile?.center
    return AdviceView(
      figures: AdviceView.Figures(advice), at: newest.done,
      isMoved: centre?.latitudeE7 != advice.latitude || centre?.longitudeE7 != advice.longitude,
      requests: shown, isAsked: isAsked)
  }
}

extension AdviceView.Figures {
  fileprivate init(_ advice: SyncAdvice) {
    func stay(_ stay: SyncAdvice.Stay?) -> AdviceView.Stay? {
      stay.map { AdviceView.Stay(distance: Metres($0.distance), days: $0.days) }
    }
    self.init(
      days: advice.days, atHome: .seconds(advice.atHome), fixes: advice.fixes,
      off: Metres(advice.off), scatter: Metres(advice.scatter), needed: Metres(advice.needed),
      radius: advice.radius, farthest: stay(advice.farthest), beyond: stay(advice.beyond),
      seldom: stay(advice.seldom), rival: stay(advice.rival))
  }
}
