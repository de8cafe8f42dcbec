import HAL
import Words

/// A testimony, as a page shows it.
public struct TestimonyView: Sendable {
  public enum State: Sendable {
    case waiting
    case published
    case refused(reason: String)
  }

  public var id: Int64
  public var name: String
  public var language: Language
  public var text: String
  public var sent: WallTime
  public var state: State

  public init(
    id: Int64, name: String, language: Language, text: String, sent: WallTime, state: State
  ) {
    self.id = id
    self.name = name
    self.language = language
    self.text = text
    self.sent = sent
    self.state = state
  }
}

/// Testimonies of all families of this portal, the reader's own, and the form for a new one.
public struct TestimoniesView: Sendable {
  public enum Problem: Sendable {
    case textMissing
    /// More than 600 characters.
    case textTooLong
    case nameMissing
    /// More than 40 characters.
    case nameTooLong
    case consentMissing
    /// Three of this person wait already.
    case tooManyWaiting
    /// Six were sent within a day.
    case tooOften
  }

  public enum Notice: Sendable {
    case sent
    case withdrawn
  }

  /// The newest first.
  public var published: [TestimonyView]
  /// The number before which the next page begins; nil at the end.
  public var next: Int64?
  public var own: [TestimonyView]
  /// Nobody moderates here: what is sent waits until somebody does.
  public var hasModerator: Bool
  /// The fields as they were sent.
  public var text: String
  public var name: String
  public var textLanguage: Language?
  public var problem: Problem?
  public var notice: Notice?

  public init(
    published: [TestimonyView], next: Int64?, own: [TestimonyView], hasModerator: Bool = true,
    text: String = "", name: String = "", textLanguage: Language? = nil, problem: Problem? = nil,
    notice: Notice? = nil
  ) {
    self.published = published
    self.next = next
    self.own = own
    self.hasModerator = hasModerator
    self.text = text
    self.name = name
    self.textLanguage = textLanguage
    self.problem = problem
    self.notice = notice
  }
}

/// The testimonies that wait for a decision, for moderators.
public struct ModerationView: Sendable {
  public enum Notice: Sendable {
    case published
    case refused
    /// It was withdrawn, or somebody else has decided.
    case gone
  }

  public enum Problem: Sendable {
    case reasonMissing
    /// More than 200 characters.
    case reasonTooLong
  }

  /// A decision as the audit has it.
  public struct Decision: Sendable {
    public var at: WallTime
    public var by: String
    public var what: What

    public enum What: Sendable {
      case published(testimony: String)
      case refused(testimony: String, reason: String)
      /// `by` decides from then on, or no longer: the server's keeper says so.
      case moderatorMade, moderatorEnded
    }

    public init(at: WallTime, by: String, _ what: What) {
      self.at = at
      self.by = by
      self.what = what
    }
  }

  /// The oldest first.
  public var waiting: [TestimonyView]
  /// The newest of those that everybody reads.
  public var published: [TestimonyView]
  public var decisions: [Decision]
  /// The testimony whose refusal could not be taken, with its reason as it was sent.
  public var faulty: (id: Int64, reason: String, problem: Problem)?
  public var notice: Notice?

  public init(
    waiting: [TestimonyView], published: [TestimonyView], decisions: [Decision],
    faulty: (id: Int64, reason: String, problem: Problem)? = nil, notice: Notice? = nil
  ) {
    self.waiting = waiting
    self.published = published
    self.decisions = decisions
    self.faulty = faulty
    self.notice = notice
  }
}
