import Device
import HAL

/// One form, with what stands in its fields.
public struct FormView: Sendable {
  public var form: SettingForm
  /// A reminder's or a person's number; empty where the form has one thing.
  public var target: String
  /// The revision from which the values come.
  public var revision: Int
  /// Values by the names of the fields.
  public var values: [String: String]
  /// The name of what it is about, for its heading.
  public var about: String
  public var problem: SettingProblem?
  /// Fields that this wearer has no use for.
  public var hidden: Set<SettingField>
  /// The hash of the photo that stands; nil: none, or one that only the device has.
  public var photo: String?

  public init(
    _ form: SettingForm, target: String = "", revision: Int, values: [String: String],
    about: String = "", problem: SettingProblem? = nil, hidden: Set<SettingField> = [],
    photo: String? = nil
  ) {
    self.form = form
    self.target = target
    self.revision = revision
    self.values = values
    self.about = about
    self.problem = problem
    self.hidden = hidden
    self.photo = photo
  }
}

/// A change of the profile, and its way to the device.
public struct ChangeView: Sendable {
  public enum Fate: Sendable {
    /// It waits in the portal for the device's next call, due by then.
    case queued(due: WallTime?)
    case fetched(WallTime)
    case applied(WallTime)
    /// The device's reason, in its own words.
    case refused(WallTime, why: String)
    /// The device's own file changed then and counts since.
    case overtaken(WallTime)
    /// It waited, and whoever made it, or one that it stands on, lost the permission then.
    case noRight(WallTime)
    /// It was made from a text older than the device's, as was known then.
    case outdated(WallTime)
  }

  public var revision: Int
  public var form: SettingForm
  /// The reminder or person that it is about.
  public var about: String
  public var by: String
  public var made: WallTime
  public var fate: Fate
  /// It is lost, and nobody has decided yet which text counts.
  public var waits: Bool

  public init(
    revision: Int, form: SettingForm, about: String, by: String, made: WallTime, fate: Fate,
    waits: Bool = false
  ) {
    self.revision = revision
    self.form = form
    self.about = about
    self.by = by
    self.made = made
    self.fate = fate
    self.waits = waits
  }
}

/// The parts that all pages with settings share.
public struct SettingState: Sendable {
  public enum Notice: String, CaseIterable, Sendable {
    case saved
    /// Nothing was different.
    case same
    /// The text that stands was left as it is.
    case settled
  }

  public var contact: Contact
  /// The newest changes of this page, the newest first.
  public var changes: [ChangeView]
  /// Lost changes of all pages that wait for somebody's choice.
  public var lost: [ChangeView]
  public var notice: Notice?
  /// False: the device has told no profile yet, and nothing can be changed.
  public var isKnown: Bool

  public init(
    contact: Contact, changes: [ChangeView] = [], lost: [ChangeView] = [], notice: Notice? = nil,
    isKnown: Bool = true
  ) {
    self.contact = contact
    self.changes = changes
    self.lost = lost
    self.notice = notice
    self.isKnown = isKnown
  }
}

/// A page with one or several forms.
public struct SettingsView: Sendable {
  public var home: SettingForm.Home
  public var state: SettingState
  public var forms: [FormView]
  /// The ground round home, on the page of the perimeter.
  public var ground: Ground?
  /// The device's newest place, to which the centre can be moved.
  public var place: Place?
  /// The schedule in force, on the page of the perimeter.
  public var watch: WatchState?
  /// The device's own advice, on the page of the perimeter.
  public var advice: AdviceView?

  /// Whether the page may ask for itself anew while somebody writes in it.
  ///
  /// The answer to a form has an address that GET does not answer, and the form of a reminder may be gone
  /// by then. The words in its fields would be lost with it.
  var isLive: Bool {
    (home == .settings || home == .perimeter) && !forms.contains { $0.problem != nil }
  }

  public init(
    home: SettingForm.Home, state: SettingState, forms: [FormView], ground: Ground? = nil,
    place: Place? = nil, watch: WatchState? = nil, advice: AdviceView? = nil
  ) {
    self.home = home
    self.state = state
    self.forms = forms
    self.ground = ground
    self.place = place
    self.watch = watch
    self.advice = advice
  }
}

/// The perimeter that the device advises, and who asked for it.
public struct AdviceView: Sendable {
  /// A place where the wearer stays, by its distance from home.
  public struct Stay: Sendable {
    public var distance: Metres
    public var days: Int

    public init(distance: Metres, days: Int) {
      self.distance = distance
      self.days = days
    }
  }

  /// The figures, as `SyncAdvice` has them.
  public struct Figures: Sendable {
    public var days: Int
    public var atHome: Milliseconds
    public var fixes: Int
    /// The distance of the centre in force from the home that was seen.
    public var off: Metres
    public var scatter: Metres
    public var needed: Metres
    /// Metres, 150 to 1000.
    public var radius: Int
    public var farthest: Stay?
    public var beyond: Stay?
    public var seldom: Stay?
    public var rival: Stay?

    public init(
      days: Int, atHome: Milliseconds, fixes: Int, off: Metres, scatter: Metres, needed: Metres,
      radius: Int, farthest: Stay? = nil, beyond: Stay? = nil, seldom: Stay? = nil,
      rival: Stay? = nil
    ) {
      self.days = days
      self.atHome = atHome
      self.fixes = fixes
      self.off = off
      self.scatter = scatter
      self.needed = needed
      self.radius = radius
      self.farthest = farthest
      self.beyond = beyond
      self.seldom = seldom
      self.rival = rival
    }
  }

