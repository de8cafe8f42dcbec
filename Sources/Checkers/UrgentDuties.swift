import Device
import HAL

/// Somebody must be tried, by a certain moment.
struct UrgentDuty: Sendable {
  var notice: NoticeID
  var person: UInt32
  /// The one before in the list, for whose silence this person is owed.
  var after: UInt32?
  /// Nil: by any.
  var route: Route?
  var by: Instant
  var invariant: Invariant
}

/// A notice of help, of an exit or of low glucose, and whom the device tried to bring it to.
struct UrgentCase: Sendable {
  enum Kind: Sendable {
    case help
    case exit
    case lowGlucose
  }

  struct Try: Sendable {
    var person: UInt32
    var recipient: Recipient
    var at: Instant
    var isAnswered = false
  }

  var notice: NoticeID
  var token: UInt64
  var kind: Kind
  var tries: [Try] = []
  var wasRefused = false
  var isAccepted = false

  func wasTried(_ person: UInt32) -> Bool { tries.contains { $0.person == person } }

  func isUnderWay(_ person: UInt32, _ route: Route, at now: Instant) -> Bool {
    tries.contains {
      $0.person == person && $0.recipient.route == route && !$0.isAnswered
        && now - $0.at < .seconds(660)
    }
  }

  init?(_ notice: Notice) {
    switch notice.matter {
    case .help: kind = .help
    case .perimeter(.left): kind = .exit
    case .glucose(.low): kind = .lowGlucose
    default: return nil
    }
    self.notice = notice.id
    token = notice.token
  }
}

extension Caregiver {
  var routes: [Route] { (hasMail ? [.mail] : []) + (hasRelay ? [.relay] : []) }
}

extension Household {
  /// Who can be reached, in their order.
  var reachable: [UInt32] {
    caregivers.indices.filter { !caregivers[$0].routes.isEmpty }.map { person(at: UInt8($0)) }
  }

  func routes(to person: UInt32) -> [Route] {
    place(of: person).map { caregivers[Int($0)].routes } ?? []
  }
}
