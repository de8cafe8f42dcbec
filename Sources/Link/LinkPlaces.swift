import Device
import HAL
import Sync

/// The policy by which places leave the device: `share` of the profile.
public enum PlaceSharing: String, CaseIterable, Sendable {
  /// The last place with each call; more of them only while a case is open.
  case open
  /// One a minute as well, while the wearer moves.
  case always
  /// None; mails still say where.
  case never
}

/// Positions that wait for the portal.
public struct LinkPlaces: Sendable {
  /// Time between two places while a case is open, and else.
  static let often = Milliseconds.seconds(10)
  static let calm = Milliseconds.seconds(60)
  /// Metres beside the last place that count as movement, at the least.
  static let step = 25.0

  public var sharing = PlaceSharing.open {
    didSet { if sharing == .never { self = LinkPlaces(sharing) } }
  }
  /// Oldest first.
  private var track: [SyncPlace] = []
  private var last: SyncPlace?
  /// The time of the last place that the portal has.
  private var stored: Int64 = .min

  public init(_ sharing: PlaceSharing = .open) { self.sharing = sharing }

  /// A position that counts.
  /// - Parameter wall: by a clock that is trusted; nil: the place is not shared.
  public mutating func learn(_ fix: Fix, wall: WallTime?, isOpen: Bool) {
    guard sharing != .never, let wall, let position = fix.position,
      SyncLimits.time.contains(wall.milliseconds)
    else { return }
    let place = SyncPlace(
      time: wall.milliseconds, latitude: position.latitudeE7, longitude: position.longitudeE7,
      eph: fix.eph.map { Int32(min(max($0.value * 10, 0), 1e8)) })
    last = place
    stepBack(to: place.time)
    guard isOpen || sharing == .always else { return }
    if let before = track.last {
      let pause = isOpen ? LinkPlaces.often : LinkPlaces.calm
      guard place.time - before.time >= pause.count, isOpen || place.isAway(from: before) else {
        return
      }
    }
    track.append(place)
    if track.count > SyncLimits.places { track.removeFirst() }
  }

  /// A clock that ran ahead was put right: what it dated ahead holds back no place of now.
  private mutating func stepBack(to time: Int64) {
    track.removeAll { $0.time > time }
    if stored > time { stored = time - 1 }
  }

  /// The places of the next call, newest first.
  public var next: [SyncPlace] {
    var places = track
    if let last, last.time > (places.last?.time ?? .min) { places.append(last) }
    return places.filter { $0.time > stored }.reversed().prefix(SyncLimits.places).map { $0 }
  }

  /// The portal has these.
  public mutating func took(_ places: [SyncPlace]) {
    // The clock may have been put back while they were on their way: those of ahead hold back none of now.
    let known = places.filter { $0.time <= last?.time ?? .max }
    guard let newest = known.first?.time else { return }
    stored = max(stored, newest)
    track.removeAll { $0.time <= stored }
  }
}

extension SyncPlace {
  /// Farther than the scatter of a receiver; on a plane, which is enough for a street.
  fileprivate func isAway(from other: SyncPlace) -> Bool {
    let metres = 0.011_132
    let north = Double(latitude - other.latitude) * metres
    let east = Double(Int64(longitude) - Int64(other.longitude)) * metres / 2
    let least = max(LinkPlaces.step, Double(eph ?? 0) / 10)
    return north * north + east * east > least * least
  }
}

/// The minutes of the local day in which the wearer moved.
public struct MovedMinutes: Sendable {
  /// Metres per second that are a walk and not scatter.
  static let walk = 0.7

  private var day: Int?
  private var last: Int?
  /// Minutes of that day.
  public private(set) var count = 0

  public init() {}

  /// - Parameters:
  ///   - day: any number that tells one local day from the next.
  ///   - minute: of the local day.
  public mutating func learn(_ fix: Fix, day: Int, minute: Int) {
    turn(to: day)
    guard let speed = fix.speed, speed.value >= MovedMinutes.walk, minute != last else { return }
    last = minute
    count = min(count + 1, 1440)
  }

  public mutating func turn(to day: Int) {
    guard day != self.day else { return }
    self.day = day
    last = nil
    count = 0
  }
}
