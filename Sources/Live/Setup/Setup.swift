import Diary
import Foundation
import Glibc
import Linux
import Names
import Profile
import Words

/// The set-up of a device by a file on its card: network, portal and code, read once and erased.
///
/// Each step can be repeated, and a power cut between two of them costs a second try at most. The file goes
/// last, when the key and all that came with it are durable.
public struct Setup {
  /// The end of one try.
  public enum Outcome: Equatable, Sendable {
    /// There is no file.
    case nothing
    case done
    /// The portal does not answer as it should, or has no settings: the file stays for the next try. The
    /// reason is one line.
    case waiting(String)
    /// The file, the code or the device is at fault: one line, which holds nothing secret.
    case refused(String)
  }

  private let card: SetupCard
  private let profile: String
  private let state: StateFolder
  private let networks: String
  private let owner: SetupOwner?
  private let authorities: String

  /// - Parameters:
  ///   - boot: the card's boot partition, mounted.
  ///   - profile: the family's settings.
  ///   - networks: the folder of NetworkManager's connections.
  ///   - owner: the user to whom key, settings and state belong; nil: whoever runs this.
  /// - Throws: `InputError` for a user that this computer does not have.
  public init(
    boot: String, profile: String, state: StateFolder, networks: String, owner: String?,
    authorities: String
  ) throws {
    card = SetupCard(folder: boot)
    self.profile = profile
    self.state = state
    self.networks = networks
    self.owner = try owner.map { try SetupOwner($0) }
    self.authorities = authorities
  }

