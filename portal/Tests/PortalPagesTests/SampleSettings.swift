import Device
import Foundation
import HAL
import Words

@testable import PortalPages

/// The pages by which a family sets things.
extension Samples {
  private func sample(
    _ name: String, _ page: PortalPages.Page, _ right: Right = .administer
  ) -> Sample {
    Sample(name: name, page: page, frame: frame(right))
  }

  /// The page of the perimeter with an advice.
  private func advised(
    _ name: String, _ advice: AdviceView, _ perimeter: [String: String]
  ) -> Sample {
    sample(
      name,
      .settings(
        SettingsView(
          home: .perimeter, state: calmState, forms: [form(.perimeter, perimeter)],
          watch: .on(until: ago(-700)), advice: advice)))
  }

  func change(
    _ revision: Int, _ form: SettingForm, _ fate: ChangeView.Fate, waits: Bool = false
  ) -> ChangeView {
    ChangeView(
      revision: revision, form: form, about: form.hasTarget ? text("Luis") : "", by: text("Ana"),
      made: ago(9), fate: fate, waits: waits)
  }

  var changeList: [ChangeView] {
    [
      change(9, .perimeter, .queued(due: ago(-4))), change(8, .quiet, .queued(due: nil)),
      change(7, .reminderAdd, .fetched(ago(1))), change(6, .caregiverEdit, .applied(ago(8))),
      change(5, .screen, .refused(ago(8), why: text("volume is 500"))),
      change(4, .notices, .overtaken(ago(3))), change(3, .screen, .outdated(ago(4))),
    ]
  }

  func settingState(_ notice: SettingState.Notice? = nil) -> SettingState {
    SettingState(
      contact: fine, changes: changeList,
      lost: [change(4, .notices, .overtaken(ago(3)), waits: true)], notice: notice)
  }

  var profilePeople: [ProfilePerson] {
    [
      ProfilePerson(
        id: "71c71f38", name: text("Ana"), kinship: text("hija"), email: text("ana@example.org"),
        photo: Samples.photo),
      ProfilePerson(id: "2", name: text("Luis"), kinship: text("hijo"), email: nil),
    ]
  }

  var calmState: SettingState { SettingState(contact: fine) }

  var reminderValues: [String: String] {
    [
      "type": "medication", "name": text("Pastilla de la tensión"), "dose": text("1 pastilla"),
      "description": text("Con un vaso de agua"), "date": "2026-11-21", "time": "08:30",
      "repeat": "days", "days": "mon,wed,fri", "tells": "yes", "asks": "yes", "ask_from": "0",
      "ask_to": "10", "ask_start": "5",
    ]
  }

  var quietValues: [String: String] {
    [
      "days_1": "daily", "from_1": "22:00", "to_1": "07:00", "days_2": "sat,sun",
      "from_2": "14:00", "to_2": "14:00",
    ]
  }

  var alarmValues: [String: String] {
    Dictionary(
      uniqueKeysWithValues: SettingForm.raisable.map { (SettingField.alarm($0).name, "medium") })
  }

  var noticeValues: [String: String] {
    var values = ["all_is_well_at": "09:00"]
    for limit in SettingField.Limit.allCases { values[limit.rawValue] = "30" }
    return values
  }

  func form(
    _ form: SettingForm, _ values: [String: String] = [:], _ problem: SettingProblem? = nil,
    photo: String? = nil
  ) -> FormView {
    FormView(
      form, target: form.hasTarget ? "2" : "", revision: 9, values: values,
      about: form.hasTarget ? text("Luis") : "", problem: problem, photo: photo)
  }

