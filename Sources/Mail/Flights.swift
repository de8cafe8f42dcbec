import HAL

/// Attempts on their way, each with a place of its route: a server that is silent for ten minutes keeps
/// no place of another way.
package struct Flights {
  /// Each route has so many places. The core sends fewer at once, but the board still waits for attempts that
  /// made way for something urgent.
  package static let most = 8

  /// An attempt on its way.
  package struct Flight {
    package let notice: NoticeID
    package let recipient: Recipient
    package let since: Instant
    package let close: () -> Void
    fileprivate let number: Int
  }

  /// `land` tells flights apart by it.
  package struct Ticket: Equatable { fileprivate let number: Int }

  private var flights: [Flight] = []
  private var lastNumber = 0

  package init() {}

  package var isEmpty: Bool { flights.isEmpty }

  package enum Answer: Equatable {
    case free
    /// The core lets an urgent notice take the place of an attempt that has had 15 s, and goes on
    /// counting four. An attempt for which it no longer waits must not keep the next one out.
    case givenUp(NoticeID, Recipient)
    case full
  }

  /// Makes room for one more by that route.
  /// - Parameter makesWay: after this long an attempt gives its place to another one.
  package mutating func makeRoom(
    by route: Route, now: Instant, makesWay: Milliseconds
  ) -> Answer {
    guard flights.count(where: { $0.recipient.route == route }) >= Flights.most else {
      return .free
    }
    guard let place = flights.firstIndex(where: { $0.recipient.route == route }),
      now - flights[place].since >= makesWay
    else { return .full }
    let oldest = flights.remove(at: place)
    oldest.close()
    return .givenUp(oldest.notice, oldest.recipient)
  }

  /// - Parameter close: drops the attempt.
  package mutating func add(
    _ notice: NoticeID, to recipient: Recipient, now: Instant, close: @escaping () -> Void
  ) -> Ticket {
    lastNumber += 1
    flights.append(
      Flight(notice: notice, recipient: recipient, since: now, close: close, number: lastNumber))
    return Ticket(number: lastNumber)
  }

  /// - Returns: nil: it was given up before.
  package mutating func land(_ ticket: Ticket) -> Flight? {
    guard let place = flights.firstIndex(where: { $0.number == ticket.number }) else { return nil }
    let flight = flights.remove(at: place)
    flight.close()
    return flight
  }

  /// All are dropped.
  package mutating func closeAll() {
    for flight in flights { flight.close() }
    flights = []
  }
}
