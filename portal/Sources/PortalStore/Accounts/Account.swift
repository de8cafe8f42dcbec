import Foundation
import HAL

/// Somebody who can log in.
public struct Account: Equatable, Sendable {
  public var id: Int64
  public var email: String
  public var name: String
  /// "es" or "en".
  public var language: String
}

/// The right of an account over one wearer.
public enum Level: Int, Comparable, CaseIterable, Sendable {
  /// Sees.
  case look = 1
  /// Also takes alerts, asks for the place, says company.
  case help = 2
  /// Also lets people and devices in.
  case administer = 3

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A wearer as the portal's list has them.
public struct WearerEntry: Equatable, Sendable {
  /// 16 hexadecimal digits by chance; also the name of the wearer's file.
  public var id: String
  public var name: String
}

/// A session that was recognised.
public struct Session: Sendable {
  public var account: Account
  public var hash: Data
  /// A new key for the cookie, after a change of rights; else nil.
  public var renewed: String?
}

/// A session in the list of an account.
public struct SessionEntry: Sendable {
  /// The first 16 hexadecimal digits of its hash.
  public var id: String
  public var agent: String
  public var made: WallTime
  public var seen: WallTime

  /// The part of an address that names a session, and is not its secret.
  public static func id(of hash: Data) -> String {
    hash.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// A link that can still be used: an invitation, or one that logs in.
public struct Link: Sendable {
  public var email: String
  public var name: String
  /// The name of the person who invites; nil for the command line.
  public var inviter: String?
  /// Nil: it is for the portal alone.
  public var wearer: WearerEntry?
  public var level: Level?
  public var until: WallTime
}

/// A person with a right.
public struct Member: Sendable {
  public var account: Account
  public var level: Level
}

/// The device that a key belongs to.
public struct DeviceKey: Equatable, Sendable {
  public var wearer: String
  /// The device's number for servers, as it paired.
  public var identity: String
  /// The device's name.
  public var name: String
  public var paired: WallTime
  /// It takes the place of a lost one, and continues its log.
  public var isReplacement: Bool
}

/// A device that has just been paired.
public struct PairedDevice: Sendable {
  /// The key, which is shown to the device alone.
  public var key: String
  public var wearer: WearerEntry
  /// The name by which pages call the device.
  public var name: String
  /// It gets the log of the device before it.
  public var isReplacement: Bool
}

/// The reason why a device cannot take the place of a lost one. The code stays good.
public enum ReplacementRefusal: Error, Equatable, Sendable {
  /// Its state has records of its own.
  case hasRecords
  /// It has taken the place, and lives.
  case lives
  /// Its program is too old to restore a log.
  case cannotRestore
}

/// A line of the audit.
public struct AuditEntry: Sendable {
  public var id: Int64
  public var at: WallTime
  /// The person's name at that time.
  public var who: String
  public var deed: Deed
  public var about: String
}

/// The deeds that the audit keeps: changes, and looks at a place.
public enum Deed: String, CaseIterable, Sendable {
  case login, logout, sessionEnded, invited, invitationEnded, joined, levelChanged, removed
  case passwordChanged, nameChanged, codeMade, paired, revoked
  /// A code for a device in place of a lost one, and its use.
  case replacementCodeMade, replaced
  case lookedAtPlace, took, asked, company, companyOver, testAlert, askedAdvice
  case diaryAdded, diaryChanged, diaryRemoved
  /// A change of the device's profile, by its form and what it was about.
  case profileChanged
  /// Deeds about a testimony, by its number: no wearer has a part in them.
  case testimonySent, testimonyWithdrawn, testimonyPublished, testimonyRefused
  /// Whoever keeps the server lets that account decide about testimonies, or no longer.
  case moderatorMade, moderatorEnded
}
