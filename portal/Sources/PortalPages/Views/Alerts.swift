import HAL

/// A notice of the device, in one line.
public struct AlertSummary: Sendable {
  public enum Urgency: Sendable {
    /// Help, an exit, low glucose: somebody must answer.
    case urgent
    /// Something to look after.
    case notable
    /// Good to know: came back, all is well.
    case quiet
  }

  public enum State: Sendable {
    /// Nobody has answered, and the device goes on telling people.
    case waiting
    /// The device has recorded an answer and tells nobody else.
    case answered(AlertAnswer)
    /// It ended by itself, as an exit does with the return.
    case over(WallTime?)
    /// It asks for no answer.
    case told
  }

  /// The part of the address.
  public var id: String
  /// The statement of `Words`: "Rosa ha salido del perímetro".
  public var title: String
  public var urgency: Urgency
  /// The time at which the device made it; nil while no clock had spoken.
  public var made: WallTime?
  public var state: State
  /// The newest request to take it that the device has not confirmed; nil without one.
  public var take: RequestView?

  public init(
    id: String, title: String, urgency: Urgency, made: WallTime?, state: State,
    take: RequestView? = nil
  ) {
    self.id = id
    self.title = title
    self.urgency = urgency
    self.made = made
    self.state = state
    self.take = take
  }
}

/// An answer in the device's own record: shown as "the device knows".
public struct AlertAnswer: Sendable {
  public enum Way: Sendable {
    case portal
    case mail
    case unknown
  }

  /// Nil where the record names nobody.
  public var by: String?
  public var at: WallTime?
  public var way: Way
  /// The hash of their photo.
  public var photo: String?

  public init(by: String?, at: WallTime?, way: Way, photo: String? = nil) {
    self.by = by
    self.at = at
    self.way = way
    self.photo = photo
  }
}

/// The fate of a notice on one way to one caregiver.
public struct RouteFate: Sendable {
  public enum Way: Sendable {
    case mail
    case relay
    /// This portal's own page.
    case portal
  }

  public enum Fate: Sendable {
    /// It is not this caregiver's turn yet.
    case turnAhead
    /// Being tried; nothing accepted yet.
    case trying
    /// A server took it over. Nobody knows yet whether a person has read it.
    case accepted(WallTime?)
    /// A server refused it for good. The reason is that server's own text.
    case refused(WallTime?, why: String?)
    /// Given up after all attempts.
    case failed(WallTime?)
    /// Somebody answered before it was this caregiver's turn, or it was over by then.
    case notNeeded
  }

  public var caregiver: String
  /// The family's own word: "hija". Empty where there is none.
  public var kinship: String
  public var way: Way
  public var fate: Fate
  public var attempts: Int

  public init(caregiver: String, kinship: String, way: Way, fate: Fate, attempts: Int) {
    self.caregiver = caregiver
    self.kinship = kinship
    self.way = way
    self.fate = fate
    self.attempts = attempts
  }
}

/// A wish of a caregiver, on its way to the device.
public struct RequestView: Sendable {
  public enum Wish: Sendable {
    case take
    case place
    case company(until: WallTime)
    case companyOver
    case testAlert
    case advice
    case diary(DiaryChange)
  }

  public enum Fate: Sendable {
    /// It waits in the portal, and the device has not fetched it. The time of the next call is nil where unknown.
    case queued(due: WallTime?)
    /// An answer with it went to the device, which has not confirmed.
    case fetched(WallTime)
    /// The device confirmed it: "the device knows".
    case applied(WallTime)
    case refused(WallTime, Refusal)
    /// It was not applied in time, and never will be.
    case expired(WallTime)
  }

  /// The reasons of a device for not doing it.
  public enum Refusal: Sendable {
    /// The device does not know the time, and only answers and the end of company count then.
    case clockUntrusted
    /// The alert is over, or somebody had answered.
    case alreadyOver
    /// The device does not know that alert.
    case unknownAlert
    /// The hour has passed.
    case past
    /// The hour is too far ahead.
    case tooFar
    /// The account is none of the device's caregivers any more.
    case unknownCaregiver
    /// The account lost its permission before the device answered.
    case noRight
    /// An older device does not know the word.
    case unknownWord
    /// Nobody has an address.
    case nobodyToTell
    /// The device has recorded nothing yet, or no stay at home, or could not work it out.
    case noRecording, noHome, noAdvice
    /// The diary on the device has an entry that nobody here had seen.
    case diaryChanged
    /// The time of the entry is in the future.
    case entryAhead
    case entryGone
    /// The device takes no such amount or text.
    case entryUnfit
    /// The device's own words.
    case other(String)
  }

  public var wish: Wish
  public var by: String
  /// Whether the account that looks at the page asked for it.
  public var isYours: Bool
  public var asked: WallTime
  /// It expires then; nil for the end of company, which never does.
  public var until: WallTime?
  public var fate: Fate

  public init(
    wish: Wish, by: String, isYours: Bool, asked: WallTime, until: WallTime?, fate: Fate
  ) {
    self.wish = wish
    self.by = by
    self.isYours = isYours
    self.asked = asked
    self.until = until
    self.fate = fate
  }
}
