import Names

/// The addresses of the portal, as portal/README.md lists them, with the fields of their forms.
public enum Path {
  public static let home = "/"
  /// GET: the page. POST `email`, `password`, `next`.
  public static let login = "/login"
  /// POST `email`: mails a one-time link, and says the same whether or not the address is known.
  public static let loginLink = "/login/link"
  /// POST, no field.
  public static let logout = "/logout"
  /// GET: the page with its button. POST, no field: signs in and uses the link up.
  public static func link(_ token: String) -> String { "/link/\(token)" }
  /// GET: the page. POST `name`, `password`, `language`.
  public static func invitation(_ token: String) -> String { "/invitation/\(token)" }

  /// GET: the page. POST `name`, `language` ("es", "en").
  public static let account = "/account"
  /// POST `old`, `new`.
  public static let password = "/account/password"
  /// POST, no field. "others" ends all but this one.
  public static func endSession(_ id: String) -> String { "/account/session/\(id)/end" }

  /// The first page of a wearer.
  public static func wearer(_ id: String) -> String { "/w/\(id)" }
  /// GET: the stream of events that `LiveEvent` describes.
  public static func live(_ wearer: String) -> String { "/w/\(wearer)/live" }
  /// GET, `before` for the next page.
  public static func alerts(_ wearer: String) -> String { "/w/\(wearer)/notices" }
  public static func alert(_ wearer: String, _ id: String) -> String { "/w/\(wearer)/notice/\(id)" }
  /// POST, no field; then the alert's page.
  public static func take(_ wearer: String, _ id: String) -> String {
    alert(wearer, id) + "/take"
  }
  /// POST, no field; then the first page.
  public static func askPlace(_ wearer: String) -> String { "/w/\(wearer)/where" }
  /// GET: the page. POST `until` as "HH:MM" of the wearer's zone; then the page of company.
  public static func company(_ wearer: String) -> String { "/w/\(wearer)/company" }
  /// POST, no field; then the page of company.
  public static func companyOver(_ wearer: String) -> String { company(wearer) + "/end" }
  /// GET: the page. POST, no field: sends; then the page.
  public static func testAlert(_ wearer: String) -> String { "/w/\(wearer)/test" }
  /// GET, `minute` as 0 to 1439: the moment of the slider.
  public static func day(_ wearer: String, _ day: Day) -> String {
    "/w/\(wearer)/day/\(day.text)"
  }
  /// GET, `tip` as 1 to 14: the tip that is shown.
  public static func quit(_ wearer: String) -> String { "/w/\(wearer)/quitting" }
  /// GET, `from` and `to` as days, `day` as the day of the chart.
  public static func diary(_ wearer: String) -> String { "/w/\(wearer)/diary" }
  /// The same between two days.
  static func diary(_ wearer: String, _ first: Day, _ last: Day) -> String {
    "\(diary(wearer))?from=\(first.text)&to=\(last.text)"
  }
  /// GET, `kind` ("reading", "dose"): the form. POST: the fields of `DiaryFormView.Fields`, `after`, and
  /// `confirm` ("yes") once the page has asked.
  public static func newEntry(_ wearer: String) -> String { diary(wearer) + "/new" }
  /// GET: the form of an entry, "r12" or "d7-12". POST: as for a new one.
  public static func diaryEntry(_ wearer: String, _ entry: String) -> String {
    diary(wearer) + "/entry/\(entry)"
  }
  /// POST `after`, and `confirm` ("yes") once the page has asked.
  public static func deleteEntry(_ wearer: String, _ entry: String) -> String {
    diaryEntry(wearer, entry) + "/delete"
  }
  /// POST, no field: a change that failed has been seen.
  public static func dismissChange(_ wearer: String, _ id: String) -> String {
    diary(wearer) + "/change/\(id)/dismiss"
  }
  /// GET, `from` and `to` as days: the CSV of the device; `spreadsheet` ("yes"): safe for one.
  static func diaryFile(_ wearer: String, _ first: Day, _ last: Day) -> String {
    "/w/\(wearer)/diary.csv?from=\(first.text)&to=\(last.text)"
  }
  /// GET, `before` for the next page. POST `text`, `name`, `language`, `consent` ("yes").
  public static let testimonies = "/testimonies"
  /// POST, no field: deletes it.
  public static func withdraw(_ testimony: Int64) -> String {
    "\(testimonies)/\(testimony)/withdraw"
  }
  /// GET: what waits for a moderator.
  public static let moderation = "/moderation"
  /// POST, no field.
  public static func publish(_ testimony: Int64) -> String { "\(moderation)/\(testimony)/publish" }
  /// POST `reason`.
  public static func refuse(_ testimony: Int64) -> String { "\(moderation)/\(testimony)/refuse" }
  /// GET, `before` for the next page.
  public static func audit(_ wearer: String) -> String { "/w/\(wearer)/audit" }
  /// GET: the page of the device and its pairing.
  public static func device(_ wearer: String) -> String { "/w/\(wearer)/device" }
  /// POST, no field: makes a code, and answers with the page that shows it.
  public static func pairingCode(_ wearer: String) -> String { device(wearer) + "/code" }
  /// POST, no field: makes a code for a new device in place of the lost one, and answers as `pairingCode`.
  public static func replacementCode(_ wearer: String) -> String {
    device(wearer) + "/replacement"
  }
  /// POST, no field: the device's key counts no longer.
  public static func revoke(_ wearer: String) -> String { device(wearer) + "/revoke" }
  public static func people(_ wearer: String) -> String { "/w/\(wearer)/people" }
  /// POST `email`, `name`, `right` ("look", "help", "administer").
  public static func endInvitation(_ wearer: String) -> String {
    people(wearer) + "/invitation/end"
  }
  public static func invite(_ wearer: String) -> String { people(wearer) + "/invite" }
  /// POST `right`, which may be "none", too.
  public static func right(_ wearer: String, _ person: String) -> String {
    people(wearer) + "/\(person)/right"
  }

