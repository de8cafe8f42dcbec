import HAL

/// What the device does, as a meaning: words, mails and sounds are made from it outside the core.
public enum Action: Equatable, Sendable {
  /// The core took up its work.
  case started
  /// The wearer may be outside: reason to look closer, not to alarm.
  case suspected(Whereabouts)
  /// The suspicion dissolved.
  case cleared(Whereabouts)
  /// ALZ-4. Once per excursion. `initial`: already outside when the device began to look.
  case left(Whereabouts, initial: Bool)
  case returned(Whereabouts)
  /// No good fix for 30 s. The last good one, and how old it is.
  case positionLost(Whereabouts, age: Milliseconds)
  case positionRegained(Whereabouts)
  /// Tell the wearer.
  case sound(Tone)
  /// Tell the caregiver.
  case notify(Notice)
}

/// Where the wearer is, relative to the perimeter.
public struct Whereabouts: Equatable, Sendable {
  public var position: Position
  /// From the centre of the perimeter; nil without a perimeter.
  public var distance: Metres?
  public var radius: Metres?
  /// The receiver's estimate of its error; nil when it gave none.
  public var eph: Metres?

  public init(position: Position, distance: Metres?, radius: Metres?, eph: Metres?) {
    self.position = position
    self.distance = distance
    self.radius = radius
    self.eph = eph
  }
}

/// A message for the caregiver.
public struct Notice: Equatable, Sendable {
  public enum Matter: UInt8, Sendable {
    case leftPerimeter = 1
    case returnedHome = 2
  }
  public var id: NoticeID
  public var matter: Matter
  public var whereabouts: Whereabouts

  public init(id: NoticeID, matter: Matter, whereabouts: Whereabouts) {
    self.id = id
    self.matter = matter
    self.whereabouts = whereabouts
  }
}

extension Action {
  /// Folds the action in, field by field.
  public func fold(into digest: inout Digest) {
    switch self {
    case .started: digest.fold(1)
    case .suspected(let place): place.fold(into: &digest, tag: 2)
    case .cleared(let place): place.fold(into: &digest, tag: 3)
    case .left(let place, let initial): place.fold(into: &digest, tag: initial ? 5 : 4)
    case .returned(let place): place.fold(into: &digest, tag: 6)
    case .positionLost(let place, let age):
      place.fold(into: &digest, tag: 7)
      digest.fold(UInt64(bitPattern: age.count))
    case .positionRegained(let place): place.fold(into: &digest, tag: 8)
    case .sound(let tone):
      digest.fold(9 | UInt64(tone.priority.rawValue) << 8 | UInt64(tone.pulses) << 16)
    case .notify(let notice):
      notice.whereabouts.fold(into: &digest, tag: 10)
      digest.fold(UInt64(notice.id.value) << 8 | UInt64(notice.matter.rawValue))
    }
  }
}

extension Whereabouts {
  fileprivate func fold(into digest: inout Digest, tag: UInt64) {
    digest.fold(tag)
    digest.fold(position.digestWord)
    digest.fold(distance.digestWord)
    digest.fold(radius.digestWord)
    digest.fold(eph.digestWord)
  }
}

extension Position {
  var digestWord: UInt64 {
    UInt64(UInt32(bitPattern: latitudeE7)) << 32 | UInt64(UInt32(bitPattern: longitudeE7))
  }
}

extension Metres? {
  /// A missing length differs from every length, zero included.
  var digestWord: UInt64 { self.map { $0.value.bitPattern } ?? .max }
}
