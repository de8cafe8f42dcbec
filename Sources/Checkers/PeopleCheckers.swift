import Device
import HAL

/// The checkers of those who care: who is told, by which way, of what, and what they write.
struct PeopleCheckers: Sendable {
  private var route = RouteChecker()
  private var copy = CopyChecker()
  private var page = PageChecker()
  private var shared = SharedPageChecker()
  private var company = CompanyProofChecker()
  private var well = WellChecker()
  private var receiver = ReceiverChecker()
  private var whereIs = WhereChecker()
  private var profile = ProfileChecker()

  var violation: Violation? {
    route.violation ?? copy.violation ?? page.violation ?? shared.violation ?? company.violation
      ?? well.violation
      ?? receiver.violation ?? whereIs.violation ?? profile.violation
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    company.see(fix, truth)
    well.see(fix, truth)
    receiver.see(fix, truth.now)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    route.see(event, truth)
    copy.see(event, truth)
    page.see(event, truth)
    shared.see(event, truth)
    company.see(event, truth)
    well.see(event, truth)
    receiver.see(event, truth)
    whereIs.see(event, truth)
    profile.see(event, truth)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    route.see(action, during: event, truth)
    copy.see(action, during: event, truth)
    page.see(action, during: event, truth)
    shared.see(action, during: event, truth)
    company.see(action, during: event, truth)
    well.see(action, during: event, truth)
    receiver.see(action, during: event, truth)
    whereIs.see(action, during: event, truth)
    profile.see(action, during: event, truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    route.see(change, truth)
    copy.see(change, truth)
    page.see(change, truth)
    shared.see(change, truth)
    company.see(change, truth)
    well.see(change, truth)
    receiver.see(change, truth)
    whereIs.see(change, truth)
    profile.see(change, truth)
  }
}
