import HAL
import Linux
import Mail
import Profile
import Sync
import Words

/// The board that a profile asks for.
enum LiveBoard {
  static func make(
    _ options: LiveOptions, _ profile: Profile, identity: UInt64, _ secrets: LastSecrets,
    _ reactor: Reactor, _ log: @escaping (String) -> Void
  ) throws -> LinuxBoard {
    guard let address = GpsdAddress(options.gpsd.host, port: options.gpsd.port) else {
      throw InputError(
        file: "--gpsd", "is \"\(options.gpsd.host)\"; expected an address such as 127.0.0.1:2947")
    }
    let clock = LinuxClock(reactor, scale: options.timeScale)
    let board = LinuxBoard(
      reactor, clock,
      gps: LinuxGPS(
        reactor, address: address,
        budget: ReceiverBudget().faster(by: options.timeScale), log: log),
      speaker: LinuxSpeaker(
        reactor, device: options.sound, volume: SpeakerVolume(percent: profile.volume), log: log),
      network: try LinuxNetwork(
        reactor, network(profile, identity: identity, options, secrets), log: log),
      wallClock: options.clock == .system ? try WallClockWatch(reactor) : nil, log: log)
    let buttons = LinuxKeys(reactor, path: options.keys, log: log)
    let terminal = options.hasPanel ? TerminalKeys(reactor, log: log) : nil
    board.keys = JoinedKeys(buttons: buttons, terminal: terminal)
    if options.hasPanel {
      let screen = TerminalScreen(
        reactor, size: profile.textSize.onPanel,
        hasHalfBlocks: options.environment["TERM"] != "linux", log: log)
      if ["truecolor", "24bit"].contains(options.environment["COLORTERM"]) {
        let pictures = PictureFolder(state: options.state.path)
        screen.photo = { name in SyncPicture.hash(named: name).flatMap(pictures.pixels) }
      }
      board.screen = screen
    }
    board.vibrator = LinuxVibrator.find(reactor, log: log)
    board.battery = LinuxBattery(reactor, log: log)
    return board
  }

  /// A secret that cannot be read, and never could, closes that way only.
  static func network(
    _ profile: Profile, identity: UInt64, _ live: LiveOptions, _ secrets: LastSecrets
  ) -> NetworkOptions {
    var options = NetworkOptions(identity: identity)
    // The certificates come as a folder, of which only the needed ones are read: a file with all of
    // them takes a megabyte.
    options.authorities = live.authorities
    // Servers take their time whatever our clock says; what the core counts is by our clock.
    options.waits.urgentInbox = max(options.waits.urgentInbox / live.timeScale, 1)
    options.waits.calmInbox = max(options.waits.calmInbox / live.timeScale, 1)
    options.waits.makesWay = max(options.waits.makesWay / live.timeScale, 1)
    let routes = profile.routes
    if let mail = routes.mail, let server = server(mail.server, profile, secrets),
      let from = MailAddress(name: "Vigía", address: mail.from)
    {
      options.mail = .init(
        server: server, from: from,
        replyTo: routes.inbound?.server.user.flatMap { MailAddress(address: $0) })
    }
    if let relay = routes.relay {
      let token = relay.secret.flatMap { secrets.read($0, of: profile, "the relay") }
      if relay.secret == nil || token != nil {
        options.relay = .init(url: relay.url.absoluteString, token: token)
      }
    }
    if let inbound = routes.inbound, let server = server(inbound.server, profile, secrets) {
      options.inbox = .init(
        server: server, mailbox: inbound.mailbox, authentication: inbound.authentication)
    }
    options.heartbeat = routes.heartbeat?.absoluteString
    options.caregivers = profile.caregivers.map { caregiver in
      caregiver.words.email.flatMap {
        MailAddress(name: caregiver.words.name, address: $0)
      }.map { [$0] } ?? []
    }
    options.mailed = Set(
      profile.caregivers.indices.filter { profile.caregivers[$0].setting.hasMail })
    return options
  }

  private static func server(
    _ server: Routes.Server, _ profile: Profile, _ secrets: LastSecrets
  ) -> NetworkOptions.Server? {
    var login: NetworkOptions.Login?
    if let user = server.user, let asked = server.secret {
      guard let secret = secrets.read(asked, of: profile, server.host) else { return nil }
      login = .init(user: user, secret: secret)
    }
    return .init(
      host: server.host, port: UInt16(clamping: server.port),
      security: server.security == .tls ? .tls : .starttls, login: login)
  }
}

extension Profile {
  /// A file name in the profile, as seen from where we are: beside the profile.
  func path(of name: String) -> String { Profile.path(of: name, beside: file) }

  static func path(of name: String, beside file: String) -> String {
    guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return String(file[...slash]) + name
  }
}

extension Profile.TextSize {
  /// The panel's own size of that name.
  var onPanel: Linux.TextSize {
    switch self {
    case .normal: .normal
    case .large: .large
    case .huge: .huge
    }
  }
}
