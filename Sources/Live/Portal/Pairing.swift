import Device
import Diary
import Foundation
import HAL
import Linux
import Names
import Profile
import Sync

/// Makes a device known to a portal, by a code that the portal showed.
public struct Pairing {
  public enum Outcome: Sendable {
    /// The wearer's name in the portal, the file with the key, and the settings that came for a device without any.
    case paired(wearer: String, secret: String, RestoredSettings?)
    /// It also takes the place of a lost device, with that number of its records.
    case replaced(wearer: String, secret: String, records: Int, RestoredSettings)
    /// The portal's line, or why it could not be reached. Then the same code may be used later: also where
    /// something else answered in its place.
    case refused(String, isUnreachable: Bool = false)
    /// The portal has no settings for a device that needs some. The code still works.
    case unsettled(String)
  }

  private let url: String
  private let code: String
  private let profile: Profile?
  /// The place of the family's file.
  private let path: String
  private let state: StateFolder
  private let authorities: String
  private let needsSettings: Bool

  /// - Parameters:
  ///   - profile: the family's file; one that is missing comes from the portal, if that has one. Nil:
  ///     profile.yaml in this directory, if it has one.
  ///   - needsSettings: a device without settings is not paired before the portal has some for it.
  /// - Throws: `InputError` for an address or a code that cannot be one, and for a profile with mistakes.
  public init(
    url: String, code: String, profile: String?, state: StateFolder, authorities: String,
    needsSettings: Bool = false
  ) throws {
    guard let address = Routes.address(url) else {
      throw InputError(
        file: "the address", "is \"\(url)\"; expected one such as https://portal.example.org")
    }
    guard let code = SyncText.code(code) else {
      throw InputError(file: "the code", "is \"\(code)\"; expected one such as ABCD-EFGH")
    }
    path = profile ?? "profile.yaml"
    self.profile = try Pairing.read(profile)
    self.url = address
    self.code = code
    self.state = state
    self.authorities = authorities
    self.needsSettings = needsSettings && self.profile == nil
  }

  /// Nil for a file that is not there, in a folder that is.
  private static func read(_ path: String?) throws -> Profile? {
    guard let path else { return nil }
    let folder = FilePath.folder(of: path)
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    let hasFolder = folder.isEmpty || isThere && isFolder.boolValue
    if hasFolder, !FileManager.default.fileExists(atPath: path) { return nil }
    return try Profile(file: path)
  }

  /// Asks the portal, restores the log of a lost device if the code is for that, and writes the key last.
  ///
  /// Without the key a power cut leaves a device that calls nobody. The same code can be used again then.
  /// - Throws: `InputError` for a state with records and a code for an empty one; nothing is changed then.
  public func run() throws -> Outcome {
    let calls = PairingCalls(url: url, authorities: authorities)
    let device = try identity()
    let request = PairRequest(
      code: code, device: device, name: (profile?.wearer.name ?? "").bounded,
      log: try RecordReader(state).lastSequence(), needsSettings: needsSettings ? true : nil)
    let reply = try calls.post("/device/pair", key: nil, request.json)
    if reply.status == 409 { throw InputError(file: state.path, reply.refusal) }
    if reply.status == 428 { return .unsettled(reply.refusal) }
    guard reply.status == 200 else {
      return .refused(reply.refusal, isUnreachable: !reply.refusesCode)
    }
    let answer: PairAnswer
    do {
      answer = try PairAnswer(json: reply.body)
    } catch {
      // A page for people who want to get into the network, or that the portal is being mended.
      return .refused("its answer cannot be used: \(error)", isUnreachable: true)
    }
    do {
      guard answer.restores == true else {
        let settings = try RestoredSettings(first: answer.settings, path: path)
        let secret = secretFile(profile ?? settings?.profile)
        try WholeFile.replace(secret, Array((answer.key + "\n").utf8))
        return .paired(wearer: answer.wearer, secret: secret, settings)
      }
      return try restore(answer, calls, device)
    } catch let refusal as SyncRefusal {
      return .refused("its answer cannot be used: \(refusal)")
    } catch let trouble as Replacement.Trouble {
      return .refused("\(trouble.line); the same code can be used again", isUnreachable: true)
    }
  }

  private func restore(
    _ answer: PairAnswer, _ calls: PairingCalls, _ device: UInt64
  ) throws -> Outcome {
    let lost = try Replacement(calls, key: answer.key, device: device)
    try lost.store(in: state, key: answer.key)
    let settings = try RestoredSettings(lost.file, path: path)
    let secret = secretFile(profile ?? settings.profile)
    try WholeFile.replace(secret, Array((answer.key + "\n").utf8))
    return .replaced(
      wearer: answer.wearer, secret: secret, records: lost.records.count, settings)
  }

  /// The lines to add to the profile; none where it has them already.
  public func lines(secret: String, restored: RestoredSettings? = nil) -> [String] {
    let profile = self.profile ?? restored?.profile
    if let portal = profile?.routes.portal, Routes.address(portal.url.absoluteString) == url {
      return []
    }
    let name = secret.split(separator: "/").last.map(String.init) ?? secret
    return [
      profile?.routes.portal == nil
        ? "add to the profile, under routes:"
        : "in the profile, this takes the place of routes.portal:",
      "  portal: {url: \"\(url)\", credentials: \(name), share: open}",
    ]
  }

  /// The portal as the profile names it, with the key of this pairing.
  func route(_ restored: RestoredSettings?) -> YAMLField {
    let before = (profile ?? restored?.profile)?.routes.portal
    let name = before?.credentials ?? "portal.secret"
    return .members([
      YAMLMember("url", url), YAMLMember("credentials", name),
      YAMLMember("share", (before?.share ?? .open).rawValue),
    ])
  }

  /// The file for the key, by the family's profile or the lost device's.
  func secret(_ restored: RestoredSettings?) -> String {
    secretFile(profile ?? restored?.profile)
  }

  /// The file for the key: as the profile says, else beside it.
  private func secretFile(_ profile: Profile?) -> String {
    if let profile {
      return profile.path(of: profile.routes.portal?.credentials ?? "portal.secret")
    }
    let folder = FilePath.folder(of: path)
    return folder.isEmpty ? "portal.secret" : folder + "/portal.secret"
  }

  /// The number by which the device that lives on this state is known to servers. A state without one
  /// gets it.
  private func identity() throws -> UInt64 {
    do {
      if let secret = try RecordReader(state).secret() { return SipHash.hash(0, key: secret) }
    } catch {
      // A power cut among the first writes leaves a journal that only a writer can play back.
    }
    let life = try RecordStore(state, as: .editor).beginLife {
      (LiveState.draw(), LiveState.draw())
    }
    return SipHash.hash(0, key: life.secret)
  }
}
