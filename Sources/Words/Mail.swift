import Device
import HAL

/// A notice as the caregiver reads it. ALZ-4.
public struct Mail: Equatable, Sendable {
  public var subject: String
  public var body: String
}

extension Language {
  /// The mail for a notice. `moment` is the time of the fix in words, nil while no clock is trusted.
  public func mail(_ notice: Notice, moment: String?) -> Mail {
    let es = self == .spanish
    var lines = [subject(notice.matter) + "."]
    if let distance = notice.whereabouts.distance, let radius = notice.whereabouts.radius {
      lines.append(
        es
          ? "Está a \(text(distance)) de casa (límite: \(text(radius)))."
          : "The distance from home is \(text(distance)) (limit: \(text(radius))).")
    }
    let accuracy = notice.whereabouts.eph.map { text($0) } ?? (es ? "desconocida" : "unknown")
    lines.append(es ? "Precisión: \(accuracy)." : "Accuracy: \(accuracy).")
    if let moment { lines.append(es ? "Hora: \(moment)." : "Time: \(moment).") }
    lines.append(mapLink(notice.whereabouts.position))
    return Mail(subject: subject(notice.matter), body: lines.joined(separator: "\n") + "\n")
  }

  func subject(_ matter: Notice.Matter) -> String {
    switch (matter, self) {
    case (.leftPerimeter, .spanish): "Ha salido del perímetro"
    case (.leftPerimeter, .english): "Left the perimeter"
    case (.returnedHome, .spanish): "Ha vuelto a casa"
    case (.returnedHome, .english): "Came back home"
    }
  }
}
