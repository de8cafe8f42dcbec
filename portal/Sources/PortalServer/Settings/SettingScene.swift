import Device
import HAL
import PortalPages
import PortalStore
import Profile

/// The views of the pages on which a family sets things.
extension WearerScene {
  private static let shownChanges = 4

  /// - Parameter home: the page whose changes are shown; nil: those of all.
  func settingState(
    _ home: SettingForm.Home?, notice: SettingState.Notice? = nil
  ) async throws -> SettingState {
    let all = try await file.revisions(most: home == nil ? 200 : 60).compactMap(changeView)
    let lost = try await file.lostChanges().compactMap(changeView)
    return SettingState(
      contact: contact,
      changes: home.map { home in
        Array(all.filter { $0.form.home == home }.prefix(WearerScene.shownChanges))
      } ?? all, lost: lost, notice: notice,
      isKnown: try await file.currentRevision() != nil)
  }

  /// Nil for a text of the device's own file.
  func changeView(_ revision: ProfileRevision) -> ChangeView? {
    guard let change = revision.change, let form = SettingForm(rawValue: change.form) else {
      return nil
    }
    let fate: ChangeView.Fate =
      switch revision.fate {
      case .queued: .queued(due: lastContact?.latest)
      case .fetched(let at): .fetched(at)
      case .applied(let at): .applied(at)
      case .refused(let at, CareRequest.noRight): .noRight(at)
      case .refused(let at, ProfileChange.outdated): .outdated(at)
      case .refused(let at, let why): .refused(at, why: why)
      case .overtaken(let at): .overtaken(at)
      }
    return ChangeView(
      revision: revision.revision, form: form, about: change.about, by: change.who,
      made: revision.made, fate: fate, waits: revision.isLost && !change.isSettled)
  }

  /// A form as it stands, or as somebody sent it.
  func formView(
    _ form: SettingForm, target: String = "", _ current: ProfileRevision, _ profile: Profile,
    sent: [String: String]? = nil, problem: SettingProblem? = nil
  ) -> FormView? {
    guard let values = SettingValues.values(form, target, in: profile) else { return nil }
    var shown = sent ?? values
    if form == .reminderAdd, sent == nil { shown = newReminder }
    return FormView(
      form, target: target, revision: current.revision, values: shown,
      about: SettingValues.about(form, target, in: profile), problem: problem,
      hidden: profile.insulin == nil ? [.alarm(.dose)] : [],
      photo: form.isPhoto ? picture(values["photo"]) : nil)
  }

  private var newReminder: [String: String] {
    let minute = SettingValues.date(localMinute)
    return ["type": "medication", "repeat": "daily", "date": minute.date, "tells": "yes"]
  }

  /// A page whose forms stand as they are, but for one that somebody sent.
  func settingsView(
    _ home: SettingForm.Home, notice: SettingState.Notice? = nil, sent: FormView? = nil,
    map: MapSource? = nil, centre: PortalPages.Place? = nil, radius: Int? = nil
  ) async throws -> SettingsView {
    let state = try await settingState(home, notice: notice)
    var view = SettingsView(home: home, state: state, forms: [])
    if let current = try await file.currentRevision(),
      let profile = SettingDesk.profile(current)
    {
      let forms = SettingForm.allCases.filter {
        $0.home == home && !$0.hasTarget && ($0 != .first || sent?.form == .first)
      }
      view.forms = forms.compactMap { form in
        form == sent?.form ? sent : formView(form, current, profile)
      }
    }
    guard home == .perimeter else { return view }
    guard state.isKnown else {
      let values = ["language": account.language, "radius": "300"]
      view.forms = [sent ?? FormView(.first, revision: 0, values: values)]
      return view
    }
    view.place = try await newestPlace()
    view.watch = watch
    view.advice = try await adviceView()
    view.ground = try await ground(trail: nil, map: map)
    if let radius, sent == nil, !view.forms.isEmpty {
      view.forms[0].values["radius"] = String(radius)
    }
    if let centre, sent == nil, !view.forms.isEmpty {
      view.forms[0].values["lat"] = YAMLField.degrees(Int64(centre.position.latitudeE7)).yaml
      view.forms[0].values["lon"] = YAMLField.degrees(Int64(centre.position.longitudeE7)).yaml
    }
    return view
  }

  // MARK: Reminders

  func remindersView(
    _ filter: RemindersView.Filter, notice: SettingState.Notice? = nil
  ) async throws -> RemindersView {
    let state = try await settingState(.reminders, notice: notice)
    let profile = try await file.currentRevision().flatMap(SettingDesk.profile)
    let rows = (profile?.reminders ?? []).map { reminder in
      RemindersView.Row(
        id: reminder.setting.id, name: reminder.words.name, dose: reminder.words.dose,
        isMedication: reminder.setting.kind == .medication, first: reminder.setting.first,
        repeats: reminder.setting.repeats, until: reminder.setting.until,
        tells: reminder.setting.tellsCaregiver, asks: reminder.setting.question != nil,
        photo: picture(reminder.words.photo))
    }
    return RemindersView(
      state: state, filter: filter,
      rows: rows.filter { row in
        switch filter {
        case .all: true
        case .medication: row.isMedication
        case .reminder: !row.isMedication
        }
      }, today: try await remindersToday(profile?.reminders ?? []))
  }

