import Device
import HAL
import Link
import Linux
import Mail
import Profile
import Sync

/// Revisions of the profile that come through the portal.
extension LiveDevice {
  /// Takes a newer revision, all of it or nothing.
  func take(_ revision: SyncProfile, at now: Instant) {
    guard let portal, let own = ownFile, own.mark == portal.link.memory.file, let lastGood,
      coming == nil
    else { return }
    let merged: Profile
    do {
      merged = try lastGood.profile.taking(
        Profile(text: revision.yaml, file: lastGood.profile.file))
    } catch {
      return refuse(revision, error, at: now)
    }
    let changes = profile.changes(to: merged)
    let earlier = PortalProfile(in: options.state.path)
    let kept = PortalProfile(
      revision: revision.revision, base: own.mark,
      untold: changes.union(earlier?.untold ?? ProfileChanges()), text: revision.yaml,
      former: formerAddresses(merged).union(earlier?.former ?? []))
    do throws(InputError) { try kept.store(in: options.state.path) } catch {
      // It comes again with the next answer.
      return portal.say("\(error)")
    }
    portal.link.taken(revision: revision.revision, at: now)
    coming = merged
    for setting in settings() { board.post(.setting(setting)) }
    tellChange(kept)
    log("portal: revision \(revision.revision) of the profile counts")
  }

  private func refuse(_ revision: SyncProfile, _ error: any Error, at now: Instant) {
    var line = "\(error)"
    if var mistake = error as? InputError, mistake.line != nil {
      mistake.file = "the portal's text"
      line = "\(mistake)"
    }
    portal?.link.refused(revision: revision.revision, why: line.bounded, at: now)
    log("portal: revision \(revision.revision) of the profile is refused: \(line)")
  }

  /// Addresses that the new profile no longer has. With nothing but other facts changed there are none.
  private func formerAddresses(_ new: Profile) -> Set<String> {
    let kept = Set(new.caregivers.compactMap(\.words.email))
    return Set(profile.caregivers.filter(\.setting.hasMail).compactMap(\.words.email))
      .subtracting(kept)
  }

  /// All caregivers hear of the change: those of the new list through the core, and former addresses by
  /// letters of their own.
  private func tellChange(_ kept: PortalProfile) {
    if !kept.untold.isEmpty { board.post(.setting(.changed(kept.untold))) }
    letters.tell(kept.former, of: kept.untold.isEmpty ? .addresses : kept.untold)
  }

  /// Tells after a start what a power cut kept from being told.
  func tellChangeAgain() {
    guard profile.routes.portal != nil, let kept = PortalProfile(in: options.state.path) else {
      return
    }
    tellChange(kept)
  }

  /// The notice of the change is stored: a power cut does not lose it any more.
  func forgetChange() {
    isChangeStored = false
    rewrite { $0.untold = ProfileChanges() }
  }

  /// A letter to a former address has come to its end.
  func forget(former address: String) { rewrite { $0.former.remove(address) } }

  private func rewrite(_ change: (inout PortalProfile) -> Void) {
    guard var kept = PortalProfile(in: options.state.path) else { return }
    change(&kept)
    do throws(InputError) { try kept.store(in: options.state.path) } catch {
      log("portal: \(error)")
    }
  }
}

extension PortalProfile {
  /// The family's own profile, with the portal's revision if that was taken for this very text.
  static func overlaid(
    _ own: Profile, text: String, in folder: String, _ log: (String) -> Void
  ) -> Profile {
    guard own.routes.portal != nil, let revision = PortalProfile(in: folder),
      revision.base == mark(of: text)
    else { return own }
    do {
      return try own.taking(Profile(text: revision.text, file: own.file))
    } catch {
      log("portal: revision \(revision.revision) of the profile does not count: \(error)")
      return own
    }
  }
}

extension String {
  /// The beginning of the text, as far as the protocol takes it.
  var bounded: String { String(decoding: utf8.prefix(SyncLimits.text - 3), as: UTF8.self) }
}
