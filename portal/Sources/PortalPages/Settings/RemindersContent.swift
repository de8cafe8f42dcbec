import Device
import HAL
import Names

/// The reminders of a wearer, for the template "reminders".
struct RemindersContent {
  struct Moment {
    var momentTime: String
    var momentName: Rich
    var momentState: Rich
    var momentTone: String
  }

  struct Filter {
    var filterPath: String
    var filterName: String
    var isHere: Bool
  }

  struct Row {
    var reminderName: Rich
    var reminderWhen: Rich
    var reminderMore: Rich?
    var editPath: String?
    var editLabel: Rich
    var deletePath: String?
    var deleteLabel: Rich
  }

  var heading: Rich
  var settingState: SettingStatePart
  var today: [Moment]
  var hasToday: Bool
  var filters: [Filter]
  var isEmpty: Bool
  var rows: [Row]
  var addPath: String?
  var barred: String?
  let title: String

  init(_ view: RemindersView, _ wearer: WearerLink, _ speak: PageWording) {
    settingState = SettingStatePart(view.state, wearer, speak)
    heading = speak(ReminderPhrase.title, (.wearer, wearer.name))
    title = speak.plain(ReminderPhrase.title).replacingGap(.wearer, wearer.name)
    let name = (Gap.wearer, Rich(wearer.name))
    today = view.today.map { moment in
      Moment(
        momentTime: CivilDate(milliseconds: Int64(moment.minute) * 60_000).clock,
        momentName: Rich([moment.name, moment.dose].compactMap { $0 }.joined(separator: ", ")),
        momentState: RemindersContent.words(moment.state, name, speak),
        momentTone: RemindersContent.tone(moment))
    }
    hasToday = !today.isEmpty
    filters = RemindersView.Filter.allCases.map { filter in
      Filter(
        filterPath: Path.reminders(wearer.id) + (filter == .all ? "" : "?type=\(filter.rawValue)"),
        filterName: speak.plain(RemindersContent.name(filter)), isHere: filter == view.filter)
    }
    isEmpty = view.rows.isEmpty
    let mayEdit = wearer.right >= .administer && view.state.isKnown
    rows = view.rows.map { row in
      let path = mayEdit ? Path.reminder(wearer.id, String(row.id)) : nil
      return Row(
        reminderName: (row.photo.map {
          .photo(Path.picture(wearer.id, $0), of: row.name, speak)
        } ?? Rich("")) + Rich([row.name, row.dose].compactMap { $0 }.joined(separator: ", ")),
        reminderWhen: RemindersContent.when(row, speak),
        reminderMore: RemindersContent.more(row, speak), editPath: path,
        editLabel: speak(SettingPhrase.edit, (.title, row.name)),
        deletePath: path.map { $0 + "/delete" },
        deleteLabel: speak(SettingPhrase.remove, (.title, row.name)))
    }
    addPath = mayEdit ? Path.newReminder(wearer.id) : nil
    barred = wearer.right < .administer ? speak.plain(ReminderPhrase.look) : nil
  }

  private static func name(_ filter: RemindersView.Filter) -> ReminderPhrase {
    switch filter {
    case .all: .all
    case .medication: .medications
    case .reminder: .reminders
    }
  }

  private static func tone(_ moment: RemindersView.Moment) -> String {
    switch moment.state {
    case .escalated, .missed, .unheard, .unheardOnce: "urgent"
    case .ahead, .silent, .announced, .snoozed, .acknowledged, .answered: ""
    }
  }

  private static func words(
    _ state: RemindersView.Moment.State, _ wearer: (Gap, Rich), _ speak: PageWording
  ) -> Rich {
    switch state {
    case .ahead: speak(ReminderPhrase.ahead)
    case .unheard(let until?): speak(ReminderPhrase.unheard, (.until, speak.moment(until)))
    case .unheard(nil): speak(ReminderPhrase.overdue)
    case .unheardOnce(let until?):
      speak(ReminderPhrase.unheardOnce, (.until, speak.moment(until)))
    case .unheardOnce(nil): speak(ReminderPhrase.overdueOnce)
    case .silent: speak(ReminderPhrase.silent)
    case .announced(let at): speak(ReminderPhrase.announced, (.time, speak.moment(at)))
    case .snoozed: speak(ReminderPhrase.snoozed, wearer)
    case .acknowledged(let at):
      speak(ReminderPhrase.acknowledged, wearer, (.time, speak.moment(at)))
    case .answered(let value, let at):
      speak(
        ReminderPhrase.answered, wearer, (.number, Rich(String(value))),
        (.time, speak.moment(at)))
    case .escalated(_, by: let name?): speak(ReminderPhrase.escalatedBy, (.name, name))
    case .escalated(let at, by: nil):
      speak(ReminderPhrase.escalated, (.time, speak.moment(at)))
    case .missed(_, by: let name?): speak(ReminderPhrase.missedBy, (.name, name))
    case .missed(_, by: nil): speak(ReminderPhrase.missed)
    }
  }

  /// "cada día, a las 08:30"
  private static func when(_ row: RemindersView.Row, _ speak: PageWording) -> Rich {
    let first = CivilDate(milliseconds: Int64(row.first.count) * 60_000)
    let rule: String =
      switch row.repeats {
      case .once: speak.language.dateWithYear(first)
      case .daily: speak.plain(ReminderFieldPhrase.daily)
      case .everyHours(let hours):
        speak.plain(ReminderPhrase.hours).replacingGap(.number, String(hours))
      case .weekdays(let bits): days(bits, speak)
      }
    let time = first.hour == 1 ? MomentPhrase.todayOne : .today
    let clock = speak.plain(time).replacingGap(.time, first.clock)
    return speak(ReminderPhrase.first, (.value, rule), (.time, clock))
  }

  private static func days(_ bits: UInt8, _ speak: PageWording) -> String {
    switch bits {
    case 0b111_1111: speak.plain(ReminderFieldPhrase.daily)
    case 0b001_1111: speak.plain(ReminderFieldPhrase.weekdays)
    case 0b110_0000: speak.plain(ReminderFieldPhrase.weekend)
    default:
      WeekdayPhrase.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }
        .map { speak.plain($0.element) }.joined(separator: ", ")
    }
  }

  private static func more(_ row: RemindersView.Row, _ speak: PageWording) -> Rich? {
    var parts: [Rich] = []
    if let until = row.until {
      let date = CivilDate(milliseconds: Int64(until.count) * 60_000)
      parts.append(speak(ReminderPhrase.until, (.date, speak.language.dateWithYear(date))))
    }
    if row.tells { parts.append(speak(ReminderPhrase.tells)) }
    if row.asks { parts.append(speak(ReminderPhrase.asks)) }
    return parts.isEmpty ? nil : parts.joined(", ")
  }
}
