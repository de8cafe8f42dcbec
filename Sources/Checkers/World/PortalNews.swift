import Device
import HAL

/// Something that a caregiver says to the device through a portal.
public enum PortalWord: Equatable, Sendable {
  /// "I take care of it": the newest notice that the portal knows.
  case acknowledges
  case asks
  /// Somebody is there until so long after the word.
  case company(Milliseconds)
  case companyOver
}

/// The way of a portal misbehaves.
public enum PortalTrouble: Equatable, Sendable {
  /// Nothing comes back.
  case away
  /// The portal has the call, and its answer is lost.
  case losesAnswers
  /// Calls and answers take so long.
  case late(Milliseconds)
  /// Each call comes once more after so long.
  case twice(Milliseconds)
  /// The portal speaks another version.
  case old
  /// The portal loses its copy of the log.
  case forgets
}

/// An occurrence between device and portal.
public enum PortalNews: Equatable, Sendable {
  /// A caregiver of that identity said it; the device must not act on it after `until`.
  case said(Int64, PortalWord, who: UInt32, token: UInt64, until: WallTime?)
  /// A caregiver changed the diary, having seen all that the portal's page has.
  case edited(Int64, Record, until: WallTime)
  /// The device has dealt with that change, with so many records in its diary that its maker had not seen.
  /// The diary holds a change whose record is the last about its entry.
  case dealt(Int64, PortalEditFate, unseen: Int, isHeld: Bool)
  /// The device's core is about to get it.
  case handed(Int64, caregiver: UInt8)
  /// The portal shows for the first time what became of it.
  case shown(Int64, isApplied: Bool, isExpired: Bool)
  /// The device has that revision in force, with changes that all are told of.
  case revision(Int, ProfileChanges)
  /// The portal's copy beside the device's log: the first sequence at which they differ, and how many
  /// records are not there yet.
  case compared(difference: Int64?, missing: Int)
}

/// A device's decision about a change of the diary that came through a portal.
public enum PortalEditFate: Equatable, Sendable {
  /// The log has that record now.
  case made(Record)
  /// It counts as made before.
  case before
  /// The diary has what the editor had not seen.
  case outdated
  /// Another reason, such as an entry that is gone, or an end that has passed.
  case refused
}
