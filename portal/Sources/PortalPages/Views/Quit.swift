import Device
import HAL
import Quit

/// A wearer who gives up smoking: what came of it.
public struct QuitView: Sendable {
  /// An answer to the question how strong a craving is.
  public struct Answer: Sendable {
    public var at: CivilMinute
    /// 0 to 10.
    public var strength: Int

    public init(at: CivilMinute, strength: Int) {
      self.at = at
      self.strength = strength
    }
  }

  public struct Step: Sendable {
    public var milestone: Milestone
    public var due: CivilMinute

    public init(milestone: Milestone, due: CivilMinute) {
      self.milestone = milestone
      self.due = due
    }
  }

  /// The figures of a profile that can be read.
  public struct Figures: Sendable {
    public var plan: QuitPlan
    public var status: QuitStatus
    /// The minute of the wall that counts as now.
    public var now: CivilMinute
    /// All milestones, in the order of their spans.
    public var steps: [Step]
    /// The oldest first.
    public var answers: [Answer]

    public init(
      plan: QuitPlan, status: QuitStatus, now: CivilMinute, steps: [Step], answers: [Answer]
    ) {
      self.plan = plan
      self.status = status
      self.now = now
      self.steps = steps
      self.answers = answers
    }
  }

  public var contact: Contact
  /// The time at which the profile came that the figures are from.
  public var told: WallTime?
  /// The time at which a later profile came that the portal cannot read; nil: none did.
  public var unreadable: WallTime?
  /// Nil: no profile can be read.
  public var figures: Figures?
  /// The tip that is shown, by its place in `Tip.all`.
  public var tip: Int

  public init(
    contact: Contact, told: WallTime?, unreadable: WallTime?, figures: Figures?, tip: Int
  ) {
    self.contact = contact
    self.told = told
    self.unreadable = unreadable
    self.figures = figures
    self.tip = tip
  }
}
