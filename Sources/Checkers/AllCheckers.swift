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
  private var homeWord = HomeWordChecker()
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
  private var unspokenTime = UnspokenTimeChecker()
  private var wrongDate = WrongDateChecker()
  private var circle = CircleChecker()
  private var rareReturn = RareReturnChecker()
  private var keptPlace = KeptPlaceChecker()
  private var reminderRecord = ReminderRecordChecker()
  private var keptRefusal = KeptRefusalChecker()
  private var changedDose = ChangedDoseChecker()
  private var hiddenLow = HiddenLowChecker()
  private var datedDose = DatedDoseChecker()
  private var laterMeal = LaterMealChecker()
  private var endedCall = EndedCallChecker()
  private var otherNumber = OtherNumberChecker()
  private var update = UpdateChecker()
  private var lowRules = LowRulesChecker()
  private var answeredMeal = AnsweredMealChecker()
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
    visit(SeenFix(), fix, truth)
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
    visit(SeenEvent(), event, truth)
    if case .booted = event.kind { help.booted(truth) }
    other?.see(event, truth)
    probes.see(event, truth)
    collect()
  }

  public mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    isStirred = true
    visit(SeenAction(event: event), action, truth)
    other?.see(action, during: event, truth)
    probes.see(action, during: event, truth)
    collect()
  }

  public mutating func see(_ change: WorldChange, _ truth: Truth) {
    isStirred = true
    visit(SeenChange(), change, truth)
    other?.see(change, truth)
    probes.see(change, truth)
    collect()
  }

  /// The device has done all that an event asked for, and wants to be woken then.
  package mutating func settled(_ next: Instant?, at now: Instant, isPowered: Bool) {
    loop.settled(next, at: now)
    guard isPowered else { return }
    screen.settled(at: now, isStirred: isStirred)
    delivery.settled(at: now, isStirred: isStirred)
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
    visit(found, (), ())
    for violation in found.all { take(violation) }
    if let found = other?.violation { take(found) }
  }

  /// The order is that in which violations of one moment count.
  private mutating func visit<R: Round>(_ round: R, _ seen: R.Seen, _ truth: R.Around) {
    round.visit(&perimeter, seen, truth)
    round.visit(&comeback, seen, truth)
    round.visit(&position, seen, truth)
    round.visit(&help, seen, truth)
    round.visit(&told, seen, truth)
    round.visit(&urgent, seen, truth)
    round.visit(&outbox, seen, truth)
    round.visit(&agenda, seen, truth)
    round.visit(&reminder, seen, truth)
    round.visit(&unanswered, seen, truth)
    round.visit(&dose, seen, truth)
    round.visit(&glucose, seen, truth)
    round.visit(&alarm, seen, truth)
    round.visit(&company, seen, truth)
    round.visit(&day, seen, truth)
    round.visit(&battery, seen, truth)
    round.visit(&people, seen, truth)
    round.visit(&diary, seen, truth)
    round.visit(&asked, seen, truth)
    round.visit(&dispute, seen, truth)
    round.visit(&calendar, seen, truth)
    round.visit(&post, seen, truth)
    round.visit(&screen, seen, truth)
    round.visit(&content, seen, truth)
    round.visit(&lost, seen, truth)
    round.visit(&figures, seen, truth)
    round.visit(&records, seen, truth)
    round.visit(&trail, seen, truth)
    round.visit(&snooze, seen, truth)
    round.visit(&edge, seen, truth)
    round.visit(&digest, seen, truth)
    round.visit(&priority, seen, truth)
    round.visit(&homePage, seen, truth)
    round.visit(&signs, seen, truth)
    round.visit(&exitPage, seen, truth)
    round.visit(&keys, seen, truth)
    round.visit(&profileCompany, seen, truth)
    round.visit(&prompt, seen, truth)
    round.visit(&delivery, seen, truth)
    round.visit(&excursionList, seen, truth)
    round.visit(&lastPlace, seen, truth)
    round.visit(&lowAudience, seen, truth)
    round.visit(&answer, seen, truth)
    round.visit(&portal, seen, truth)
    round.visit(&portalDiary, seen, truth)
    round.visit(&loop, seen, truth)
    round.visit(&aside, seen, truth)
    round.visit(&untrusted, seen, truth)
    round.visit(&firstPlace, seen, truth)
    round.visit(&olderCase, seen, truth)
    round.visit(&givenUp, seen, truth)
    round.visit(&reminderRepeat, seen, truth)
    round.visit(&news, seen, truth)
    round.visit(&dayList, seen, truth)
    round.visit(&restartLoss, seen, truth)
    round.visit(&homeWord, seen, truth)
    round.visit(&excursionFate, seen, truth)
    round.visit(&lowName, seen, truth)
    round.visit(&lowAge, seen, truth)
    round.visit(&listTold, seen, truth)
    round.visit(&onDemand, seen, truth)
    round.visit(&unsureCall, seen, truth)
    round.visit(&unclearDose, seen, truth)
    round.visit(&lostAudience, seen, truth)
    round.visit(&dailyMail, seen, truth)
    round.visit(&silencedPage, seen, truth)
    round.visit(&lostMeal, seen, truth)
    round.visit(&earlierLossEnd, seen, truth)
    round.visit(&pastExit, seen, truth)
    round.visit(&backlog, seen, truth)
    round.visit(&exitHeir, seen, truth)
    round.visit(&reminderOrder, seen, truth)
    round.visit(&reminderEnd, seen, truth)
    round.visit(&briefClaim, seen, truth)
    round.visit(&disputeEnd, seen, truth)
    round.visit(&unspokenTime, seen, truth)
    round.visit(&wrongDate, seen, truth)
    round.visit(&circle, seen, truth)
    round.visit(&rareReturn, seen, truth)
    round.visit(&keptPlace, seen, truth)
    round.visit(&reminderRecord, seen, truth)
    round.visit(&keptRefusal, seen, truth)
    round.visit(&changedDose, seen, truth)
    round.visit(&hiddenLow, seen, truth)
    round.visit(&datedDose, seen, truth)
    round.visit(&laterMeal, seen, truth)
    round.visit(&endedCall, seen, truth)
    round.visit(&otherNumber, seen, truth)
    round.visit(&update, seen, truth)
    round.visit(&lowRules, seen, truth)
    round.visit(&answeredMeal, seen, truth)
  }

  private mutating func take(_ found: Violation) {
    if violation == nil { violation = found }
    if !tripped.contains(found.invariant) { tripped.append(found.invariant) }
  }
}

