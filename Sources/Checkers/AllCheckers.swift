import Device
import HAL

/// All checkers, and the probes, as one observer of a life.
public struct AllCheckers: WorldObserver, Sendable {
  private var perimeter = PerimeterChecker()
  private var comeback = ReturnChecker()
  private var position = LostPositionChecker()
  private var help = HelpChecker()
  private var told = ToldChecker()
  private var urgent = UrgentChecker()
  private var outbox = OutboxChecker()
  private var loop = LoopChecker()
  private var reminder = ReminderChecker()
  private var unanswered = UnansweredChecker()
  private var dose = DoseChecker()
  private var glucose = GlucoseChecker()
  private var alarm = AlarmChecker()
  private var company = CompanyChecker()
  private var day = DayChecker()
  private var battery = BatteryChecker()
  private var people = PeopleCheckers()
  private var diary = DiaryChecker()
  private var asked = AskedChecker()
  private var dispute = DisputeChecker()
  private var calendar = CalendarChecker()
  private var post = PostChecker()
  private var screen = ScreenChecker()
  private var content = NoticeContentChecker()
  private var lost = LostNearEdgeChecker()
  private var figures = FiguresChecker()
  private var records = RecordsChecker()
  private var trail = TrailChecker()
  private var snooze = SnoozeChecker()
  private var edge = EdgeModelChecker()
  private var digest = DigestChecker()
  private var priority = PriorityChecker()
  private var homePage = HomePageChecker()
  private var signs = SignsOfLifeChecker()
  private var exitPage = ExitPageChecker()
  private var keys = KeyChecker()
  private var profileCompany = ProfileCompanyChecker()
  private var prompt = PromptChecker()
  private var delivery = DeliveryChecker()
  private var excursionList = ExcursionListChecker()
  private var lastPlace = LastPlaceChecker()
  private var lowAudience = LowAudienceChecker()
  /// Something else than a fix has happened since the dialogue was looked at last.
  private var isStirred = true
  private var lastLook = Instant.start
  private static let rest = Milliseconds.seconds(10)
  private var other: (any Checker & Sendable)?
  public private(set) var probes = Probes()
  /// After the first violation the others are looked for, too.
  private let goesOn: Bool
  public private(set) var tripped: [Invariant] = []
  /// The first that did not hold.
  public private(set) var violation: Violation?

  /// - Parameter other: one more.
  public init(beside other: (any Checker & Sendable)? = nil, goesOn: Bool = false) {
    self.other = other
    self.goesOn = goesOn
  }

  public mutating func see(_ fix: FixSighting, _ truth: Truth) {
    loop.arrived(truth.now)
    perimeter.see(fix, truth)
    comeback.see(fix, truth)
    position.see(fix, truth)
    reminder.see(fix, truth)
    day.see(fix, truth)
    people.see(fix, truth)
    dispute.see(fix, truth)
    post.see(fix, truth)
    content.see(fix, truth)
    lost.see(fix, truth)
    trail.see(fix, truth)
    edge.see(fix, truth)
    signs.see(fix, truth)
    delivery.see(fix, truth)
    lastPlace.see(fix, truth)
    probes.see(fix, truth)
    if perimeter.violation != nil || comeback.violation != nil || position.violation != nil
      || loop.violation != nil || day.violation != nil || post.violation != nil
      || content.violation != nil || trail.violation != nil || edge.violation != nil
    {
      collect()
    }
  }

  public mutating func see(_ event: Event, _ truth: Truth) {
    isStirred = true
    loop.see(event, truth)
    perimeter.see(event, truth)
    comeback.see(event, truth)
    position.see(event, truth)
    help.see(event, truth)
    if case .booted = event.kind { help.booted(truth) }
    told.see(event, truth)
    urgent.see(event, truth)
    outbox.see(event, truth)
    reminder.see(event, truth)
    unanswered.see(event, truth)
    dose.see(event, truth)
    glucose.see(event, truth)
    alarm.see(event, truth)
    company.see(event, truth)
    day.see(event, truth)
    battery.see(event, truth)
    people.see(event, truth)
    diary.see(event, truth)
    asked.see(event, truth)
    dispute.see(event, truth)
    calendar.see(event, truth)
    post.see(event, truth)
    screen.see(event, truth)
    content.see(event, truth)
    lost.see(event, truth)
    figures.see(event, truth)
    records.see(event, truth)
    trail.see(event, truth)
    snooze.see(event, truth)
    edge.see(event, truth)
    priority.see(event, truth)
    homePage.see(event, truth)
    signs.see(event, truth)
    exitPage.see(event, truth)
    keys.see(event, truth)
    profileCompany.see(event, truth)
    prompt.see(event, truth)
    delivery.see(event, truth)
    excursionList.see(event, truth)
    lastPlace.see(event, truth)
    lowAudience.see(event, truth)
    other?.see(event, truth)
    probes.see(event, truth)
    collect()
  }

