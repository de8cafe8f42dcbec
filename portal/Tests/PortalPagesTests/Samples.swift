import Device
import HAL
import Words

@testable import PortalPages

/// A family on one night: every page in the states that matter.
struct Samples {
  /// Tuesday 24 November 2026, 03:08 in Madrid.
  static let now = WallTime(milliseconds: 1_795_486_080_000 + 8 * 60_000)
  static let home = spot(404_168_000, -37_038_000)

  /// Degrees times ten million.
  static func spot(_ north: Int64, _ east: Int64) -> Position {
    Position(latitudeE7: north, longitudeE7: east) ?? Position(latitudeE7: 0, longitudeE7: 0)!
  }

  static func spot(north: Int, east: Int) -> Position {
    spot(Int64(home.latitudeE7) + Int64(north), Int64(home.longitudeE7) + Int64(east))
  }

  struct Sample {
    var name: String
    var page: PortalPages.Page
    var frame: Frame
  }

  /// Text that stands in every field where people write.
  var text: (String) -> String = { $0 }
  var language = Language.spanish
  var map: MapSource?

  func ago(_ minutes: Double) -> WallTime {
    WallTime(milliseconds: Samples.now.milliseconds - Int64(minutes * 60_000))
  }

  func frame(
    _ right: Right? = .administer, signedIn: Bool = true, voice: Voice = .heard
  ) -> Frame {
    let wearer = right.map { WearerLink(id: "rosa", name: text("Rosa"), right: $0, voice: voice) }
    return Frame(
      language: language, now: Samples.now, zone: "Europe/Madrid",
      account: signedIn ? text("Ana Benítez") : nil, wearer: wearer,
      wearers: [
        WearerLink(id: "rosa", name: text("Rosa"), right: .administer),
        WearerLink(id: "pepe", name: text("José María"), right: .look),
      ])
  }

  /// Somebody who may help, and whom the device does not know.
  var unlisted: Frame { frame(.help, voice: .unlisted(email: text("otto@example.org"))) }

  func place(
    _ minutes: Double, north: Int = 17_500, east: Int = 4000, accuracy: Double? = 24
  ) -> Place {
    Place(
      position: Samples.spot(north: north, east: east),
      at: ago(minutes), accuracy: accuracy.map { Metres($0) }, distance: Metres(198),
      direction: .north, radius: Metres(150))
  }

  var walks: [[Position]] {
    (0..<5).map { walk in
      (0..<14).map { step in
        Samples.spot(
          north: step * 1100 - 3000 + walk * 900,
          east: (walk % 3 - 1) * step * 1500 + step % 3 * 500)
      }
    }
  }

  func ground(_ trail: [Place] = []) -> Ground {
    Ground(home: Samples.home, radius: Metres(150), walks: walks, trail: trail, map: map)
  }

  var trail: [Place] {
    [(9, 9000, 900), (7, 12_000, 2500), (4.5, 15_000, 3300), (2, 17_500, 4000)].map {
      place($0.0, north: $0.1, east: $0.2)
    }
  }

  var fine: Contact {
    Contact(
      state: .fine, last: ago(0.5), due: ago(-2))
  }

  func alert(
    _ id: String, _ title: String, _ urgency: AlertSummary.Urgency, _ minutes: Double,
    _ state: AlertSummary.State, take: RequestView? = nil
  ) -> AlertSummary {
    AlertSummary(
      id: id, title: text(title), urgency: urgency, made: ago(minutes), state: state, take: take)
  }

  func said(_ es: String, _ en: String) -> String { language == .spanish ? es : en }

  var exit: String { said("Rosa ha salido del perímetro", "Rosa left the perimeter") }
  var help: String { said("Rosa ha pedido ayuda", "Rosa asks for help") }
  var isWell: String { said("Rosa: todo va bien", "Rosa: all is well") }
  var returned: String {
    said("Rosa está otra vez dentro del perímetro", "Rosa is inside the perimeter again")
  }

  func request(
    _ wish: RequestView.Wish, _ fate: RequestView.Fate, _ minutes: Double = 1, yours: Bool = true
  ) -> RequestView {
    RequestView(
      wish: wish, by: text(yours ? "Ana Benítez" : "Luis"), isYours: yours, asked: ago(minutes),
      until: nil, fate: fate)
  }

  var answer: AlertAnswer {
    AlertAnswer(by: text("Luis"), at: ago(3), way: .portal, photo: Samples.photo)
  }

  func health(at minutes: Double = 0.5, battery: Int = 62, night: Health.Night? = nil) -> Health {
    Health(
      at: ago(minutes), battery: battery, isCharging: false, positioning: .ok,
      isClockTrusted: true, movedMinutes: 41, freeMegabytes: 812, waiting: 1,
      version: text("0.9"), settingsMade: ago(130),
      lastNight: night ?? .charged(from: ago(300), to: ago(20), percent: 100))
  }

  var earlier: [AlertSummary] {
    [
      alert("a3", returned, .quiet, 700, .told),
      alert(
        "a2", exit, .urgent, 730, .answered(AlertAnswer(by: text("Luis"), at: ago(727), way: .mail))
      ),
      alert("a1", isWell, .quiet, 1900, .told),
    ]
  }

  var routes: [RouteFate] {
    [
      RouteFate(
        caregiver: text("Ana"), kinship: text("hija"), way: .mail, fate: .accepted(ago(5)),
        attempts: 1),
      RouteFate(
        caregiver: text("Ana"), kinship: text("hija"), way: .portal, fate: .accepted(ago(5.5)),
        attempts: 1),
      RouteFate(
        caregiver: text("Luis"), kinship: text("hijo"), way: .mail,
        fate: .refused(ago(4), why: text("550 5.1.1 no such user")), attempts: 2),
      RouteFate(
        caregiver: text("Luis"), kinship: text("hijo"), way: .relay, fate: .trying, attempts: 3),
      RouteFate(caregiver: text("Carmen"), kinship: "", way: .mail, fate: .turnAhead, attempts: 0),
    ]
  }
}