  /// Today by the device's own log, and what is still ahead by the profile in force.
  /// - Parameter written: as the portal has them, whether or not the device does.
  private func remindersToday(
    _ written: [ProfileReminder]
  ) async throws -> [RemindersView.Moment] {
    guard let reminders = try await file.remindersInForce() else { return [] }
    let now = localMinute
    let start = CivilMinute(now.count - now.count % 1440)
    func times(_ reminder: ProfileReminder) -> [CivilMinute] {
      var times: [CivilMinute] = []
      var due = ReminderRepeat.next(reminder.setting, from: start)
      while let minute = due, minute.count < start.count + 1440 {
        times.append(minute)
        due = ReminderRepeat.next(reminder.setting, from: CivilMinute(minute.count + 1))
      }
      return times
    }
    var moments: [RemindersView.Moment] = []
    var known: Set<UInt64> = []
    for reminder in reminders {
      for minute in times(reminder) {
        known.insert(Occurrence(reminder: reminder.setting.id, due: minute).key)
        moments.append(moment(reminder, minute, isAhead: minute > now))
      }
    }
    guard let latest = lastContact?.latest else { return WearerScene.sorted(moments) }
    // The device calls by then, and lets go of what was over before it knew of it. Nobody knows when one calls
    // that is overdue.
    let until = latest > self.now ? latest : nil
    let ahead = until.map { Int32(self.now.distance(to: $0).count / 60_000) + 1 } ?? 1440
    let heard = CivilMinute(now.count + ahead)
    let set = try await timesOnTheirWay(times)
    let numbers = Set(reminders.map(\.setting.id))
    for reminder in written {
      let setting = reminder.setting
      // A device makes up for a new one of this kind.
      let isMadeUp =
        setting.kind == .medication && setting.repeats == .once && !numbers.contains(setting.id)
      for minute in times(reminder) where minute <= heard {
        let key = Occurrence(reminder: setting.id, due: minute).key
        // A time that was over already when it was set is not meant for today.
        guard !known.contains(key), let made = set[key], minute >= made else { continue }
        moments.append(
          RemindersView.Moment(
            minute: Int(minute.count - start.count), name: reminder.words.name,
            dose: reminder.words.dose, isMedication: setting.kind == .medication,
            state: isMadeUp ? .unheardOnce(until: until) : .unheard(until: until)))
      }
    }
    return WearerScene.sorted(moments)
  }

  /// The minute in which each time of today was first set, of changes that the device has not confirmed.
  /// - Parameter times: today's times of a reminder.
  private func timesOnTheirWay(
    _ times: (ProfileReminder) -> [CivilMinute]
  ) async throws -> [UInt64: CivilMinute] {
    var set: [UInt64: CivilMinute] = [:]
    // The newest come first.
    for revision in try await file.revisions(most: 60) where revision.change != nil {
      switch revision.fate {
      case .queued, .fetched: break
      case .applied, .refused, .overtaken: continue
      }
      let made = localMinute(revision.made)
      for reminder in SettingDesk.profile(revision)?.reminders ?? [] {
        for minute in times(reminder) {
          set[Occurrence(reminder: reminder.setting.id, due: minute).key] = made
        }
      }
    }
    return set
  }

  private static func sorted(_ moments: [RemindersView.Moment]) -> [RemindersView.Moment] {
    moments.sorted { ($0.minute, $0.name) < ($1.minute, $1.name) }
  }

  private func moment(
    _ reminder: ProfileReminder, _ due: CivilMinute, isAhead: Bool
  ) -> RemindersView.Moment {
    let occurrence = Occurrence(reminder: reminder.setting.id, due: due)
    let last = log.reminderSteps[occurrence.key]
    let state: RemindersView.Moment.State =
      switch last?.state {
      case nil: isAhead ? .ahead : .silent
      case .announced, .announcedUnsure: .announced(last?.at ?? now)
      case .snoozed: .snoozed(last?.at ?? now)
      case .acknowledged: .acknowledged(last?.at ?? now)
      case .answered(let value): .answered(Int(value), last?.at ?? now)
      case .escalated: .escalated(last?.at ?? now, by: helper(occurrence))
      case .missed: .missed(last?.at ?? now, by: helper(occurrence))
      }
    return RemindersView.Moment(
      minute: Int(due.count - due.count / 1440 * 1440), name: reminder.words.name,
      dose: reminder.words.dose, isMedication: reminder.setting.kind == .medication, state: state)
  }

  /// The caregiver who answered the notice about an occurrence; nil: nobody has.
  private func helper(_ occurrence: Occurrence) -> String? {
    for story in log.notices.reversed() {
      switch story.notice.matter {
      case .reminder(.unanswered(occurrence)), .reminder(.missed(occurrence)):
        if let answer = story.answer { return name(who: answer.who, caregiver: answer.caregiver) }
      case .reminder, .perimeter, .help, .location, .position, .glucose, .dose, .clock,
        .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
        break
      }
    }
    return nil
  }

  // MARK: People

  /// The people of the profile as it stands, beside those who have an account.
  func addProfile(to view: inout PeopleView, _ said: SettingState.Notice?) async throws {
    view.state = try await settingState(.people, notice: said)
    guard let current = try await file.currentRevision(),
      let profile = SettingDesk.profile(current)
    else { return }
    view.wearer = formView(.wearer, current, profile)
    view.wearerPhoto = formView(.wearerPhoto, current, profile)
    view.profile = profile.caregivers.map { caregiver in
      ProfilePerson(
        id: String(caregiver.setting.who, radix: 16), name: caregiver.words.name,
        kinship: caregiver.words.kinship, email: caregiver.words.email,
        photo: picture(caregiver.words.photo))
    }
  }
}
