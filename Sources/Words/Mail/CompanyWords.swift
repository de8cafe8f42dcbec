import Device
import HAL
import Names

/// Why an hour of company was refused, and what to write instead.
extension Wording {
  /// How much later than now the hour lies that stands as an example.
  private static let visit: Int64 = 2 * 3_600_000

  /// "las 18:30", as it was written.
  func hour(_ refusal: CompanyRefusal) -> String {
    language.hour(CivilDate(CivilMinute(Int32(refusal.minute))))
  }

  func reason(_ refusal: CompanyRefusal) -> String {
    switch refusal.reason {
    case .past: say(CompanyPhrase.past)
    case .tooFar: say(CompanyPhrase.tooFar)
    case .timeUnknown: say(CompanyPhrase.timeUnknown)
    }
  }

  /// - Parameter made: when the device refused; nil while it did not know the time.
  func advice(_ refusal: CompanyRefusal, made: WallTime?) -> [String] {
    let watched = say(CompanyPhrase.watched, (.reason, reason(refusal)))
    guard refusal.reason != .timeUnknown, let made else {
      return [watched, say(CompanyPhrase.again)]
    }
    let later = zone.local(WallTime(milliseconds: made.milliseconds &+ Wording.visit))
    let quarter = CivilMinute(Int32(later.hour * 60 + later.minute / 15 * 15))
    return [watched, say(CompanyPhrase.write, (.time, CivilDate(quarter).clock))]
  }
}
