import Device

/// Events and refusals in plain English: labels, where Words has whole sentences.
enum EventWords {
  static func text(_ action: Action) -> String {
    switch action {
    case .started: "The device starts"
    case .suspected: "Perhaps outside"
    case .cleared: "Inside after all"
    case .left(_, let initial): initial ? "Outside from the start" : "Left the perimeter"
    case .returned: "Came back"
    case .positionLost(_, let age): "No good fix for \(Numbers.duration(age))"
    case .positionRegained: "Position found again"
    case .sound: "Tone"
    case .notify(let notice):
      switch notice.matter {
      case .leftPerimeter: "Notice \(notice.id.value) to the caregiver: outside"
      case .returnedHome: "Notice \(notice.id.value) to the caregiver: back home"
      }
    }
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
