import HAL
import Words

/// One testimony, for the template "testimony": its paragraphs, and who wrote it when.
struct TestimonyPart {
  var paragraphs: [String]
  var textLanguage: String
  var byLine: Rich

  init(_ testimony: TestimonyView, _ speak: PageWording) {
    paragraphs = testimony.text.split(separator: "\n").map(String.init)
    textLanguage = testimony.language.rawValue
    byLine = speak(
      TestimonyPhrase.by, (.name, testimony.name),
      (.date, speak.date(speak.day(testimony.sent))))
  }
}

/// Testimonies, the reader's own, and the form, for the template "testimonies".
struct TestimoniesContent {
  struct Own {
    var quote: TestimonyPart
    var state: Rich
    var withdraw: String
  }

  var published: [TestimonyPart]
  var isEmpty: Bool
  var olderPath: String?
  var own: [Own]
  var hasOwn: Bool
  var lacksModerator: Bool
  var action = Path.testimonies
  var text: Rich
  var name: String
  var languages: LanguageChoices
  var notice: String?
  var problem: String?
  var isTextWrong = false
  var isNameWrong = false
  var isConsentWrong = false

  init(_ view: TestimoniesView, _ speak: PageWording) {
    published = view.published.map { TestimonyPart($0, speak) }
    isEmpty = published.isEmpty
    olderPath = view.next.map { "\(Path.testimonies)?before=\($0)" }
    own = view.own.map { testimony in
      let state =
        switch testimony.state {
        case .waiting: speak(TestimonyPhrase.waits)
        case .published: speak(TestimonyPhrase.isPublished)
        case .refused(let reason): speak(TestimonyPhrase.isRefused, (.reason, reason))
        }
      return Own(
        quote: TestimonyPart(testimony, speak), state: state,
        withdraw: Path.withdraw(testimony.id))
    }
    hasOwn = !own.isEmpty
    lacksModerator = !view.hasModerator
    text = view.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Rich(String($0)) }.joined("\n")
    name = view.name
    languages = LanguageChoices(view.textLanguage ?? speak.language)
    notice = view.notice.map { notice in
      switch notice {
      case .sent: speak.plain(TestimonyPhrase.sent)
      case .withdrawn: speak.plain(TestimonyPhrase.withdrawn)
      }
    }
    guard let problem = view.problem else { return }
    switch problem {
    case .textMissing, .textTooLong: isTextWrong = true
    case .nameMissing, .nameTooLong: isNameWrong = true
    case .consentMissing: isConsentWrong = true
    case .tooManyWaiting, .tooOften: break
    }
    self.problem = speak.plain(TestimonyPhrase(problem))
  }
}

extension TestimonyPhrase {
  fileprivate init(_ problem: TestimoniesView.Problem) {
    self =
      switch problem {
      case .textMissing: .textMissing
      case .textTooLong: .textTooLong
      case .nameMissing: .nameMissing
      case .nameTooLong: .nameTooLong
      case .consentMissing: .consentMissing
      case .tooManyWaiting: .tooManyWaiting
      case .tooOften: .tooOften
      }
  }
}

/// The queue of a moderator, for the template "moderation".
struct ModerationContent {
  struct Entry {
    var id: String
    var heading: Rich
    var about: Rich
    var quote: TestimonyPart
    /// Nil for one that is published already.
    var publish: String?
    var refuse: String
    var reasonLabel: Rich
    var reason: String
    var reasonProblem: String?
  }

  struct Decision {
    var time: Rich
    var text: Rich
  }

  struct Problem {
    var text: String
    /// The number of the testimony that it is about.
    var place: String
  }

  var notice: String?
  var problem: Problem?
  var waiting: [Entry]
  var hasWaiting: Bool
  var published: [Entry]
  var hasPublished: Bool
  var decisions: [Decision]
  var hasDecisions: Bool

  init(_ view: ModerationView, _ speak: PageWording) {
    notice = view.notice.map { notice in
      switch notice {
      case .published: speak.plain(TestimonyPhrase.saidPublished)
      case .refused: speak.plain(TestimonyPhrase.saidRefused)
      case .gone: speak.plain(TestimonyPhrase.saidGone)
      }
    }
    problem = view.faulty.map {
      Problem(text: ModerationContent.problem($0.problem, speak), place: String($0.id))
    }
    waiting = view.waiting.map { ModerationContent.entry($0, view, speak) }
    hasWaiting = !waiting.isEmpty
    published = view.published.map { ModerationContent.entry($0, view, speak) }
    hasPublished = !published.isEmpty
    decisions = view.decisions.map {
      Decision(time: speak.moment($0.at), text: ModerationContent.text($0, speak))
    }
    hasDecisions = !decisions.isEmpty
  }

  private static func text(_ decision: ModerationView.Decision, _ speak: PageWording) -> Rich {
    let name = (Gap.name, decision.by)
    return switch decision.what {
    case .published(let testimony):
      speak(TestimonyPhrase.decidedPublished, name, (.number, testimony))
    case .refused(let testimony, let reason):
      speak(TestimonyPhrase.decidedRefused, name, (.number, testimony), (.reason, reason))
    case .moderatorMade: speak(TestimonyPhrase.moderatorMade, name)
    case .moderatorEnded: speak(TestimonyPhrase.moderatorEnded, name)
    }
  }

  private static func entry(
    _ testimony: TestimonyView, _ view: ModerationView, _ speak: PageWording
  ) -> Entry {
    let number = (Gap.number, String(testimony.id))
    let language = speak.plain(
      testimony.language == .spanish ? LoginPhrase.spanish : LoginPhrase.english)
    let faulty = view.faulty.flatMap { $0.id == testimony.id ? $0 : nil }
    var isWaiting = false
    if case .waiting = testimony.state { isWaiting = true }
    return Entry(
      id: String(testimony.id), heading: speak(TestimonyPhrase.number, number),
      about: speak(
        TestimonyPhrase.inLanguage, (.value, Rich(language)),
        (.time, speak.moment(testimony.sent))),
      quote: TestimonyPart(testimony, speak),
      publish: isWaiting ? Path.publish(testimony.id) : nil, refuse: Path.refuse(testimony.id),
      reasonLabel: speak(TestimonyPhrase.reason, number), reason: faulty?.reason ?? "",
      reasonProblem: faulty.map { problem($0.problem, speak) })
  }

  private static func problem(
    _ problem: ModerationView.Problem, _ speak: PageWording
  ) -> String {
    switch problem {
    case .reasonMissing: speak.plain(TestimonyPhrase.reasonMissing)
    case .reasonTooLong: speak.plain(TestimonyPhrase.reasonTooLong)
    }
  }
}
