import Device
import HAL

/// A reminder that asks a question is answered with the number that stood on its page, once, and only there.
///
/// The page asks what the profile says, of a wearer with both keys. Plus and minus move the number by one,
/// a long press by five, as far as the question goes.
struct AnswerChecker: Checker {
  var violation: Violation?

  private static let longStep = 5

  private var keys = KeySet.all
  /// The question of each reminder, from the rows of settings; the staged count from the end of a row on.
  private var asked: [UInt16: ReminderQuestion] = [:]
  private var staged: [UInt16: ReminderQuestion] = [:]
  private var page: ReminderPage?
  private var look = PageLook()
  private var isByKey = false
  /// The number that each open question stands at in this life; nil: nobody can tell until it is shown again.
  private var numbers: [(occurrence: Occurrence, value: UInt8?)] = []
  /// The answer that ok may bring. It must be said and stored if it is owed.
  private var allowed: (occurrence: Occurrence, value: UInt8)?
  private var isOwed = false
  private var isStored = false
  private var isSaid = false

  mutating func see(_ event: Event, _ truth: Truth) {
    settle(truth.now)
    switch event.kind {
    case .booted(let boot):
      self = AnswerChecker(violation: violation)
      keys = boot.keys
    case .keys(let present): keys = present
    case .setting(.begin): staged = [:]
    case .setting(.reminder(let reminder)): staged[reminder.id] = reminder.question
    case .setting(.end): asked = staged
    case .key(let press): take(press, truth.now)
    default: break
    }
  }

  private mutating func take(_ press: KeyPress, _ now: Instant) {
    guard let page, let choice = page.choice else { return }
    let isNew = look.isNew(at: now)
    // Whether a page that answers a key by itself is a surprise depends on what it was before.
    guard !isNew || isByKey else { return }
    let step = press.isLong ? AnswerChecker.longStep : 1
    switch press.key {
    case .ok:
      guard !press.isLong else { return }
      (allowed, isOwed) = ((page.occurrence, choice.value), !isNew)
    case .plus: keep(page.occurrence, isNew ? nil : choice.moved(by: step))
    case .minus: keep(page.occurrence, isNew ? nil : choice.moved(by: -step))
    case .help: break
    }
  }

  private mutating func keep(_ occurrence: Occurrence, _ value: UInt8?) {
    numbers.removeAll { $0.occurrence == occurrence }
    numbers.append((occurrence, value))
    if numbers.count > 100 { numbers.removeFirst() }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    // A call at its own time, after one that came too early, asks from the start.
    case .reminder(.due(let occurrence, _, let call, _)):
      if call != .again { numbers.removeAll { $0.occurrence == occurrence } }
    case .show(let next):
      look.show(next, during: event, at: truth.now)
      page = nil
      if case .reminder(let asked) = next { show(asked, during: event, truth) }
    case .store(.reminder(let occurrence, .answered(let value), _)):
      isStored = allowed.map { $0 == (occurrence, value) } ?? false
      if !isStored { failAnswer(occurrence, value, truth.now) }
    case .reminder(.answered(let occurrence, let value)):
      isSaid = allowed.map { $0 == (occurrence, value) } ?? false
      if !isSaid { failAnswer(occurrence, value, truth.now) }
    case .reminder(.acknowledged(let occurrence)):
      guard let allowed, allowed.occurrence == occurrence else { return }
      if !isSaid || !isStored {
        fail(
          "\(occurrence.name) is confirmed, and its answer, \(allowed.value), is lost", truth.now)
      }
      (self.allowed, isOwed) = (nil, false)
    default: break
    }
  }

  private mutating func show(_ page: ReminderPage, during event: Event, _ truth: Truth) {
    self.page = page
    if case .key = event.kind { isByKey = true } else { isByKey = false }
    let hasKeys = keys.contains(.plus) && keys.contains(.minus)
    let question = hasKeys ? asked[page.occurrence.reminder] : nil
    let name = page.occurrence.name
    guard page.choice?.question == question else {
      return fail("the page of \(name) does not ask what the profile says", truth.now)
    }
    guard let choice = page.choice else { return }
    var expected: UInt8? = choice.question.start
    if let known = numbers.first(where: { $0.occurrence == page.occurrence }) {
      expected = known.value.map { min(max($0, choice.question.from), choice.question.to) }
    }
    if let number = expected, choice.value != number {
      fail("the page of \(name) shows \(choice.value) where \(number) was chosen", truth.now)
    }
    // A number that nobody touched follows the profile.
    if expected == nil { keep(page.occurrence, choice.value) }
  }

  private mutating func failAnswer(_ occurrence: Occurrence, _ value: UInt8, _ now: Instant) {
    let shown = page?.choice.map { String($0.value) } ?? "no question"
    fail("\(occurrence.name) is answered with \(value); the page showed \(shown)", now)
  }

  private mutating func settle(_ now: Instant) {
    if isOwed, let allowed {
      fail("ok on the question of \(allowed.occurrence.name), and no answer", now)
    }
    (allowed, isOwed, isSaid, isStored) = (nil, false, false, false)
  }

  private mutating func fail(_ what: String, _ now: Instant) {
    fail(.answerIsWhatWasShown, at: now, what)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard case .powerCut = change else { return }
    self = AnswerChecker(violation: violation)
  }
}

extension ReminderChoice {
  /// Returns the number that many steps on, within the question.
  fileprivate func moved(by step: Int) -> UInt8 {
    UInt8(min(max(Int(value) + step, Int(question.from)), Int(question.to)))
  }
}
