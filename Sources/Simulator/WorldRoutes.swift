import Device
import HAL

/// Servers that fail apart, each for whom it serves.
extension World {
  /// What is wrong with the way to somebody; nil: nothing.
  func trouble(to person: UInt32, _ route: Route) -> ServerTrouble.Kind? {
    faults.people.servers.last { trouble in
      if let wanted = trouble.route, wanted != route { return false }
      guard let place = trouble.caregiver else { return true }
      return plan.household.person(at: place) == person
    }?.kind
  }

  /// What becomes of an attempt whose server alone is in trouble.
  mutating func send(
    _ dispatch: Dispatch, to person: UInt32, _ trouble: ServerTrouble.Kind, usual: Milliseconds
  ) {
    var outcome = DeliveryOutcome.transient
    var comes = usual
    switch trouble {
    case .transient: break
    case .permanent: outcome = .permanent
    case .silent: return
    case .halfOpen: comes = .seconds(50)
    case .lostAnswers:
      schedule(.serverTakes(dispatch, person), at: truth.now + usual)
      comes = .seconds(600)
    }
    let answer = NetworkAnswer(
      notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: outcome)
    schedule(.event(.answer(answer)), at: truth.now + comes)
  }
}
