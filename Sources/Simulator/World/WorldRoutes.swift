import Checkers
import Device
import HAL

/// Servers that fail apart, each for whom it serves.
extension World {
  /// The trouble on the route to somebody; nil: none.
  func trouble(to person: UInt32, _ route: Route) -> ServerTrouble.Kind? {
    PeopleFaults.trouble(faults.people.servers, plan.household, to: person, route)
  }

  /// Decides the outcome of an attempt whose server alone is in trouble.
  mutating func send(
    _ dispatch: Dispatch, to person: UInt32, _ trouble: ServerTrouble.Kind, usual: Milliseconds
  ) {
    var outcome = DeliveryOutcome.transient
    var comes = usual
    switch trouble {
    case .transient: break
    case .permanent: outcome = .permanent
    case .silent:
      hanging.append(
        Hanging(
          answer: NetworkAnswer(
            notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: .transient),
          person: person))
      return
    case .halfOpen: comes = .seconds(50)
    case .lostAnswers:
      schedule(.serverTakes(dispatch, person), at: truth.now + usual)
      comes = .seconds(600)
    }
    let answer = NetworkAnswer(
      notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: outcome)
    schedule(.event(.answer(answer)), at: truth.now + comes)
  }

  /// A server that said nothing is back, and breaks the connections that were left standing.
  mutating func breakConnections() {
    guard !hanging.isEmpty else { return }
    let all = hanging
    hanging = []
    for entry in all {
      if trouble(to: entry.person, entry.answer.recipient.route) == .silent {
        hanging.append(entry)
      } else {
        schedule(.event(.answer(entry.answer)), at: truth.now + .seconds(2))
      }
    }
  }
}

extension PeopleFaults {
  static func trouble(
    _ servers: [ServerTrouble], _ household: Household, to person: UInt32, _ route: Route
  ) -> ServerTrouble.Kind? {
    servers.last { trouble in
      if let wanted = trouble.route, wanted != route { return false }
      guard let place = trouble.caregiver else { return true }
      return household.person(at: place) == person
    }?.kind
  }
}

/// An attempt whose server says nothing.
struct Hanging: Sendable {
  var answer: NetworkAnswer
  var person: UInt32
}
