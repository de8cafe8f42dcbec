import Device
import Foundation
import HAL
import Profile
import Words

/// The parts of a device's profile that the portal needs: people, home, and the time on the wall.
public struct KnownProfile: Sendable {
  public var revision: Int
  public var names: Names
  public var timeZone: TimeZone
  public var language: Language
  public var center: Position
  public var radius: Metres
  /// The hours in which the perimeter is watched; none: always.
  public var watch: [WeeklyHours]
  public var caregivers: [ProfileCaregiver]
  public var reminders: [ProfileReminder]
  /// No place leaves the device for a portal.
  public var hidesPlaces: Bool
  /// The device has a mail server for its notices.
  public var sendsMails: Bool
  /// Nil for a wearer who is not giving up smoking.
  public var quit: KnownQuit?
  /// Nil for a wearer who injects no insulin.
  public var insulin: KnownInsulin?
  /// No part of the text was left out as a mistake: a device would use it, too.
  public var isWhole: Bool

  /// Reads a profile's text with the device's own reader. Nil where it cannot be used.
  ///
  /// Pictures and secrets lie beside the device's file, not here: that they are missing is no mistake.
  init?(revision: Int, yaml: String) {
    guard let (profile, isWhole) = KnownProfile.read(yaml) else { return nil }
    self.isWhole = isWhole
    self.revision = revision
    names = profile.names
    timeZone = profile.timeZone
    language = profile.language
    center = profile.perimeter.center
    radius = profile.perimeter.radius
    watch = profile.watch
    caregivers = profile.caregivers
    reminders = profile.reminders
    hidesPlaces = profile.routes.portal?.share == .never
    sendsMails = profile.routes.mail != nil
    quit = KnownQuit(profile)
    insulin = KnownInsulin(profile)
  }

  /// The profile of a text without a mistake; nil: it has one.
  static func whole(_ yaml: String) -> Profile? {
    read(yaml).flatMap { $0.isWhole ? $0.profile : nil }
  }

  private static func read(_ yaml: String) -> (profile: Profile, isWhole: Bool)? {
    guard let (found, mistakes) = try? Profile.check(text: yaml, file: ""), let profile = found
    else { return nil }
    return (profile, mistakes.isEmpty)
  }

  /// The caregiver's number from 1, by the address of an account; nil: not one of the device's caregivers.
  public func number(of email: String) -> Int? {
    caregivers.firstIndex { $0.words.email?.lowercased() == email.lowercased() }.map { $0 + 1 }
  }

  /// The identity of that caregiver, as records have it.
  public func identity(of email: String) -> UInt32? {
    number(of: email).map { caregivers[$0 - 1].setting.who }
  }

  /// Milliseconds that local time is ahead of UTC at a moment.
  public func ahead(at time: WallTime) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    return Int64(timeZone.secondsFromGMT(for: date)) * 1000
  }

  public var zone: ZoneOffset {
    let copy = self
    return ZoneOffset { copy.ahead(at: $0) / 1000 }
  }
}
