import HAL

/// One form, for the template "setting-form".
struct SettingFormPart {
  var formID: String
  var formTitle: Rich
  var formLead: Rich?
  var formProblem: String?
  /// The words of the device's own reader, as they are.
  var deviceSays: String?
  var formAction: String
  var formRevision: String
  var formSubmit: String
  /// The encoding of a form with a file.
  var formEncoding: String?
  var formPhoto: Rich?
  /// The button that takes a photo away.
  var formRemove: String?
  var fields: [SettingFieldPart]

  init(_ view: FormView, of wearer: String, _ speak: PageWording) {
    formID = view.form.rawValue
    formTitle = SettingFormPart.title(view.form, about: view.about, speak)
    formLead = SettingFormPart.lead(view, speak)
    formAction = Path.save(wearer, view.form, view.target)
    formRevision = String(view.revision)
    let isDeleting = view.form == .reminderDelete || view.form == .caregiverDelete
    let isAdding = view.form == .reminderAdd || view.form == .caregiverAdd
    formSubmit = speak.plain(isDeleting ? SettingPhrase.delete : isAdding ? .add : .save)
    if view.form.isPhoto {
      formSubmit = speak.plain(PhotoPhrase.send)
      formEncoding = "multipart/form-data"
      formPhoto = view.photo.map { .photo(Path.picture(wearer, $0), of: view.about, speak) }
      let hasPhoto = !(view.values[SettingField.photo.name] ?? "").isEmpty
      formRemove = hasPhoto ? speak.plain(PhotoPhrase.remove) : nil
    }
    let shown = SettingFormPart.shown(view).filter { !view.hidden.contains($0) }
    fields = shown.map { SettingFieldPart($0, in: view, speak) }
    guard let problem = view.problem else { return }
    if problem.isQuoted || !shown.contains(where: { $0 == problem.field }) {
      formProblem = SettingFieldPart.words(problem.reason, speak)
    }
    if case .refused(let words) = problem.reason { deviceSays = words }
  }

  /// Two rows of weekly hours are empty for new ones.
  private static func shown(_ view: FormView) -> [SettingField] {
    guard view.form == .quiet || view.form == .schedule else { return view.form.fields }
    let used = (1...view.form.fields.count / 3).last { row in
      !(view.values[SettingField.rowFrom(row).name] ?? "").isEmpty
        || !(view.values[SettingField.rowTo(row).name] ?? "").isEmpty
    }
    return Array(view.form.fields.prefix(3 * ((used ?? 0) + 2)))
  }

  static func name(_ form: SettingForm) -> SettingFormPhrase {
    switch form {
    case .reminderAdd: .reminderAdd
    case .reminderEdit: .reminderEdit
    case .reminderDelete: .reminderDelete
    case .first: .first
    case .perimeter: .perimeter
    case .schedule: .schedule
    case .screen: .screen
    case .quiet: .quiet
    case .alarms: .alarms
    case .notices: .notices
    case .wearer: .wearer
    case .caregiverAdd: .caregiverAdd
    case .caregiverEdit: .caregiverEdit
    case .caregiverDelete: .caregiverDelete
    case .caregiverUp: .caregiverUp
    case .reminderPhoto: .reminderPhoto
    case .wearerPhoto: .wearerPhoto
    case .caregiverPhoto: .caregiverPhoto
    }
  }

  /// The form's name, with what it is about.
  static func title(_ form: SettingForm, about: String, _ speak: PageWording) -> Rich {
    let title = speak.plain(name(form))
    return about.isEmpty
      ? Rich(title) : speak(SettingPhrase.changeAbout, (.title, title), (.value, about))
  }

  private static func lead(_ view: FormView, _ speak: PageWording) -> Rich? {
    switch view.form {
    case .reminderDelete, .caregiverDelete:
      speak(SettingPhrase.deleteLead, (.title, view.about))
    case .screen: speak(SettingFormPhrase.screenLead)
    case .quiet: speak(SettingFormPhrase.quietLead)
    case .alarms: speak(SettingFormPhrase.alarmsLead)
    case .notices: speak(SettingFormPhrase.noticesLead)
    case .wearer: speak(SettingFormPhrase.wearerLead)
    case .caregiverAdd, .caregiverEdit: speak(SettingFormPhrase.caregiverLead)
    case .reminderPhoto, .wearerPhoto, .caregiverPhoto: speak(PhotoPhrase.lead)
    case .first: speak(SettingFormPhrase.firstLead)
    case .schedule: speak(SettingFormPhrase.scheduleLead)
    case .reminderAdd, .reminderEdit, .perimeter, .caregiverUp: nil
    }
  }
}

/// Changes on their way, for the template "setting-state".
struct SettingStatePart {
  struct Change {
    var changeTitle: Rich
    var changeDetail: Rich
    var changeTone: String
    var comparePath: String
    var compareLabel: Rich
  }

  var saidNotice: String?
  var hasLost: Bool
  var lostChanges: [Change]
  var hasChanges: Bool
  var changes: [Change]
  var allPath: String?
  var isUnknown: Bool
  /// The page of the first settings, for somebody who may write them.
  var firstPath: String?

