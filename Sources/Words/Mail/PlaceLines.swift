import Device
import HAL

/// The wearer's place and direction, as a mail and a relay state them. ALZ-4.
extension Wording {
  /// Nobody walks faster, in metres per second.
  private static let fastestOnFoot = 3.0
  /// Nobody runs faster for long, at that age.
  private static let slowestVehicle = 6.0

  /// Distance, motion, map link and accuracy of a position, a line each.
  /// - Parameters:
  ///   - isPast: the wearer may have turned since, and be elsewhere.
  ///   - saysMotion: where the wearer goes matters.
  func place(_ place: Whereabouts?, isPast: Bool, saysMotion: Bool) -> [String] {
    guard let place else { return [] }
    let accuracy =
      place.eph.map { say(MailPhrase.accuracy, (.accuracy, language.text($0))) }
      ?? say(MailPhrase.accuracyUnknown)
    return [
      distance(place, isPast: isPast), saysMotion ? motion(place, isPast: isPast) : nil,
      say(MailPhrase.map, (.link, mapLink(place.position))), accuracy,
    ].compactMap { $0 }
  }

  /// The same without the link, for a text of one line.
  func short(_ place: Whereabouts, saysMotion: Bool) -> [String] {
    let spot =
      beyond(place).map {
        say(MailPhrase.shortOutside, (.beyond, language.text($0)), (.text, fromHome(place)))
      } ?? (place.distance == nil ? nil : fromHome(place))
    let accuracy =
      place.eph.map { say(MailPhrase.shortAccuracy, (.accuracy, language.text($0))) }
      ?? say(MailPhrase.shortAccuracyUnknown)
    let heading = saysMotion ? place.motion.map { towards($0) } : nil
    return [
      [spot, accuracy].compactMap { $0 }.joined(separator: ", "),
      heading.map { say(CompassPhrase.shortHeading, (.text, $0)) },
    ].compactMap { $0 }
  }

  /// True where it helps to know where the wearer goes.
  func saysMotion(_ matter: Notice.Matter) -> Bool {
    switch matter {
    case .perimeter(.left), .help, .location, .position(.lost), .glucose(.low): true
    case .perimeter, .position, .reminder, .glucose, .dose, .clock, .batteryLow, .power, .day,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      false
    }
  }

  /// Nil inside, and without a perimeter.
  private func beyond(_ place: Whereabouts) -> Metres? {
    guard let distance = place.distance, let radius = place.radius, distance > radius else {
      return nil
    }
    return Metres(distance.value - radius.value)
  }

  private func distance(_ place: Whereabouts, isPast: Bool) -> String? {
    guard let distance = place.distance else { return nil }
    guard let radius = place.radius.map({ language.text($0) }) else {
      let key: MailPhrase = isPast ? .pastDistanceOnly : .distanceOnly
      return say(key, (.distance, language.text(distance)))
    }
    guard let beyond = beyond(place) else {
      let key: MailPhrase = isPast ? .pastDistance : .distance
      return say(key, (.distance, language.text(distance)), (.radius, radius))
    }
    return say(
      MailPhrase.outside, (.beyond, language.text(beyond)), (.text, fromHome(place)),
      (.radius, radius))
  }

  /// "143 m to the north of home"; inside, and where no direction is known, "143 m from home".
  private func fromHome(_ place: Whereabouts) -> String {
    let distance = place.distance.map { language.text($0) } ?? ""
    guard let direction = place.direction, beyond(place) != nil else {
      return say(TimelinePhrase.fromHome, (.distance, distance))
    }
    return say(
      MailPhrase.fromHomeTowards, (.distance, distance),
      (.direction, say(CompassPhrase(direction))))
  }

  private func motion(_ place: Whereabouts, isPast: Bool) -> String? {
    let key: CompassPhrase = isPast ? .wasHeading : .heading
    return place.motion.map { say(key, (.text, towards($0))) }
  }

  /// "north-east, on foot"
  private func towards(_ motion: Motion) -> String {
    let point = say(CompassPhrase(motion.towards))
    if motion.speed.value < Wording.fastestOnFoot {
      return say(CompassPhrase.onFoot, (.text, point))
    }
    if motion.speed.value >= Wording.slowestVehicle {
      return say(CompassPhrase.byVehicle, (.text, point))
    }
    return point
  }
}
