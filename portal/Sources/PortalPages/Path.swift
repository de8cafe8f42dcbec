/// The addresses of the portal. A form goes to the path of its page unless another is named here.
public enum Path {
  public static let home = "/"
  /// GET: the page. POST `email`, `password`.
  public static let login = "/login"
  /// POST `email`: mails a one-time link, and says the same whether or not the address is known.
  public static let loginLink = "/login/link"
  /// POST, no field.
  public static let logout = "/logout"
  /// GET: the page with its button. POST, no field: signs in and uses the link up.
  public static func link(_ token: String) -> String { "/link/\(token)" }
  /// GET: the page. POST `name`, `password`, `again`.
  public static func invitation(_ token: String) -> String { "/invitation/\(token)" }

  public static let account = "/account"
  /// POST `language`: "es" or "en".
  public static let language = "/account/language"
  /// POST, no field.
  public static func endSession(_ id: String) -> String { "/account/sessions/\(id)/end" }
  /// POST, no field: ends all but this one.
  public static let endOtherSessions = "/account/sessions/end-others"

  /// The first page of a wearer.
  public static func wearer(_ id: String) -> String { "/w/\(id)" }
  /// GET: the stream of events that `LiveEvent` describes.
  public static func live(_ wearer: String) -> String { "/w/\(wearer)/live" }
  /// GET, `after` for the next page.
  public static func alerts(_ wearer: String) -> String { "/w/\(wearer)/alerts" }
  public static func alert(_ wearer: String, _ id: String) -> String {
    "/w/\(wearer)/alerts/\(id)"
  }
  /// POST, no field; then the alert's page.
  public static func take(_ wearer: String, _ id: String) -> String {
    "/w/\(wearer)/alerts/\(id)/take"
  }
  /// POST, no field; then the first page.
  public static func askPlace(_ wearer: String) -> String { "/w/\(wearer)/where" }
  /// GET: the page. POST `until` as "HH:MM" of the wearer's zone, or `hours` as "1" to "12".
  public static func company(_ wearer: String) -> String { "/w/\(wearer)/company" }
  /// POST, no field; then the page of company.
  public static func companyOver(_ wearer: String) -> String { "/w/\(wearer)/company/over" }
  /// GET: the page. POST, no field.
  public static func testAlert(_ wearer: String) -> String { "/w/\(wearer)/test" }
  /// GET, `at` as "HH:MM" or `minute` as 0 to 1439. Without a day: today.
  public static func day(_ wearer: String, _ day: Day?) -> String {
    "/w/\(wearer)/day" + (day.map { "/\($0.text)" } ?? "")
  }
  /// GET, `after` for the next page.
  public static func audit(_ wearer: String) -> String { "/w/\(wearer)/audit" }
  /// GET: the page. POST, no field: makes a code and answers with the page that shows it.
  public static func pairing(_ wearer: String) -> String { "/w/\(wearer)/pairing" }
  /// POST, no field: the device's key counts no longer.
  public static func unpair(_ wearer: String) -> String { "/w/\(wearer)/pairing/end" }
  /// GET: the page. POST `email`, `right` as "1" to "3": invites.
  public static func people(_ wearer: String) -> String { "/w/\(wearer)/people" }
  /// POST `right` as "0" to "3"; 0 takes the person off.
  public static func person(_ wearer: String, _ id: String) -> String {
    "/w/\(wearer)/people/\(id)"
  }
  /// POST, no field.
  public static func withdraw(_ wearer: String, _ invitation: String) -> String {
    "/w/\(wearer)/people/invitations/\(invitation)/withdraw"
  }

  /// Style sheet, script and signs: `Asset.all`.
  public static let assets = "/assets/"
  /// GET: files of Debian's libjs-leaflet, from /usr/share/javascript/leaflet.
  public static let leaflet = "/leaflet/"
}

/// The events of the live stream. `id` is the sequence of the device's log, so that a lost
/// connection resumes without a gap.
public enum LiveEvent: String, Sendable {
  /// Every 15 s, and at once at the start: `{"now":<ms of the portal's clock>,"pace":<Frame.pace>}`.
  case beat
  /// Something on a page of this wearer has changed, data of any kind: the script fetches its page anew.
  case change
}

extension Day {
  /// "2026-11-24"
  public var text: String {
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Nil for a text that is no day of the calendar.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), day >= 1, day <= Day.length(month, of: year)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func length(_ month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
}