  public mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    isStirred = true
    perimeter.see(action, during: event, truth)
    comeback.see(action, during: event, truth)
    position.see(action, during: event, truth)
    help.see(action, during: event, truth)
    told.see(action, during: event, truth)
    urgent.see(action, during: event, truth)
    outbox.see(action, during: event, truth)
    reminder.see(action, during: event, truth)
    unanswered.see(action, during: event, truth)
    dose.see(action, during: event, truth)
    glucose.see(action, during: event, truth)
    alarm.see(action, during: event, truth)
    company.see(action, during: event, truth)
    day.see(action, during: event, truth)
    battery.see(action, during: event, truth)
    people.see(action, during: event, truth)
    diary.see(action, during: event, truth)
    asked.see(action, during: event, truth)
    dispute.see(action, during: event, truth)
    calendar.see(action, during: event, truth)
    post.see(action, during: event, truth)
    screen.see(action, during: event, truth)
    content.see(action, during: event, truth)
    lost.see(action, during: event, truth)
    figures.see(action, during: event, truth)
    records.see(action, during: event, truth)
    trail.see(action, during: event, truth)
    snooze.see(action, during: event, truth)
    edge.see(action, during: event, truth)
    digest.see(action, during: event, truth)
    priority.see(action, during: event, truth)
    homePage.see(action, during: event, truth)
    signs.see(action, during: event, truth)
    exitPage.see(action, during: event, truth)
    keys.see(action, during: event, truth)
    profileCompany.see(action, during: event, truth)
    prompt.see(action, during: event, truth)
    delivery.see(action, during: event, truth)
    excursionList.see(action, during: event, truth)
    lastPlace.see(action, during: event, truth)
    lowAudience.see(action, during: event, truth)
    other?.see(action, during: event, truth)
    probes.see(action, during: event, truth)
    collect()
  }

  public mutating func see(_ change: WorldChange, _ truth: Truth) {
    isStirred = true
    loop.see(change, truth)
    perimeter.see(change, truth)
    comeback.see(change, truth)
    position.see(change, truth)
    help.see(change, truth)
    told.see(change, truth)
    urgent.see(change, truth)
    outbox.see(change, truth)
    reminder.see(change, truth)
    unanswered.see(change, truth)
    dose.see(change, truth)
    glucose.see(change, truth)
    alarm.see(change, truth)
    company.see(change, truth)
    day.see(change, truth)
    battery.see(change, truth)
    people.see(change, truth)
    diary.see(change, truth)
    asked.see(change, truth)
    dispute.see(change, truth)
    calendar.see(change, truth)
    post.see(change, truth)
    screen.see(change, truth)
    content.see(change, truth)
    lost.see(change, truth)
    records.see(change, truth)
    trail.see(change, truth)
    snooze.see(change, truth)
    edge.see(change, truth)
    homePage.see(change, truth)
    signs.see(change, truth)
    exitPage.see(change, truth)
    keys.see(change, truth)
    profileCompany.see(change, truth)
    prompt.see(change, truth)
    delivery.see(change, truth)
    excursionList.see(change, truth)
    lastPlace.see(change, truth)
    lowAudience.see(change, truth)
    other?.see(change, truth)
    probes.see(change, truth)
    collect()
  }

  /// The device has done all that an event asked for, and wants to be woken then.
  package mutating func settled(_ next: Instant?, at now: Instant, isPowered: Bool) {
    loop.settled(next, at: now)
    guard isPowered else { return }
    screen.settled(at: now)
    delivery.settled(at: now)
    // A fix by itself changes nothing here.
    if isStirred || now - lastLook >= AllCheckers.rest {
      (isStirred, lastLook) = (false, now)
      prompt.settled(at: now)
    }
    if screen.violation != nil || prompt.violation != nil || delivery.violation != nil { collect() }
  }

  private mutating func collect() {
    guard violation == nil || goesOn else { return }
    take(perimeter.violation)
    take(comeback.violation)
    take(position.violation)
    take(help.violation)
    take(told.violation)
    take(urgent.violation)
    take(outbox.violation)
    take(reminder.violation)
    take(unanswered.violation)
    take(dose.violation)
    take(glucose.violation)
    take(alarm.violation)
    take(company.violation)
    take(day.violation)
    take(battery.violation)
    take(people.violation)
    take(diary.violation)
    take(asked.violation)
    take(dispute.violation)
    take(calendar.violation)
    take(post.violation)
    take(screen.violation)
    take(content.violation)
    take(lost.violation)
    take(figures.violation)
    take(records.violation)
    take(trail.violation)
    take(snooze.violation)
    take(edge.violation)
    take(digest.violation)
    take(priority.violation)
    take(homePage.violation)
    take(signs.violation)
    take(exitPage.violation)
    take(keys.violation)
    take(profileCompany.violation)
    take(prompt.violation)
    take(delivery.violation)
    take(excursionList.violation)
    take(lastPlace.violation)
    take(lowAudience.violation)
    take(loop.violation)
    take(other?.violation)
  }

  private mutating func take(_ found: Violation?) {
    guard let found else { return }
    if violation == nil { violation = found }
    if !tripped.contains(found.invariant) { tripped.append(found.invariant) }
  }
}

/// The checkers of those who care: who is told, by which way, of what, and what they write.
private struct PeopleCheckers: Sendable {
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
