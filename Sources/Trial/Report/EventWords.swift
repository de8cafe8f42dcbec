import Device
import Words

/// Events and refusals in plain English: labels, where Words has whole sentences.
enum EventWords {
  static func text(_ entry: TimelineEntry) -> String {
    switch entry.action {
    case .started: "The device starts"
    case .suspected: "Perhaps outside"
    case .cleared: "Inside after all"
    case .left(_, let initial): initial ? "Outside from the start" : "Left the perimeter"
    case .returned: "Came back"
    case .positionLost(_, let age): "No good fix for \(Numbers.duration(age))"
    case .positionRegained: "Position found again"
    case .helpRequested(let place):
      place == nil ? "Asks for help, no position known" : "Asks for help"
    default: sentence(entry)
    }
  }

  /// As in the timeline; the place has columns of its own, and its last dot goes with the sentence.
  private static func sentence(_ entry: TimelineEntry) -> String {
    let sentence =
      Language.english.sentence(
        entry.action, names: entry.words.names, zone: ZoneOffset(entry.words.zones)) ?? ""
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  static func text(_ refusal: Refusal) -> String {
    switch refusal {
    case .noFix: "no fix"
    case .noPosition: "no position on Earth"
    case .coarse: "accuracy worse than 200 m"
    case .duplicate: "the same epoch again"
    case .backward: "time went backward"
    case .stale: "too old on arrival"
    case .ahead: "time ahead of the clock"
    case .jump: "a jump the wearer cannot have made"
    }
  }
}
