import Device
import HAL
import Names
import Words

/// A gain of the body with time, with those who say so. QUIT-4.
///
/// The sources disagree, so each milestone carries its own. They speak of people who stopped altogether.
public struct Milestone: Equatable, Sendable {
  public enum Span: Equatable, Sendable {
    /// Minutes that pass, whatever the clock on the wall does: the body knows no daylight saving.
    case minutes(Int64)
    /// Days and months of the calendar, at the minute of the quit date. A day that a month lacks is its
    /// last one.
    case days(Int32)
    case months(Int)
  }

  /// Its name in keys and in JSON: "12h".
  public let code: String
  public let span: Span
  /// "12 horas", "12 hours"
  public let time: Phrase
  /// One sentence; it fits under a reminder's name on the wearer's screen.
  public let gain: Phrase
  public let sources: [Source]

  public static let all: [Milestone] = [
    Milestone(
      code: "20min", span: .minutes(20), time: Phrase(es: "20 minutos", en: "20 minutes"),
      gain: Phrase(
        es: "Bajan el pulso y la tensión.", en: "Heart rate and blood pressure come down."),
      sources: [.who, .nhs, .surgeonGeneral]),
    Milestone(
      code: "8h", span: .minutes(8 * 60), time: Phrase(es: "8 horas", en: "8 hours"),
      gain: Phrase(
        es: "La sangre vuelve a llevar oxígeno. El monóxido de carbono baja a la mitad.",
        en: "Oxygen in the blood recovers. Carbon monoxide is down by half."),
      sources: [.nhs]),
    Milestone(
      code: "12h", span: .minutes(12 * 60), time: Phrase(es: "12 horas", en: "12 hours"),
      gain: Phrase(
        es: "El monóxido de carbono de la sangre baja a lo normal.",
        en: "Carbon monoxide in the blood falls to normal."),
      sources: [.who, .surgeonGeneral]),
    Milestone(
      code: "48h", span: .minutes(48 * 60), time: Phrase(es: "48 horas", en: "48 hours"),
      gain: Phrase(
        es: "No queda monóxido de carbono. Mejoran el olfato y el gusto.",
        en: "Carbon monoxide is gone. Taste and smell improve."),
      sources: [.nhs]),
    Milestone(
      code: "72h", span: .minutes(72 * 60), time: Phrase(es: "72 horas", en: "72 hours"),
      gain: Phrase(
        es: "Se respira mejor: los bronquios se relajan.",
        en: "Breathing is easier: the bronchial tubes relax."),
      sources: [.nhs]),
    Milestone(
      code: "2w", span: .days(14), time: Phrase(es: "2 semanas", en: "2 weeks"),
      gain: Phrase(
        es: "De la semana 2 a la 12 mejoran la circulación y los pulmones.",
        en: "From week 2 to week 12 circulation and lungs improve."),
      sources: [.who, .nhs]),
    Milestone(
      code: "1m", span: .months(1), time: Phrase(es: "1 mes", en: "1 month"),
      gain: Phrase(
        es: "Del mes 1 al 9 hay menos tos y menos falta de aire.",
        en: "From month 1 to month 9 there is less coughing and shortness of breath."),
      sources: [.who, .surgeonGeneral]),
    Milestone(
      code: "9m", span: .months(9), time: Phrase(es: "9 meses", en: "9 months"),
      gain: Phrase(
        es: "Los pulmones pueden rendir hasta un 10 % más.",
        en: "The lungs may work up to 10% better."),
      sources: [.nhs]),
    Milestone(
      code: "1y", span: .months(12), time: Phrase(es: "1 año", en: "1 year"),
      gain: Phrase(
        es: "El riesgo coronario es la mitad que el de quien fuma.",
        en: "The risk of coronary disease is half that of a smoker."),
      sources: [.who, .nhs, .surgeonGeneral]),
    Milestone(
      code: "5y", span: .months(60), time: Phrase(es: "5 años", en: "5 years"),
      gain: Phrase(
        es: "Del año 5 al 15 el riesgo de ictus llega a ser el de quien no fuma.",
        en: "From year 5 to year 15 the risk of stroke becomes that of a non-smoker."),
      sources: [.who, .surgeonGeneral]),
    Milestone(
      code: "10y", span: .months(120), time: Phrase(es: "10 años", en: "10 years"),
      gain: Phrase(
        es: "El riesgo de morir de cáncer de pulmón es la mitad que el de quien fuma.",
        en: "The risk of dying of lung cancer is half that of a smoker."),
      sources: [.who, .nhs, .surgeonGeneral]),
    Milestone(
      code: "15y", span: .months(180), time: Phrase(es: "15 años", en: "15 years"),
      gain: Phrase(
        es: "El riesgo coronario es el de quien no fuma.",
        en: "The risk of coronary disease is that of a non-smoker."),
      sources: [.who, .surgeonGeneral]),
  ]

  /// The minute of the wall at which it is reached. Hours that a slip interrupts begin anew with it;
  /// days and months go on from the quit date.
  public func due(
    since quit: CivilMinute, slips: [QuitPlan.Slip] = [], in zone: Zone
  ) -> CivilMinute {
    var due = due(from: quit, in: zone)
    guard case .minutes = span else { return due }
    for slip in slips.sorted(by: { $0.at < $1.at }) where quit <= slip.at && slip.at < due {
      due = self.due(from: slip.at, in: zone)
    }
    return due
  }

  private func due(from quit: CivilMinute, in zone: Zone) -> CivilMinute {
    switch span {
    case .minutes(let minutes):
      let start = zone.wall(of: quit).milliseconds
      return zone.first(notBefore: WallTime(milliseconds: start + minutes * 60_000))
    case .days(let days): return CivilMinute(quit.count + days * 1440)
    case .months(let months):
      let date = CivilDate(milliseconds: Int64(quit.count) * 60_000)
      let index = date.year * 12 + date.month - 1 + months
      let (year, month) = (index / 12, index % 12 + 1)
      var day = date.day
      // February has at least 28.
      while day > 28, CivilDate.days(year: year, month: month, day: day) == nil { day -= 1 }
      guard let days = CivilDate.days(year: year, month: month, day: day) else { return quit }
      return CivilMinute(day: Int32(days), minute: quit.minuteOfDay)
    }
  }
}