/// One thing that every checker is asked in turn. What was seen is handed on: a round that held it would copy it,
/// and it is large, for each fix.
private protocol Round {
  associatedtype Seen
  associatedtype Around
  func visit(_ checker: inout some Checker, _ seen: Seen, _ truth: Around)
}

private struct SeenFix: Round {
  func visit(_ checker: inout some Checker, _ fix: FixSighting, _ truth: Truth) {
    checker.see(fix, truth)
  }
}

private struct SeenEvent: Round {
  func visit(_ checker: inout some Checker, _ event: Event, _ truth: Truth) {
    checker.see(event, truth)
  }
}

private struct SeenAction: Round {
  let event: Event
  func visit(_ checker: inout some Checker, _ action: Action, _ truth: Truth) {
    checker.see(action, during: event, truth)
  }
}

private struct SeenChange: Round {
  func visit(_ checker: inout some Checker, _ change: WorldChange, _ truth: Truth) {
    checker.see(change, truth)
  }
}

private final class FoundViolations: Round {
  private(set) var all: [Violation] = []
  func visit(_ checker: inout some Checker, _: Void, _: Void) {
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

  /// A fix by itself proves none of them broken.
  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    each(SeenFix(), fix, truth)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    visit(SeenEvent(), event, truth)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    visit(SeenAction(event: event), action, truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    visit(SeenChange(), change, truth)
  }

  private mutating func visit<R: Round>(_ round: R, _ seen: R.Seen, _ truth: R.Around) {
    each(round, seen, truth)
    let found = FoundViolations()
    each(found, (), ())
    violation = found.all.first
  }

  private mutating func each<R: Round>(_ round: R, _ seen: R.Seen, _ truth: R.Around) {
    round.visit(&route, seen, truth)
    round.visit(&copy, seen, truth)
    round.visit(&page, seen, truth)
    round.visit(&shared, seen, truth)
    round.visit(&company, seen, truth)
    round.visit(&well, seen, truth)
    round.visit(&receiver, seen, truth)
    round.visit(&whereIs, seen, truth)
    round.visit(&profile, seen, truth)
  }
}