  /// Makes one try.
  /// - Throws: `InputError` where card or state cannot be written.
  public func run() throws -> Outcome {
    guard let name = card.file else {
      SetupJournal.remove(in: state.path)
      return .nothing
    }
    let journal = SetupJournal.read(in: state.path)
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try card.read(name)
    } catch {
      let line = SetupLine(.failed, (.text, "\(error)"))
      // The result of a pairing stays: something was done.
      let isPaired = journal?.stage == .paired || journal?.stage == .erasing
      if !isPaired { try card.tell([line]) }
      return .refused(line.en)
    }
    // Nobody types a zero at the start, nor nothing: the power went while the file was overwritten.
    if let journal, journal.stage == .erasing, bytes.first ?? 0 == 0 {
      return try finish(name, journal)
    }
    let file: SetupFile
    do throws(SetupFile.Mistake) {
      file = try SetupFile(bytes)
    } catch {
      let line = SetupLine(error, file: name)
      try card.tell([line])
      return .refused(line.en)
    }
    let mark = PortalProfile.mark(of: "\(file.portal) \(file.code)")
    let known = journal.flatMap { $0.mark == mark ? $0 : nil }
    switch known?.stage {
    case .asking, nil: break
    case .paired, .erasing:
      if let known { return try finish(name, known) }
    case .refused: return .refused(known?.result.map(\.en).joined(separator: " ") ?? "")
    }
    let network = try file.network.map { network in
      try WiFi.store(network, in: networks)
        ? SetupLine(.wifiSet, (.name, network.name)) : SetupLine(.wifiNoManager)
    }
    let before = SetupJournal(
      mark: mark, stage: .asking, keyBefore: known?.keyBefore ?? keyMark ?? "")
    try makeState()
    try before.store(in: state.path)
    return try ask(file, name, before, network.map { [$0] } ?? [])
  }

  // MARK: The portal

  private func ask(
    _ file: SetupFile, _ name: String, _ journal: SetupJournal, _ network: [SetupLine]
  ) throws -> Outcome {
    do {
      let pairing = try Pairing(
        url: file.portal, code: file.code, profile: profile, state: state,
        authorities: authorities, needsSettings: true)
      switch try pairing.run() {
      case .refused(let reason, isUnreachable: true):
        try card.tell(network + [SetupLine(.waiting, (.text, reason))])
        return .waiting("the portal does not answer as it should: \(reason)")
      case .refused(let reason, isUnreachable: false):
        // A portal that knows no second answer: the key of the first one is here.
        if let keyMark, keyMark != journal.keyBefore {
          return try settle(pairing, name, journal, network, mail: file.mail)
        }
        return try refuse(journal, network + [SetupLine(.refused, (.text, reason), (.name, name))])
      case .unsettled(let reason):
        try card.tell(network + [SetupLine(.unsettled)])
        return .waiting(reason)
      case .paired(let wearer, _, let settings):
        var lines = [SetupLine(.done, (.wearer, wearer))]
        if settings != nil { lines.append(SetupLine(.settingsFirst)) }
        return try settle(pairing, name, journal, lines + network, settings, mail: file.mail)
      case .replaced(let wearer, _, let records, let settings):
        let lines = [
          SetupLine(.done, (.wearer, wearer)), SetupLine(.replaced, (.number, String(records))),
        ]
        return try settle(pairing, name, journal, lines + network, settings, mail: file.mail)
      }
    } catch let error as InputError {
      let line = SetupLine(.failed, (.text, "\(error)"))
      try card.tell(network + [line])
      return .refused(line.en)
    } catch let error as StateError {
      let line = SetupLine(.failed, (.text, "\(error)"))
      try card.tell(network + [line])
      return .refused(line.en)
    }
  }

  /// The same file is not sent again: the portal counts wrong codes.
  private func refuse(_ journal: SetupJournal, _ lines: [SetupLine]) throws -> Outcome {
    var journal = journal
    (journal.stage, journal.result) = (.refused, lines)
    try card.tell(lines)
    try journal.store(in: state.path)
    return .refused(lines.map(\.en).joined(separator: " "))
  }

  private static func lines(_ settings: RestoredSettings) -> [SetupLine] {
    var lines: [SetupLine] = []
    if let file = settings.file, settings.isBeside {
      lines.append(SetupLine(.settingsBeside, (.name, file)))
    }
    if let mistake = settings.mistake {
      lines.append(SetupLine(.settingsWrong, (.text, mistake)))
    }
    return lines
      + settings.missing.map {
        SetupLine(
          .secretMissing, (.name, $0.file), (.text, $0.routes.joined(separator: ", ")))
      }
  }

  /// Key and log are there: the settings' line, the owner, and then the file goes.
  private func settle(
    _ pairing: Pairing, _ name: String, _ journal: SetupJournal, _ lines: [SetupLine],
    _ settings: RestoredSettings? = nil, mail: SetupFile.Mail?
  ) throws -> Outcome {
    var journal = journal
    // The file's password may be one of those that are missing until now.
    let sent = try addMail(mail)
    journal.result =
      lines + (settings.map(Setup.lines) ?? []) + sent + addLine(pairing, settings)
    // A profile that was there keeps its owner, unless a try that a power cut ended has left it to root.
    owner?.give(
      [state.path, pairing.secret(settings)] + [settings?.file].compactMap { $0 })
    owner?.giveClosed(profile)
    journal.stage = .paired
    try journal.store(in: state.path)
    return try finish(name, journal)
  }

  /// Adds the mail server to settings that cannot send by their own, and its password to those that lack it.
  ///
  /// A password goes to its own server and user only. Settings whose password never came, such as those of
  /// a lost device, send nothing: the family's server takes the place of theirs.
  /// - Returns: what became of it, or that notices cannot go by mail.
  private func addMail(_ mail: SetupFile.Mail?) throws -> [SetupLine] {
    guard let settings = try? Profile(file: profile) else { return [] }
    let server = settings.routes.mail?.server
    guard let mail else {
      return server == nil && settings.routes.relay == nil
        ? [SetupLine(.mailMissing, (.name, profile))] : []
    }
    let password = Array((mail.password + "\n").utf8)
    guard let server else { return try take(mail, password, into: settings) }
    let kept = [SetupLine(.mailKept, (.name, server.host))]
    // A server that wants no password can do without ours.
    guard let secret = server.credentials.map({ settings.path(of: $0) }) else { return kept }
    // A password of systemd works as one in a file does.
    let isThere = Credentials.isThere(secret)
    guard mail.isFor(server) else {
      return isThere ? kept : try take(mail, password, into: settings)
    }
    if !isThere {
      try store(password, in: secret)
    } else if (try? Credentials.read(secret, isOfAnyone: true)) != mail.password {
      return kept
    }
    return [SetupLine(.mailSet, (.name, server.host))]
  }

  /// The settings first: a power cut before the password leaves a route that gets it at the next try.
  private func take(
    _ mail: SetupFile.Mail, _ password: [UInt8], into settings: Profile
  ) throws -> [SetupLine] {
    let name = Setup.secret(password, beside: settings)
    do {
      try change { try $0.set("mail", in: "routes", Setup.route(mail, secret: name)) }
    } catch {
      // A file in a layout that no program can change.
      return [SetupLine(.mailMissing, (.name, profile))]
    }
    try store(password, in: settings.path(of: name))
    return [SetupLine(.mailSet, (.name, mail.host))]
  }

  private func store(_ password: [UInt8], in secret: String) throws {
    try WholeFile.replace(secret, password)
    owner?.give([secret])
  }

  /// The name of a file for the password: none that the settings name, nor one that holds another secret.
  private static func secret(_ password: [UInt8], beside settings: Profile) -> String {
    let routes = settings.routes
    let named = [
      routes.mail?.server.credentials, routes.inbound?.server.credentials,
      routes.relay?.credentials, routes.portal?.credentials,
    ].compactMap { $0.map { settings.path(of: $0) } }
    let names = ["mail.secret", "mail-server.secret"] + (2...9).map { "mail-server-\($0).secret" }
    return names.first { name in
      let path = settings.path(of: name)
      return !named.contains(path)
        && (!Credentials.isThere(path) || WholeFile.bytes(path) == password)
    } ?? "mail-set-up.secret"
  }

  private static func route(_ mail: SetupFile.Mail, secret: String) -> YAMLField {
    var members = [YAMLMember("host", mail.host)]
    if let port = mail.port {
      members.append(YAMLMember("port", String(port)))
      // These two begin in plain words; every other one is encrypted from the start.
      if port == 587 || port == 25 { members.append(YAMLMember("security", "starttls")) }
    }
    return .members(
      members + [
        YAMLMember("user", mail.user), YAMLMember("credentials", secret),
        YAMLMember("from", mail.sender),
      ])
  }

  private func change(_ body: (inout ProfileText.Draft) throws -> Void) throws {
    var text = try ProfileText(try String(contentsOfFile: profile, encoding: .utf8))
    try text.change(body)
    try WholeFile.replace(profile, Array(text.text.utf8), keepsOwner: true)
  }

  /// Adds the portal to the settings.
  /// - Returns: the line that somebody must add by hand, if they cannot be changed here.
  private func addLine(_ pairing: Pairing, _ settings: RestoredSettings?) -> [SetupLine] {
    guard FileManager.default.fileExists(atPath: profile) else {
      return [SetupLine(.settingsMissing, (.name, profile))]
    }
    guard let wanted = pairing.lines(secret: pairing.secret(settings), restored: settings).last
    else { return [] }
    do {
      try change { try $0.set("portal", in: "routes", pairing.route(settings)) }
      return []
    } catch {
      let line = wanted.trimmingCharacters(in: .whitespaces)
      return [SetupLine(.addLine, (.name, profile), (.text, line))]
    }
  }

  // MARK: The end

  /// The result first, so that no moment is without one; then the file, and the journal last.
  private func finish(_ name: String, _ journal: SetupJournal) throws -> Outcome {
    var journal = journal
    try card.tell(journal.result)
    journal.stage = .erasing
    try journal.store(in: state.path)
    try card.erase(name)
    SetupJournal.remove(in: state.path)
    return .done
  }

  /// Stands for the key that is there; nil: there is none.
  private var keyMark: String? {
    let settings = try? Profile(file: profile)
    let folder = FilePath.folder(of: profile)
    let path =
      settings.map { $0.path(of: $0.routes.portal?.credentials ?? "portal.secret") }
      ?? (folder.isEmpty ? "portal.secret" : folder + "/portal.secret")
    return WholeFile.bytes(path).map { PortalProfile.mark(of: String(decoding: $0, as: UTF8.self)) }
  }

  /// The journal comes before the first record. A device that runs already has its state.
  private func makeState() throws {
    guard !FileManager.default.fileExists(atPath: state.path) else { return }
    _ = try RecordStore(state, as: .editor)
  }
}

extension SetupFile.Mail {
  /// Whether its password is the one of that server's user.
  fileprivate func isFor(_ server: Routes.Server) -> Bool {
    server.host.lowercased() == host.lowercased() && server.user == user
      && (port.map { Int($0) == server.port } ?? true)
  }
}
