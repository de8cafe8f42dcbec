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
      revision: revision.revision, base: own.text,
      untold: changes.union(earlier?.untold ?? ProfileChanges()), text: revision.yaml,
      former: profile.addressesMissing(in: merged).union(earlier?.former ?? []))
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

  /// The device's own file was read anew: the profile in force with it.
  ///
  /// A revision whose settings somebody changed there no longer counts, and all caregivers are told what that undoes.
  /// - Returns: the profile, and what is to be told of it.
  func overlay(_ own: Profile, text: String) -> (profile: Profile, told: PortalProfile?) {
    guard var kept = PortalProfile(in: options.state.path), !kept.isOver else { return (own, nil) }
    do {
      if let merged = try kept.over(own, text: text) { return (merged, nil) }
    } catch {
      log("portal: revision \(kept.revision) of the profile cannot be used: \(error)")
    }
    kept.isOver = true
    if let before = try? kept.before(file: own.file) {
      kept.untold.formUnion(PortalProfile.undone(before, by: own))
      kept.former.formUnion(before.addressesMissing(in: own))
    }
    do throws(InputError) { try kept.store(in: options.state.path) } catch {
      log("portal: \(error)")
    }
    portal?.link.overtook(at: board.clock.now)
    log("portal: \(own.file) was changed; revision \(kept.revision) no longer counts")
    return (own, kept)
  }

  /// All caregivers hear of the change: those of the new list through the core, and former addresses by
  /// letters of their own.
  func tellChange(_ kept: PortalProfile) {
    if !kept.untold.isEmpty { board.post(.setting(.changed(kept.untold))) }
    letters.tell(kept.former, of: kept.untold.isEmpty ? .addresses : kept.untold)
  }

  /// Tells after a start what a power cut kept from being told.
  func tellChangeAgain() {
    // The first look at the file decides what counts, where a profile was kept.
    if !isKeptUnread, standing == .current, let lastGood {
      _ = overlay(lastGood.profile, text: lastGood.text)
    }
    guard let kept = PortalProfile(in: options.state.path) else { return }
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
    guard let revision = PortalProfile(in: folder) else { return own }
    do {
      return try revision.over(own, text: text) ?? own
    } catch {
      log("portal: revision \(revision.revision) of the profile does not count: \(error)")
      return own
    }
  }
}

extension Profile {
  /// Addresses of caregivers that another profile does not have.
  fileprivate func addressesMissing(in other: Profile) -> Set<String> {
    Set(caregivers.filter(\.setting.hasMail).compactMap(\.words.email))
      .subtracting(other.caregivers.compactMap(\.words.email))
  }
}

extension String {
  /// The beginning of the text, as far as the protocol takes it.
  var bounded: String { String(decoding: utf8.prefix(SyncLimits.text - 3), as: UTF8.self) }
}
