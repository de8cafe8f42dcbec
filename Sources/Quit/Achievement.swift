import Words

/// A badge, from the completed profile on. What was reached stays reached: a slip takes none away. QUIT-4.
public enum Achievement: String, CaseIterable, Sendable {
  case profile
  case firstDay = "first-day"
  case firstWeek = "first-week"
  case firstMonth = "first-month"
  case firstYear = "first-year"
  case hundred, thousand
  case rank3 = "rank-3"
  case rank2 = "rank-2"
  case rank1 = "rank-1"
  case craving
  case tenCravings = "ten-cravings"
  case back

  private static let day: Int64 = 1440

  public var title: Phrase {
    switch self {
    case .profile: Phrase(es: "Perfil completo", en: "Profile complete")
    case .firstDay: Phrase(es: "Un día sin fumar", en: "A day without smoking")
    case .firstWeek: Phrase(es: "Una semana sin fumar", en: "A week without smoking")
    case .firstMonth: Phrase(es: "30 días sin fumar", en: "30 days without smoking")
    case .firstYear: Phrase(es: "365 días sin fumar", en: "365 days without smoking")
    case .hundred: Phrase(es: "100 cigarrillos menos", en: "100 cigarettes not smoked")
    case .thousand: Phrase(es: "1000 cigarrillos menos", en: "1000 cigarettes not smoked")
    case .rank3: Phrase(es: "Rango 3", en: "Rank 3")
    case .rank2: Phrase(es: "Rango 2", en: "Rank 2")
    case .rank1: Phrase(es: "Rango 1", en: "Rank 1")
    case .craving: Phrase(es: "Unas ganas que pasaron", en: "A craving that passed")
    case .tenCravings: Phrase(es: "Diez ganas que pasaron", en: "Ten cravings that passed")
    case .back:
      Phrase(es: "Un resbalón y otro día sin fumar", en: "A slip, and another day without smoking")
    }
  }

  /// - Parameter cravings: the cravings that the wearer answered on the device.
  public func isReached(_ plan: QuitPlan, _ status: QuitStatus, cravings: Int) -> Bool {
    switch self {
    case .profile: plan.isComplete
    case .firstDay: status.longestStreak >= Achievement.day
    case .firstWeek: status.longestStreak >= 7 * Achievement.day
    case .firstMonth: status.longestStreak >= 30 * Achievement.day
    case .firstYear: status.longestStreak >= 365 * Achievement.day
    case .hundred: status.mostNotSmoked >= 100
    case .thousand: status.mostNotSmoked >= 1000
    case .rank3: Rank(status.mostSaved, of: plan).number <= 3
    case .rank2: Rank(status.mostSaved, of: plan).number <= 2
    case .rank1: Rank(status.mostSaved, of: plan).number == 1
    case .craving: cravings >= 1
    case .tenCravings: cravings >= 10
    case .back: status.slipped > 0 && status.longestSinceSlip >= Achievement.day
    }
  }
}