  /// The hash of a photo that `PagesTests` writes beside the pages.
  static let photo = String(repeating: "5a", count: 32)
  /// A PNG of one grey point.
  static let point: [UInt8] = Array(
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNo"
        + "AAAAggCBd81ytgAAAABJRU5ErkJggg=="
    ) ?? Data())
  static let photoPath = "/w/rosa/picture/\(photo)"

  var settingForms: [FormView] {
    [
      form(.screen, ["language": "es", "text_size": "large", "volume": "80"]),
      form(.quiet, quietValues, SettingProblem(.rowTo(2), .beforeBeginning)),
      form(.alarms, alarmValues), form(.notices, noticeValues),
    ]
  }

  private func one(_ view: FormView) -> PortalPages.Page {
    .settings(SettingsView(home: view.form.home, state: calmState, forms: [view]))
  }

  var settingPages: [Sample] {
    let perimeter = [
      "lat": "40.4168", "lon": "-3.7038", "radius": "150", "sensitivity": "normal",
    ]
    return [
      sample(
        "settings",
        .settings(
          SettingsView(home: .settings, state: settingState(.saved), forms: settingForms))),
      sample(
        "settings-unknown",
        .settings(
          SettingsView(
            home: .settings, state: SettingState(contact: fine, isKnown: false), forms: []))),
      sample(
        "first",
        .settings(
          SettingsView(
            home: .perimeter, state: SettingState(contact: fine, isKnown: false),
            forms: [form(.first, ["language": "es", "radius": "300"])]))),
      sample(
        "first-wrong",
        .settings(
          SettingsView(
            home: .perimeter, state: SettingState(contact: fine, isKnown: false),
            forms: [
              form(
                .first, perimeter.merging(["kinship": text("hija")]) { $1 },
                SettingProblem(.timeZone, .unreadable))
            ]))),
      sample(
        "perimeter",
        .settings(
          SettingsView(
            home: .perimeter, state: calmState,
            forms: [form(.perimeter, perimeter), form(.schedule)],
            ground: ground(), place: place(0.4), watch: .always,
            advice: AdviceView(requests: [], isAsked: false)))),
      sample(
        "perimeter-schedule",
        .settings(
          SettingsView(
            home: .perimeter, state: calmState,
            forms: [
              form(.perimeter, perimeter),
              form(
                .schedule, quietValues.merging(["days_1": "mon,wed,fri"]) { $1 },
                SettingProblem(.rowTo(2), .beforeBeginning)),
            ], watch: .off(until: ago(-300)),
            advice: AdviceView(
              requests: [request(.advice, .queued(due: ago(-4)), 5)], isAsked: true)))),
      advised(
        "perimeter-advice",
        AdviceView(
          figures: AdviceView.Figures(
            days: 7, atHome: .seconds(400_000), fixes: 300_000, off: Metres(12),
            scatter: Metres(14.2), needed: Metres(362), radius: 370,
            farthest: AdviceView.Stay(distance: Metres(312), days: 5),
            seldom: AdviceView.Stay(distance: Metres(820), days: 1)),
          at: ago(90), requests: [], isAsked: false), perimeter),
      advised(
        "perimeter-advice-unsure",
        AdviceView(
          figures: AdviceView.Figures(
            days: 1, atHome: .seconds(1000), fixes: 50, off: Metres(240), scatter: Metres(140),
            needed: Metres(1120), radius: 1000,
            beyond: AdviceView.Stay(distance: Metres(2300), days: 1),
            rival: AdviceView.Stay(distance: Metres(640), days: 1)),
          at: ago(3000), isMoved: true,
          requests: [request(.advice, .refused(ago(3), .noHome), 7, yours: false)],
          isAsked: false), perimeter),
      sample(
        "reminder-new",
        one(form(.reminderAdd, reminderValues, SettingProblem(.time, .missing)))),
      sample(
        "reminder-delete", one(form(.reminderDelete, reminderValues))),
      sample(
        "caregiver",
        one(
          form(
            .caregiverEdit, ["name": text("Luis"), "kinship": text("hijo"), "email": text("luis")],
            SettingProblem(.email, .refused(text("email is luis")))))),
      sample(
        "photo",
        .settings(
          SettingsView(
            home: .people, state: calmState,
            forms: [
              form(
                .caregiverEdit,
                ["name": text("Luis"), "kinship": text("hijo"), "email": text("l@example.org")]),
              form(.caregiverPhoto, ["photo": "a.jpg"], photo: Samples.photo),
            ]))),
      sample(
        "photo-refused",
        one(form(.reminderPhoto, [:], SettingProblem(.photo, .photo(.tooManyPixels(64)))))),
      sample("changes", .changes(ChangesView(state: settingState(.settled)))),
    ] + reminderPages + conflicts
  }

  private var reminderPages: [Sample] {
    let rows = [
      RemindersView.Row(
        id: 1, name: text("Pastilla de la tensión"), dose: text("1 pastilla"), isMedication: true,
        first: CivilMinute(29_925_120), repeats: .daily, until: CivilMinute(30_000_000),
        tells: true, asks: false, photo: Samples.photo),
      RemindersView.Row(
        id: 2, name: text("Llamar a Luis"), dose: nil, isMedication: false,
        first: CivilMinute(29_925_120), repeats: .weekdays(0b101), until: nil, tells: false,
        asks: true),
      RemindersView.Row(
        id: 3, name: text("Beber agua"), dose: nil, isMedication: false,
        first: CivilMinute(29_925_120), repeats: .everyHours(4), until: nil, tells: false,
        asks: false),
    ]
    let states: [RemindersView.Moment.State] = [
      .acknowledged(ago(180)), .answered(7, ago(170)), .snoozed(ago(100)),
      .escalated(ago(90), by: nil), .escalated(ago(90), by: text("Luis")),
      .missed(ago(60), by: nil),
      .missed(ago(60), by: text("Ana")), .announced(ago(3)), .silent, .ahead,
      .unheard(until: ago(-12)), .unheard(until: nil), .unheardOnce(until: ago(-12)),
      .unheardOnce(until: nil),
    ]
    let today = states.enumerated().map { index, state in
      RemindersView.Moment(
        minute: 10 * index, name: text("Pastilla"), dose: text("1"), isMedication: true,
        state: state)
    }
    let view = RemindersView(state: settingState(.same), filter: .all, rows: rows, today: today)
    return [
      sample("reminders", .reminders(view)),
      sample(
        "reminders-look",
        .reminders(
          RemindersView(state: calmState, filter: .medication, rows: rows, today: [])), .look),
    ]
  }

  private var conflicts: [Sample] {
    let mine = reminderValues.merging(["dose": text("2 pastillas"), "time": "09:00"]) { $1 }
    return [
      sample(
        "conflict",
        .conflict(
          ConflictView(
            .reminderEdit, target: "2", about: text("Pastilla"),
            cause: .changedBy(text("Luis"), ago(2)), mine: mine, now: reminderValues, list: [],
            revision: 9, writer: text("Ana")))),
      sample(
        "conflict-gone",
        .conflict(
          ConflictView(
            .reminderEdit, target: "2", about: text("Pastilla"), cause: .deviceChanged(ago(2)),
            mine: mine, now: nil, list: [text("Beber agua (11:00)")], revision: 9, lost: 4,
            writer: text("Ana")))),
      sample(
        "conflict-refused",
        .conflict(
          ConflictView(
            .screen, target: "", about: "", cause: .refused(ago(2), why: text("volume is 500")),
            mine: ["language": "es", "text_size": "huge", "volume": "500"],
            now: ["language": "es", "text_size": "large", "volume": "80"], list: [], revision: 9,
            lost: 5, writer: text("Ana")))),
      sample(
        "conflict-photo",
        .conflict(
          ConflictView(
            .caregiverPhoto, target: "2", about: text("Luis"),
            cause: .changedBy(text("Luis"), ago(2)), mine: ["photo": "a.jpg"],
            now: ["photo": "b.jpg"], list: [], revision: 9, writer: text("Ana"),
            photos: (Samples.photo, nil)))),
      sample(
        "conflict-delete",
        .conflict(
          ConflictView(
            .reminderDelete, target: "2", about: text("Pastilla"), cause: .unknown, mine: [:],
            now: reminderValues, list: [], revision: 9, writer: text("Ana")))),
    ]
  }
}
