import Device
import HAL

/// What a notice says of low glucose, of what became of it, and of when.
extension Wording {
  func low(
    _ result: MeterResult, _ isVery: Bool, _ age: ReadingAge, _ wearer: String
  ) -> String {
    func say(_ key: MatterPhrase, _ more: (Slot, String)...) -> String {
      Language.fill(
        language.template(key), [(.wearer, wearer), (.value, language.text(result))] + more)
    }
    return switch age {
    case .recent: say(isVery ? .veryLow : .low)
    case .minutes(let minutes):
      say(
        isVery ? .veryLowBefore : .lowBefore,
        (.age, language.minutes(.seconds(Int64(minutes) * 60))))
    case .unclear: say(isVery ? .veryLowUnclear : .lowUnclear)
    }
  }

  /// "was 50 mg/dL at 09:01, 140 mg/dL at 09:04".
  func over(_ over: LowGlucoseOver, _ wearer: String, _ made: WallTime?) -> String {
    let key: MatterPhrase =
      switch over.cause {
      case .measured: over.isUnconfirmed ? .lowUnconfirmed : .lowOver
      case .corrected: .lowCorrected
      case .removed: .lowRemoved
      case .old: .lowOld
      }
    return Language.fill(
      language.template(key),
      [
        (.wearer, wearer), (.value, text(over.low, over.lowAge, made)),
        (.total, over.ended.map { text($0, over.endAge, made) } ?? ""),
      ])
  }

  /// A result and the time of the day; where no clock had spoken, how long ago, if that is known.
  private func text(_ result: MeterResult, _ minutes: Int16, _ made: WallTime?) -> String {
    let value = language.text(result)
    guard minutes != LowGlucoseOver.unknownAge else { return value }
    guard let made else {
      let age = language.minutes(.seconds(Int64(max(minutes, 0)) * 60))
      return say(MatterPhrase.resultBefore, (.value, value), (.age, age))
    }
    let minute = made.milliseconds / 60_000 - Int64(minutes)
    return say(
      MatterPhrase.resultAt, (.value, value),
      (.time, hour(WallTime(milliseconds: minute * 60_000))))
  }
}