  public var figures: Figures?
  /// The moment of the figures.
  public var at: WallTime?
  /// The centre is another one since.
  public var isMoved: Bool
  /// The newest question, unless the figures answer it.
  public var requests: [RequestView]
  /// The reader's own question is on its way.
  public var isAsked: Bool

  public init(
    figures: Figures? = nil, at: WallTime? = nil, isMoved: Bool = false, requests: [RequestView],
    isAsked: Bool
  ) {
    self.figures = figures
    self.at = at
    self.isMoved = isMoved
    self.requests = requests
    self.isAsked = isAsked
  }
}

/// Two texts of the same thing, between which somebody chooses.
public struct ConflictView: Sendable {
  /// The reason for the choice.
  public enum Cause: Sendable {
    /// Somebody else changed it while the form was open.
    case changedBy(String, WallTime)
    /// The device's own file changed.
    case deviceChanged(WallTime)
    /// The device refused the change, in its own words.
    case refused(WallTime, why: String)
    /// Whoever made it, or one that it stands on, lost the permission before the device had it.
    case noRight(WallTime)
    /// It was made from a text older than the device's.
    case outdated(WallTime)
    /// The form names no text that the portal has had.
    case unknown
  }

  public var form: SettingForm
  public var target: String
  public var about: String
  public var cause: Cause
  /// The fields as somebody wrote them.
  public var mine: [String: String]
  /// The fields as they stand; nil: what the form was about is no longer there.
  public var now: [String: String]?
  /// The list as it stands, where the form adds to one or takes from it.
  public var list: [String]
  /// The revision that stands now.
  public var revision: Int
  /// The lost change that is looked at; nil: the form was just sent.
  public var lost: Int?
  public var writer: String
  /// The hashes of the photos between which somebody chooses, where both are of photos.
  public var photos: (mine: String?, now: String?)
  public var problem: SettingProblem?

  public init(
    _ form: SettingForm, target: String, about: String, cause: Cause, mine: [String: String],
    now: [String: String]?, list: [String], revision: Int, lost: Int? = nil, writer: String,
    photos: (mine: String?, now: String?) = (nil, nil), problem: SettingProblem? = nil
  ) {
    self.form = form
    self.target = target
    self.about = about
    self.cause = cause
    self.mine = mine
    self.now = now
    self.list = list
    self.revision = revision
    self.lost = lost
    self.writer = writer
    self.photos = photos
    self.problem = problem
  }
}

/// All changes, the newest first.
public struct ChangesView: Sendable {
  public var state: SettingState

  public init(state: SettingState) { self.state = state }
}

/// The reminders of a wearer.
public struct RemindersView: Sendable {
  public struct Row: Sendable {
    public var id: UInt16
    public var name: String
    public var dose: String?
    public var isMedication: Bool
    public var first: CivilMinute
    public var repeats: Reminder.Repeat
    public var until: CivilMinute?
    public var tells: Bool
    public var asks: Bool
    /// The hash of its photo.
    public var photo: String?

    public init(
      id: UInt16, name: String, dose: String?, isMedication: Bool, first: CivilMinute,
      repeats: Reminder.Repeat, until: CivilMinute?, tells: Bool, asks: Bool, photo: String? = nil
    ) {
      self.id = id
      self.name = name
      self.dose = dose
      self.isMedication = isMedication
      self.first = first
      self.repeats = repeats
      self.until = until
      self.tells = tells
      self.asks = asks
      self.photo = photo
    }
  }

  /// One time of today at which something is due.
  public struct Moment: Sendable {
    public enum State: Sendable {
      /// It is due later.
      case ahead
      /// It was set here. The device may hear of it at that time only, which is behind its own; nil: nobody knows
      /// when, because the device is overdue.
      case unheard(until: WallTime?)
      /// The same of a medicine that is planned once, which the device makes up for.
      case unheardOnce(until: WallTime?)
      /// Its time has passed, and the device has told nothing.
      case silent
      case announced(WallTime)
      case snoozed(WallTime)
      case acknowledged(WallTime)
      case answered(Int, WallTime)
      /// Nobody answered, and it went to the caregivers; the name of one who answered.
      case escalated(WallTime, by: String?)
      case missed(WallTime, by: String?)
    }

    /// The minute of the day.
    public var minute: Int
    public var name: String
    public var dose: String?
    public var isMedication: Bool
    public var state: State

    public init(minute: Int, name: String, dose: String?, isMedication: Bool, state: State) {
      self.minute = minute
      self.name = name
      self.dose = dose
      self.isMedication = isMedication
      self.state = state
    }
  }

  public enum Filter: String, CaseIterable, Sendable {
    case all, medication, reminder
  }

  public var state: SettingState
  public var filter: Filter
  public var rows: [Row]
  public var today: [Moment]

  public init(state: SettingState, filter: Filter, rows: [Row], today: [Moment]) {
    self.state = state
    self.filter = filter
    self.rows = rows
    self.today = today
  }
}

/// A person of the profile, on the page of people.
public struct ProfilePerson: Sendable {
  /// The person's number, by which the form finds them.
  public var id: String
  public var name: String
  public var kinship: String
  public var email: String?
  /// The hash of the photo.
  public var photo: String?

  public init(
    id: String, name: String, kinship: String, email: String?, photo: String? = nil
  ) {
    self.id = id
    self.name = name
    self.kinship = kinship
    self.email = email
    self.photo = photo
  }
}
