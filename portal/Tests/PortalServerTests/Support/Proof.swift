import Foundation

/// The extent of the tests: `make portal-proof` tries more than `make portal-test`.
enum Proof {
  static let isWhole = ProcessInfo.processInfo.environment["PORTAL_PROOF"] == "1"

  /// A profile whose caregivers are the people of the tests.
  static let profile = """
    wearer: {name: Rosa}
    caregivers:
      - {name: Ana, kinship: hija, email: ana@example.org}
      - {name: Luis, kinship: hijo, email: luis@example.org}
    language: es
    time_zone: America/Guayaquil
    perimeter: {lat: -2.897400, lon: -79.004500, radius_m: 150}
    """

  /// The sections that such a profile also has where the wearer gives up smoking.
  static let quitting = """

    quit:
      {per_day: 15, price: 0.40, currency: USD, quit_at: 2026-01-05 22:00, motive: money,
       phrase: Por mis nietas, on_demand: yes, check_in: "20:30"}
    slips:
      - {at: 2026-01-09 18:30, cigarettes: 2, note: la boda de Inés}
    """
}
