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
  private var answer = AnswerChecker()
  private var portal = PortalChecker()
  private var portalDiary = PortalDiaryChecker()
  private var agenda = AgendaChecker()
  private var aside = AsideChecker()
  private var untrusted = UntrustedClockChecker()
  private var firstPlace = FirstPlaceChecker()
  private var olderCase = OlderCaseChecker()
  private var givenUp = GivenUpChecker()
  private var reminderRepeat = ReminderRepeatChecker()
  private var news = NewsChecker()
  private var dayList = DayListChecker()
  private var restartLoss = RestartLossChecker()
  private var excursionFate = ExcursionFateChecker()
  private var lowName = LowNameChecker()
  private var lowAge = LowAgeChecker()
  private var listTold = ListToldChecker()
  private var onDemand = OnDemandChecker()
  private var unsureCall = UnsureCallChecker()
  private var unclearDose = UnclearDoseChecker()
  private var lostAudience = LostAudienceChecker()
  private var dailyMail = DailyMailChecker()
  private var silencedPage = SilencedPageChecker()
  private var lostMeal = LostMealChecker()
  private var earlierLossEnd = EarlierLossEndChecker()
  private var pastExit = PastExitChecker()
  private var backlog = BacklogChecker()
  private var exitHeir = ExitHeirChecker()
  private var reminderOrder = ReminderOrderChecker()
  private var reminderEnd = ReminderEndChecker()
  private var briefClaim = BriefClaimChecker()
  private var disputeEnd = DisputeEndChecker()
  private var circle = CircleChecker()
  private var rareReturn = RareReturnChecker()
  private var keptPlace = KeptPlaceChecker()
  private var reminderRecord = ReminderRecordChecker()
  /// Something else than a fix has happened since the dialogue was looked at last.
  private var isStirred = true
  private var lastLook = Instant.start
  private static let rest = Milliseconds.seconds(10)
  private var other: (any Checker & Sendable)?
  public private(set) var probes = Probes()
  /// Whether the others are looked for, too, after the first violation.
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
    visit(SeenFix(fix: fix, truth: truth))
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
    visit(SeenEvent(event: event, truth: truth))
    if case .booted = event.kind { help.booted(truth) }
    other?.see(event, truth)
    probes.see(event, truth)
    collect()
  }

  public mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    isStirred = true
    visit(SeenAction(action: action, event: event, truth: truth))
    other?.see(action, during: event, truth)
    probes.see(action, during: event, truth)
    collect()
  }

  public mutating func see(_ change: WorldChange, _ truth: Truth) {
    isStirred = true
    visit(SeenChange(change: change, truth: truth))
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
    let found = FoundViolations()
    visit(found)
    for violation in found.all { take(violation) }
    if let found = other?.violation { take(found) }
  }

  /// The order is that in which violations of one moment count.
  private mutating func visit(_ round: some Round) {
    round.visit(&perimeter)
    round.visit(&comeback)
    round.visit(&position)
    round.visit(&help)
    round.visit(&told)
    round.visit(&urgent)
    round.visit(&outbox)
    round.visit(&agenda)
    round.visit(&reminder)
    round.visit(&unanswered)
    round.visit(&dose)
    round.visit(&glucose)
    round.visit(&alarm)
    round.visit(&company)
    round.visit(&day)
    round.visit(&battery)
    round.visit(&people)
    round.visit(&diary)
    round.visit(&asked)
    round.visit(&dispute)
    round.visit(&calendar)
    round.visit(&post)
    round.visit(&screen)
    round.visit(&content)
    round.visit(&lost)
    round.visit(&figures)
    round.visit(&records)
    round.visit(&trail)
    round.visit(&snooze)
    round.visit(&edge)
    round.visit(&digest)
    round.visit(&priority)
    round.visit(&homePage)
    round.visit(&signs)
    round.visit(&exitPage)
    round.visit(&keys)
    round.visit(&profileCompany)
    round.visit(&prompt)
    round.visit(&delivery)
    round.visit(&excursionList)
    round.visit(&lastPlace)
    round.visit(&lowAudience)
    round.visit(&answer)
    round.visit(&portal)
    round.visit(&portalDiary)
    round.visit(&loop)
    round.visit(&aside)
    round.visit(&untrusted)
    round.visit(&firstPlace)
    round.visit(&olderCase)
    round.visit(&givenUp)
    round.visit(&reminderRepeat)
    round.visit(&news)
    round.visit(&dayList)
    round.visit(&restartLoss)
    round.visit(&excursionFate)
    round.visit(&lowName)
    round.visit(&lowAge)
    round.visit(&listTold)
    round.visit(&onDemand)
    round.visit(&unsureCall)
    round.visit(&unclearDose)
    round.visit(&lostAudience)
    round.visit(&dailyMail)
    round.visit(&silencedPage)
    round.visit(&lostMeal)
    round.visit(&earlierLossEnd)
    round.visit(&pastExit)
    round.visit(&backlog)
    round.visit(&exitHeir)
    round.visit(&reminderOrder)
    round.visit(&reminderEnd)
    round.visit(&briefClaim)
    round.visit(&disputeEnd)
    round.visit(&circle)
    round.visit(&rareReturn)
    round.visit(&keptPlace)
    round.visit(&reminderRecord)
  }

  private mutating func take(_ found: Violation) {
    if violation == nil { violation = found }
    if !tripped.contains(found.invariant) { tripped.append(found.invariant) }
  }
}

/// One thing that every checker is asked in turn.
private protocol Round {
  func visit(_ checker: inout some Checker)
}

private struct SeenFix: Round {
  let fix: FixSighting
  let truth: Truth
  func visit(_ checker: inout some Checker) { checker.see(fix, truth) }
}

private struct SeenEvent: Round {
  let event: Event
  let truth: Truth
  func visit(_ checker: inout some Checker) { checker.see(event, truth) }
}

private struct SeenAction: Round {
  let action: Action
  let event: Event
  let truth: Truth
  func visit(_ checker: inout some Checker) { checker.see(action, during: event, truth) }
}

private struct SeenChange: Round {
  let change: WorldChange
  let truth: Truth
  func visit(_ checker: inout some Checker) { checker.see(change, truth) }
}

private final class FoundViolations: Round {
  private(set) var all: [Violation] = []
  func visit(_ checker: inout some Checker) {
    if let found = checker.violation { all.append(found) }
  }
}

/// The checkers of those who care: who is told, by which way, of what, and what they write.
private struct PeopleCheckers: Checker, Sendable {
  /// The first of them in their order.
  var violation: Violation?
  private var route = RouteChecker()
  private var copy = CopyChecker()
  private var page = PageChecker()
  private var shared = SharedPageChecker()
  private var company = CompanyProofChecker()
  private var well = WellChecker()
  private var receiver = ReceiverChecker()
  private var whereIs = WhereChecker()
  private var profile = ProfileChecker()

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    visit(SeenFix(fix: fix, truth: truth))
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    visit(SeenEvent(event: event, truth: truth))
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    visit(SeenAction(action: action, event: event, truth: truth))
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    visit(SeenChange(change: change, truth: truth))
  }

  private mutating func visit(_ visit: some Round) {
    each(visit)
    let found = FoundViolations()
    each(found)
    violation = found.all.first
  }

  private mutating func each(_ round: some Round) {
    round.visit(&route)
    round.visit(&copy)
    round.visit(&page)
    round.visit(&shared)
    round.visit(&company)
    round.visit(&well)
    round.visit(&receiver)
    round.visit(&whereIs)
    round.visit(&profile)
  }
}
