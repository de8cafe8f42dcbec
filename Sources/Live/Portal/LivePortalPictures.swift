import Foundation
import HAL
import Link
import Profile
import Sync
import Traces

/// Photos that came through a portal, as files in the state that are named by their content.
struct PictureFolder {
  let path: String
  /// The end of the name of a picture's pixels.
  private static let pixels = ".rgb"

  /// - Parameter state: the folder of the state.
  init(state: String) { path = state + "/pictures" }

  /// The bytes of a picture; nil: it is not there, or not whole.
  func bytes(_ hash: String) -> [UInt8]? {
    guard let bytes = WholeFile.bytes(file(hash)), Fingerprint(of: bytes).sha256 == hash else {
      return nil
    }
    return bytes
  }

  /// The pixels of a picture for a screen of letters; nil: there are none.
  func pixels(_ hash: String) -> [UInt8]? { WholeFile.bytes(file(hash) + PictureFolder.pixels) }

  /// - Parameter pixels: those for a screen of letters, which are there before the picture is.
  /// - Throws: why the picture cannot be written.
  func store(_ bytes: [UInt8], _ hash: String, pixels: [UInt8]? = nil) throws(InputError) {
    // A folder that cannot be made is told by the file that cannot be written.
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if let pixels { try WholeFile.replace(file(hash) + PictureFolder.pixels, pixels) }
    try WholeFile.replace(file(hash), bytes)
  }

  /// Deletes all but these, and what a power cut left half written.
  func keep(only hashes: Set<String>) {
    let names = hashes.map { SyncPicture.name($0) }
    let wanted = Set(names + names.map { $0 + PictureFolder.pixels })
    let found = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in found where !wanted.contains(name) {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
    }
  }

  private func file(_ hash: String) -> String { "\(path)/\(SyncPicture.name(hash))" }
}

extension Profile {
  /// Hashes of the portal's pictures that this profile names.
  var pictures: Set<String> {
    let names =
      [wearer.photo] + caregivers.map(\.words.photo) + reminders.map(\.words.photo)
    return Set(names.compactMap { SyncPicture.hash(named: $0) })
  }
}

/// Pictures of the profile in force. A profile counts with or without them.
extension LiveDevice {
  private var pictures: PictureFolder { PictureFolder(state: options.state.path) }

  /// Pictures to ask the portal for. Those that no profile names any more are deleted on the way.
  func lackingPictures() -> [String] {
    guard let portal, standing != .missing else { return [] }
    let wanted = (coming ?? profile).pictures
    pictures.keep(only: wanted)
    portal.soundPictures.formIntersection(wanted)
    for hash in wanted.subtracting(portal.soundPictures) where pictures.bytes(hash) != nil {
      portal.soundPictures.insert(hash)
    }
    return wanted.subtracting(portal.soundPictures).subtracting(portal.failedPictures).sorted()
  }

  /// Stores a picture that the profile names. Any other is left alone: it would be deleted at once.
  func take(_ picture: SyncPicture, at now: Instant) {
    guard let portal else { return }
    let wanted = (coming ?? profile).pictures.subtracting(portal.soundPictures)
      .subtracting(portal.failedPictures)
    guard wanted.contains(picture.hash) else { return }
    defer { portal.link.tookPicture(more: wanted.count > 1, at: now) }
    guard let bytes = picture.bytes, Fingerprint(of: bytes).sha256 == picture.hash else {
      portal.failedPictures.insert(picture.hash)
      return log("portal: a picture of the profile came broken; its words are shown without it")
    }
    do throws(InputError) {
      try pictures.store(bytes, picture.hash, pixels: picture.pixelBytes)
    } catch {
      portal.failedPictures.insert(picture.hash)
      return log("portal: \(error)")
    }
    portal.soundPictures.insert(picture.hash)
    showAgain(at: now)
  }
}