  init(_ state: SettingState, _ wearer: WearerLink, _ speak: PageWording, isHistory: Bool = false) {
    saidNotice = state.notice.map { notice in
      switch notice {
      case .saved: speak.plain(SettingPhrase.saved)
      case .same: speak.plain(SettingPhrase.same)
      case .settled: speak.plain(SettingPhrase.settled)
      }
    }
    let mayEdit = wearer.right >= .administer
    func part(_ change: ChangeView) -> Change {
      let title = SettingFormPart.title(change.form, about: change.about, speak)
      return Change(
        changeTitle: speak(SettingPhrase.changeBy, (.name, Rich(change.by)), (.title, title)),
        changeDetail: SettingStatePart.detail(change, speak),
        changeTone: SettingStatePart.tone(change.fate),
        comparePath: Path.compare(wearer.id, change.revision),
        compareLabel: speak(SettingPhrase.compare, (.title, title)))
    }
    lostChanges = mayEdit ? state.lost.map(part) : []
    hasLost = !lostChanges.isEmpty
    changes = state.changes.map(part)
    hasChanges = !changes.isEmpty
    allPath = mayEdit && !isHistory ? Path.changes(wearer.id) : nil
    isUnknown = !state.isKnown
    firstPath = isUnknown && mayEdit ? Path.perimeter(wearer.id) : nil
  }

  private static func tone(_ fate: ChangeView.Fate) -> String {
    switch fate {
    case .queued, .fetched: "under-way"
    case .applied: "known"
    case .refused, .overtaken, .noRight, .outdated: "ended"
    }
  }

  private static func detail(_ change: ChangeView, _ speak: PageWording) -> Rich {
    switch change.fate {
    case .queued(let due?) where due > speak.now:
      speak(SettingPhrase.queuedDue, (.until, speak.moment(due)))
    case .queued: speak(SettingPhrase.queued)
    case .fetched(let at): speak(SettingPhrase.fetched, (.time, speak.moment(at)))
    case .applied(let at): speak(SettingPhrase.applied, (.time, speak.moment(at)))
    case .refused(let at, _): speak(SettingPhrase.refused, (.time, speak.moment(at)))
    case .overtaken(let at): speak(SettingPhrase.overtaken, (.time, speak.moment(at)))
    case .noRight(let at): speak(SettingPhrase.noRight, (.time, speak.moment(at)))
    case .outdated(let at): speak(SettingPhrase.outdated, (.time, speak.moment(at)))
    }
  }
}

/// A page with forms, for the template "settings".
struct SettingsContent {
  struct Other {
    var otherPath: String
    var otherName: String
  }

  var heading: Rich
  var lead: Rich?
  var watch: Rich?
  var isUnwatched: Bool
  var settingState: SettingStatePart
  var ground: GroundPart?
  var hasGround: Bool
  var devicePath: String?
  var deviceLabel: Rich
  var deviceNote: Rich?
  var forms: [SettingFormPart]
  var advice: AdviceContent?
  var others: [Other]
  let title: String

  init(_ view: SettingsView, _ wearer: WearerLink, _ speak: PageWording) {
    settingState = SettingStatePart(view.state, wearer, speak)
    if view.home == .perimeter { settingState.firstPath = nil }
    let name = speak.plain(SettingsContent.name(view))
    title = "\(wearer.name): \(name)"
    heading = Rich(title)
    lead =
      view.home == .perimeter
      ? view.state.isKnown ? speak(SettingFormPhrase.perimeterLead) : nil
      : view.forms.count > 1 ? speak(SettingPhrase.lead) : nil
    isUnwatched = view.watch.map { CompanyContent.isUnwatched(.none($0)) } ?? false
    watch = view.watch.map { CompanyContent.words($0, speak) }
    forms = view.forms.map { SettingFormPart($0, of: wearer.id, speak) }
    ground = view.ground.flatMap { GroundPart($0, place: view.place, speak) }
    devicePath = view.place == nil ? nil : Path.perimeter(wearer.id)
    hasGround =
      view.home == .perimeter && view.state.isKnown && !view.forms.isEmpty
      && (ground != nil || devicePath != nil)
    deviceLabel = speak(SettingPhrase.useDevice)
    deviceNote = view.place.map { place in
      let mark = PlanMark(place, speak)
      return speak(SettingPhrase.devicePlace, (.age, mark.when), (.accuracy, mark.accuracy))
    }
    advice = view.advice.map { AdviceContent($0, wearer, speak) }
    others = SettingsContent.others(view.home, wearer, speak)
  }

  private static func name(_ view: SettingsView) -> SettingFormPhrase {
    guard view.home == .settings else {
      return view.forms.first.map { SettingFormPart.name($0.form) } ?? .perimeter
    }
    return .settings
  }

  private static func others(
    _ home: SettingForm.Home, _ wearer: WearerLink, _ speak: PageWording
  ) -> [Other] {
    var links: [(SettingForm.Home, SettingPhrase)] = [
      (.reminders, .remindersLink), (.perimeter, .perimeterLink), (.settings, .settingsLink),
      (.people, .peopleLink),
    ]
    links.removeAll { $0.0 == home && home != .reminders && home != .people }
    let company = Other(
      otherPath: Path.company(wearer.id), otherName: speak.plain(SettingPhrase.companyLink))
    return (home == .perimeter ? [company] : [])
      + links.map {
        Other(otherPath: Path.settings(wearer.id, $0.0), otherName: speak.plain($0.1))
      }
  }
}

/// All changes, for the template "changes".
struct ChangesContent {
  var settingState: SettingStatePart
  var isEmpty: Bool

  init(_ view: ChangesView, _ wearer: WearerLink, _ speak: PageWording) {
    settingState = SettingStatePart(view.state, wearer, speak, isHistory: true)
    isEmpty = !settingState.hasChanges && !settingState.isUnknown
  }
}
