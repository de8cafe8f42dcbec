import Device
import HAL

/// The timeline of a replay in plain words.
extension Language {
  /// What the device did, as one sentence; nil for what is part of another event.
  public func sentence(_ action: Action) -> String? {
    let es = self == .spanish
    switch action {
    case .started: return es ? "El dispositivo se pone en marcha." : "The device starts."
    case .suspected(let place):
      return (es ? "Quizá fuera: " : "Perhaps outside: ") + whereabouts(place) + "."
    case .cleared(let place):
      return (es ? "Sigue dentro: " : "Inside after all: ") + whereabouts(place) + "."
    case .left(let place, let initial):
      let what =
        initial
        ? (es
          ? "FUERA del perímetro desde el principio: " : "OUTSIDE the perimeter from the start: ")
        : (es ? "HA SALIDO del perímetro: " : "LEFT the perimeter: ")
      return what + whereabouts(place) + beyond(place) + ". " + mapLink(place.position)
    case .returned(let place):
      return (es ? "Ha vuelto: " : "Came back: ") + whereabouts(place) + "."
    case .positionLost(let place, let age):
      return es
        ? "Posición perdida: última buena hace \(text(age)), \(whereabouts(place))."
        : "Position lost: last good one \(text(age)) ago, \(whereabouts(place))."
    case .positionRegained(let place):
      return (es ? "Posición recuperada: " : "Position found again: ") + whereabouts(place) + "."
    case .sound: return nil
    case .notify(let notice):
      let subject = subject(notice.matter)
      return es
        ? "Aviso \(notice.id.value) para el cuidador, en cola: «\(subject)»."
        : "Notice \(notice.id.value) to the caregiver queued: \u{201C}\(subject)\u{201D}."
    }
  }

  /// "131 m from home, accuracy 24 m"
  func whereabouts(_ place: Whereabouts) -> String {
    let es = self == .spanish
    var text: String
    if let distance = place.distance {
      text = es ? "a \(self.text(distance)) de casa" : "\(self.text(distance)) from home"
    } else {
      text = "\(sixDecimals(place.position.latitudeE7)), \(sixDecimals(place.position.longitudeE7))"
    }
    if let eph = place.eph {
      text += es ? ", precisión \(self.text(eph))" : ", accuracy \(self.text(eph))"
    } else {
      text += es ? ", precisión desconocida" : ", accuracy unknown"
    }
    return text
  }

  private func beyond(_ place: Whereabouts) -> String {
    guard let distance = place.distance, let radius = place.radius else { return "" }
    let excess = text(Metres(distance.value - radius.value))
    return self == .spanish ? ", \(excess) más allá del límite" : ", \(excess) beyond the limit"
  }
}
