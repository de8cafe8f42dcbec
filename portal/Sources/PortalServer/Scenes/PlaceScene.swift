import Device
import Foundation
import HAL
import PortalPages
import PortalStore
import Sync

/// The wearer's place, and the ground round home.
extension WearerScene {
  /// A place as the device's notice has it.
  func place(_ notice: Notice) -> PortalPages.Place? { WearerScene.place(notice) }

  static func place(_ notice: Notice) -> PortalPages.Place? {
    guard let told = notice.whereabouts else { return nil }
    let at =
      notice.isAgeUnknown ? nil : notice.made.map { $0 + Milliseconds(0 &- notice.age.count) }
    return PortalPages.Place(
      position: told.position, at: at, accuracy: told.eph, distance: told.distance,
      direction: told.direction, radius: told.radius)
  }

  func place(_ place: SyncPlace) -> PortalPages.Place? { WearerScene.place(place, in: profile) }

  /// - Parameter profile: the one with the perimeter; nil: nothing is said of home.
  static func place(_ place: SyncPlace, in profile: KnownProfile?) -> PortalPages.Place? {
    guard
      let position = Position(
        latitudeE7: Int64(place.latitude), longitudeE7: Int64(place.longitude))
    else { return nil }
    let offset = profile.map { WearerScene.offset(of: position, from: $0.center) }
    return PortalPages.Place(
      position: position, at: WallTime(milliseconds: place.time),
      accuracy: place.eph.map { Metres(Double($0) / 10) },
      distance: offset.map { Metres(hypot($0.north, $0.east)) },
      direction: offset.flatMap { WearerScene.wind(north: $0.north, east: $0.east) },
      radius: profile?.radius)
  }

  /// A place, or the reason why there is none, or no new one.
  func state(of place: PortalPages.Place?) -> PlaceState {
    if let own, own.hidesPlaces { return .notShared(before: place, isMailed: own.sendsMails) }
    return place.map { .known($0) } ?? .none
  }

  /// The newest place that the device has told, in a notice or by itself.
  func newestPlace() async throws -> PortalPages.Place? {
    try await WearerScene.newestPlace(file, log, in: profile, at: now)
  }

  /// The newest place, in a notice or told by itself, as of then.
  ///
  /// One that is dated ahead is from a device whose clock was put right since. It comes after all others.
  static func newestPlace(
    _ file: WearerFile, _ log: CareLog, in profile: KnownProfile?, at now: WallTime
  ) async throws -> PortalPages.Place? {
    let told = try await file.newestPlace(until: now + mayLead).flatMap { place($0, in: profile) }
    guard let noticed = noticed(log, at: now) else { return told }
    guard let told else { return noticed }
    return isNewer(noticed, than: told, at: now) ? noticed : told
  }

  /// A device's clock may be ahead of the portal's by so much.
  private static let mayLead = Milliseconds.seconds(60)

  /// The place of the newest notice that has one.
  private static func noticed(_ log: CareLog, at now: WallTime) -> PortalPages.Place? {
    let places = log.notices.reversed().lazy.compactMap { place($0.notice) }
    return places.first { $0.at.map { $0 <= now + mayLead } ?? true } ?? places.first
  }

  /// Whether a place is newer than another, of which the age may be unknown.
  static func isNewer(
    _ place: PortalPages.Place, than other: PortalPages.Place?, at now: WallTime
  ) -> Bool {
    guard let then = place.at else { return false }
    guard let before = other?.at else { return true }
    let latest = now + mayLead
    return (then > latest) == (before > latest) ? then > before : before > latest
  }

  /// Metres north and east of home, on a plane: 300 m from home it errs by less than a millimetre.
  private static func offset(of place: Position, from home: Position) -> (
    north: Double, east: Double
  ) {
    let metres = 0.011_131_949
    let latitude = Double(home.latitudeE7) / 1e7 * .pi / 180
    return (
      Double(place.latitudeE7 - home.latitudeE7) * metres,
      Double(home.degreesEast(to: place)) * metres * cos(latitude)
    )
  }

  private static func wind(north: Double, east: Double) -> CompassPoint? {
    guard hypot(north, east) >= 1 else { return nil }
    let eighth = Int((atan2(east, north) / (.pi / 4)).rounded())
    return CompassPoint(rawValue: UInt8((eighth + 8) % 8 + 1))
  }

  // MARK: The ground

  /// - Parameter trail: the span of the case or the day that is shown.
  func ground(trail: Range<WallTime>?, map: MapSource?) async throws -> Ground {
    let walks = try await file.places(now + .seconds(-14 * 86_400)..<now + .seconds(-43_200))
    var shown: [PortalPages.Place] = []
    if let trail { shown = try await file.places(trail).compactMap(place) }
    return Ground(
      home: profile?.center, radius: profile?.radius, walks: WearerScene.walks(walks),
      trail: shown.suffix(500), map: map)
  }

  /// Places of the days before as lines: ten minutes without one end a walk.
  private static func walks(_ places: [SyncPlace]) -> [[Position]] {
    var walks: [[Position]] = []
    var last: Int64?
    for place in places.suffix(4000) {
      guard
        let position = Position(
          latitudeE7: Int64(place.latitude), longitudeE7: Int64(place.longitude))
      else { continue }
      if let last, place.time - last < 600_000 {
        walks[walks.count - 1].append(position)
      } else {
        walks.append([position])
      }
      last = place.time
    }
    return walks.filter { $0.count > 1 }
  }
}
