import Device
import HAL
import PortalPages
import PortalStore
import Quit

/// The page of a wearer who gives up smoking.
extension WearerScene {
  /// Nil: the device's profile has no section `quit`, or there is none.
  ///
  /// - Parameter tip: counted from 1; any other number is one that the time chooses.
  func quitView(tip: Int?) -> QuitView? {
    guard let own, own.quit != nil || !own.isReadable else { return nil }
    let tip = tip.flatMap { Tip.all.indices.contains($0 - 1) ? $0 - 1 : nil }
    return QuitView(
      contact: contact, told: own.read, unreadable: own.isReadable ? nil : own.told,
      figures: own.quit.map(figures),
      tip: tip ?? Tip.at(own.quit.map { $0.zone.highest(at: now).count } ?? 0))
  }

  private func figures(_ quit: KnownQuit) -> QuitView.Figures {
    let status = quit.status(log, at: now)
    return QuitView.Figures(
      plan: quit.plan, status: status, now: quit.zone.highest(at: now),
      steps: Milestone.all.map { milestone in
        QuitView.Step(
          milestone: milestone,
          due: milestone.due(since: quit.plan.quitAt, slips: status.slips, in: quit.zone))
      },
      answers: quit.cravings(in: log).map { QuitView.Answer(at: $0.at, strength: $0.value) })
  }
}