  /// GET, `type` for one sort ("medication", "reminder"). POST: adds one.
  public static func reminders(_ wearer: String) -> String { "/w/\(wearer)/reminders" }
  /// GET: the form for a new one.
  public static func newReminder(_ wearer: String) -> String { reminders(wearer) + "/new" }
  /// GET: the form. POST: changes it. With "/delete", the question and the deed.
  public static func reminder(_ wearer: String, _ id: String) -> String {
    reminders(wearer) + "/\(id)"
  }
  /// GET, `centre=device` for the device's place. POST `lat`, `lon`, `radius`, `sensitivity`.
  public static func perimeter(_ wearer: String) -> String { "/w/\(wearer)/perimeter" }
  /// POST, no field: asks the device for its advice; then the page of the perimeter.
  static func advise(_ wearer: String) -> String { perimeter(wearer) + "/advice" }
  /// GET: the form for a new person. POST: adds one.
  public static func caregivers(_ wearer: String) -> String { people(wearer) + "/caregivers" }
  /// GET: the form. POST: changes the person. With "/delete" and "/up", the deeds.
  public static func caregiver(_ wearer: String, _ who: String) -> String {
    caregivers(wearer) + "/\(who)"
  }
  /// GET: a photo by its hash, for pages.
  public static func picture(_ wearer: String, _ hash: String) -> String {
    "/w/\(wearer)/picture/\(hash)"
  }
  /// GET: every change of the settings, and what became of it.
  public static func changes(_ wearer: String) -> String { "/w/\(wearer)/changes" }
  /// GET: a lost change beside what stands.
  public static func compare(_ wearer: String, _ revision: Int) -> String {
    changes(wearer) + "/\(revision)"
  }
  /// POST, no field: what stands is left.
  public static func settle(_ wearer: String, _ revision: Int) -> String {
    compare(wearer, revision) + "/settle"
  }

  /// The page that shows what a form changes.
  public static func settings(_ wearer: String, _ home: SettingForm.Home) -> String {
    switch home {
    case .reminders: reminders(wearer)
    case .perimeter: perimeter(wearer)
    case .settings: "/w/\(wearer)/settings"
    case .people: people(wearer)
    }
  }

  /// POST, with the form's fields and `revision`. A photo comes as `multipart/form-data`.
  public static func save(_ wearer: String, _ form: SettingForm, _ target: String) -> String {
    switch form {
    case .reminderAdd: reminders(wearer)
    case .reminderEdit: reminder(wearer, target)
    case .reminderDelete: reminder(wearer, target) + "/delete"
    case .first: perimeter(wearer) + "/first"
    case .perimeter: perimeter(wearer)
    case .schedule: perimeter(wearer) + "/schedule"
    case .screen, .quiet, .alarms, .notices: settings(wearer, .settings) + "/\(form.rawValue)"
    case .wearer: people(wearer) + "/wearer"
    case .caregiverAdd: caregivers(wearer)
    case .caregiverEdit: caregiver(wearer, target)
    case .caregiverDelete: caregiver(wearer, target) + "/delete"
    case .caregiverUp: caregiver(wearer, target) + "/up"
    case .reminderPhoto: reminder(wearer, target) + "/photo"
    case .wearerPhoto: people(wearer) + "/wearer/photo"
    case .caregiverPhoto: caregiver(wearer, target) + "/photo"
    }
  }

  /// Style sheet, script and signs: `Asset.all`.
  public static let assets = "/static/"
  /// GET: the files of Debian's libjs-leaflet, from /usr/share/javascript/leaflet.
  public static let leaflet = "/static/leaflet/"
}

/// The events of the live stream. `id` is the sequence of the device's log, so that a lost
/// connection resumes without a gap.
public enum LiveEvent: String, Sendable {
  /// Every 15 s, and at the start: `{"now":<ms of the portal's clock>,"pace":<Frame.pace>}`.
  case beat
  /// Something on the pages of this wearer has changed: the script fetches its own page anew and
  /// takes over the parts that differ. No page needs an address for its part.
  case state
}

extension Day {
  /// "2026-11-24"
  public var text: String { CivilDate(milliseconds: start * CivilTime.day).date }

  /// Nil for a text that is no day of the calendar.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      CivilDate.days(year: year, month: month, day: day) != nil
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Days since 1970-01-01; the first of them for a day that is none.
  public var start: Int64 { CivilDate.days(year: year, month: month, day: day) ?? 0 }
}
