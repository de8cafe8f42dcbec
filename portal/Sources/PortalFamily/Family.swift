import Foundation
import HAL
import Names
import PortalServer
import PortalStore
import Simulator
import Sync

/// A family whose devices are real cores in simulated lives, a day at sixty times its pace.
public enum Family {
  public static let pace = 60
  /// Everybody's password; the family is not real.
  public static let password = "una tarde en Cuenca"
  public static let ana = "ana@example.org"
  public static let luis = "luis@example.org"
  public static let marta = "marta@example.org"

  /// Eight in the morning of today, in Cuenca.
  public static var start: WallTime {
    let day: Int64 = 86_400_000
    let ahead: Int64 = -5 * 3_600_000
    let local = PortalClock.real.milliseconds + ahead
    return WallTime(milliseconds: local - local % day + 8 * 3_600_000 - ahead)
  }

  /// Makes accounts and wearers in an empty portal, and begins the lives of their devices.
  ///
  /// - Parameter address: the portal's, as it serves now.
  public static func begin(in portal: PortalServer.Portal, at address: String) async throws {
    let rosa = try FamilyLife(seed: 7, profile: profile("Rosa", 150), start: portal.clock.start)
      .charges().walks(at: 4, to: Point(north: 240, east: 90), stays: 45)
      .presses(at: 75).walks(at: 200, to: Point(north: -310, east: 40), stays: 60)
      .walks(at: 480, to: Point(north: 90, east: 60), stays: 30)
    let manuel = try FamilyLife(
      seed: 11, profile: profile("Manuel", 300) + quitting(portal.clock.start) + insulin,
      start: portal.clock.start
    )
    .charges().walks(at: 20, to: Point(north: 120, east: -150), stays: 40)
    .isOffline(from: 70, for: 110).craves(at: [2, 14, 65, 260, 330, 520]).measures()
    let accounts = try await people(portal.database)
    for (life, name) in [(rosa, "Rosa"), (manuel, "Manuel")] {
      try await begin(life, name, accounts, portal, address)
    }
  }

  private static func people(_ database: PortalDatabase) async throws -> [(Int64, Level)] {
    let hash = try await PasswordDesk().hash(password)
    var accounts: [(Int64, Level)] = []
    let all: [(String, String, Level)] = [
      (ana, "Ana", .administer), (luis, "Luis", .help), (marta, "Marta", .look),
    ]
    for (email, name, level) in all {
      let token = try await database.invite(
        email: email, name: name, by: nil, to: nil, as: nil, at: PortalClock.real)
      let account = try await database.accept(
        token, name: name, password: hash, language: "es", at: PortalClock.real)
      if let account { accounts.append((account.account.id, level)) }
    }
    _ = try await database.setModerator(ana, true, at: PortalClock.real)
    return accounts
  }

  private static func begin(
    _ life: FamilyLife, _ name: String, _ accounts: [(Int64, Level)], _ portal: PortalServer.Portal,
    _ address: String
  ) async throws {
    let database = portal.database
    let wearer = try await database.makeWearer(named: name, at: PortalClock.real)
    for (account, level) in accounts {
      try await database.setLevel(level, of: account, for: wearer)
    }
    let code = try await database.makeCode(for: wearer, at: PortalClock.real)
    let identity = UInt64.random(in: .min ... .max)
    // The pairing is a device's own, too: over HTTP.
    let pairing = PairRequest(code: code, device: identity, name: name)
    let reply = try await Curl.post(address + "/device/pair", [], pairing.json, seconds: 10)
    guard reply.status == 200 else {
      throw PortalError.refused("the pairing of \(name) was answered \(reply.status)")
    }
    let key = try PairAnswer(json: reply.body).key
    FamilyDevice(
      life, address: address, key: key, identity: identity, clock: portal.clock,
      folder: portal.options.folder
    ).begin()
  }

  /// Twelve days and ten hours without smoking at that time, but for a slip.
  private static func quitting(_ start: WallTime) -> String {
    func local(_ hours: Int64) -> String {
      // Cuenca is five hours behind UTC all year.
      let date = CivilDate(milliseconds: start.milliseconds - (hours + 5) * 3_600_000)
      return "\(date.date) \(date.clock)"
    }
    return """

      quit:
        {per_day: 15, price: 0.40, currency: USD, quit_at: \(local(298)), motive: loved_ones,
         phrase: Por mis nietas, on_demand: yes, check_in: "20:30"}
      slips:
        - {at: \(local(120)), cigarettes: 2, note: la boda de Inés}
      """
  }

  /// Figures of nobody in particular. The meals have no times, so that the device proposes no dose.
  private static let insulin = """

    insulin:
      unit: mg/dL
      lower_target: 90
      upper_target: 140
      sensitivity: 45
      base_u: {breakfast: 5, lunch: 6, dinner: 6}
      maximum_u: 15
      pen_step_u: 0.5
    """

  private static func profile(_ name: String, _ radius: Int) -> String {
    """
    wearer: {name: \(name)}
    caregivers:
      - {name: Ana, kinship: hija, email: \(ana)}
      - {name: Luis, kinship: hijo, email: \(luis), relay: yes}
    language: es
    time_zone: America/Guayaquil
    perimeter: {lat: -2.897400, lon: -79.004500, radius_m: \(radius)}
    reminders:
      - {id: 1, type: medication, name: Pastilla de la tensión, dose: 1 pastilla,
         at: 2026-01-01 08:30, repeat: daily, tell_caregiver: yes}
      - {id: 2, type: reminder, name: Beber un vaso de agua, at: 2026-01-01 11:00, repeat: daily}
      - {id: 3, type: reminder, name: Llamar a Luis, at: 2026-01-01 18:00, repeat: daily}
    """
  }
}
