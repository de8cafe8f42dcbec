import ArgumentParser
import Foundation
import Logging
import PortalServer
import PortalStore

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serves the pages and the devices' calls.",
    discussion: """
      The first start makes the databases. Let people in with `vigia-portal invite`.

      People reach it over TLS: with --tls-certificate and --tls-key, or through a proxy that has TLS \
      and passes on to --listen. SIGHUP reads the two files again.
      """)

  @OptionGroup var folder: DataOptions
  @Option(help: "The address to listen on.")
  var listen = "127.0.0.1:8380"
  @Option(help: "The address that people use, such as https://vigia.example.org.")
  var url: String?
  @Option(
    help: "A certificate with its chain, in PEM: it serves HTTPS.", completion: .file())
  var tlsCertificate: String?
  @Option(help: "The certificate's private key, in PEM.", completion: .file())
  var tlsKey: String?
  @Option(help: "The server for mails, such as smtp://localhost or smtps://mail.example.org.")
  var mail: String?
  @Option(help: "The sender of mails.")
  var mailFrom: String?
  @Option(help: "A file with user:password of the mail server.", completion: .file())
  var mailSecret: String?
  @Option(
    help: "An address to call every minute, so that somebody notices when the portal is dead.")
  var ping: String?
  @Option(help: "Tiles of a map: an address with {z}, {x} and {y}, or an .mbtiles file.")
  var tiles: String?
  @Option(help: "The line that the makers of the map ask for.")
  var tilesAttribution = ""

  func run() async throws {
    let portal = try Portal(try options(), logger: PortalLog.logger)
    if mail == nil {
      PortalLog.logger.warning(
        "no --mail: nobody is mailed that a device is silent, and no invitation or link goes out")
    }
    try await PortalService.run(portal) { address in
      print("vigia-portal: serves \(folder.data) at \(address)")
      fflush(nil)
    }
  }

  private func options() throws -> PortalOptions {
    var options = PortalOptions(folder: folder.data)
    (options.host, options.port) = try ServeCommand.address(listen)
    if let url {
      guard let parsed = URL(string: url), parsed.host != nil, parsed.path.isEmpty,
        ["https", "http"].contains(parsed.scheme)
      else {
        throw PortalError.refused(
          "--url is \(url); expected https://NAME without a slash behind it")
      }
      options.address = url
    }
    options.tls = try tls()
    if let mail {
      guard mail.hasPrefix("smtp://") || mail.hasPrefix("smtps://") else {
        throw PortalError.refused("--mail is \(mail); expected smtp://NAME or smtps://NAME")
      }
      guard let mailFrom, mailFrom.contains("@") else {
        throw PortalError.refused(
          "--mail has no sender; expected --mail-from and an address such as vigia@example.org")
      }
      options.mail = PortalOptions.MailServer(
        url: mail, from: mailFrom, secret: try mailSecret.map(ServeCommand.secret))
    }
    options.ping = ping
    options.tiles = tiles.map { tiles in
      tiles.contains("{z}")
        ? .template(tiles, attribution: tilesAttribution)
        : .file(tiles, attribution: tilesAttribution)
    }
    return options
  }

  private func tls() throws -> PortalOptions.TLS? {
    switch (tlsCertificate, tlsKey) {
    case (nil, nil): nil
    case (let certificate?, let key?): PortalOptions.TLS(certificate: certificate, key: key)
    case (_?, nil):
      throw PortalError.refused("--tls-certificate has no --tls-key; expected both or neither")
    case (nil, _?):
      throw PortalError.refused("--tls-key has no --tls-certificate; expected both or neither")
    }
  }

  private static func address(_ text: String) throws -> (String, Int) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = Int(parts[1]), (0...65_535).contains(port) else {
      throw PortalError.refused(
        "--listen is \(text); expected ADDRESS:PORT, such as 127.0.0.1:8380")
    }
    return (String(parts[0]), port)
  }

  private static func secret(_ file: String) throws -> String {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let line = text.split(separator: "\n").first, line.contains(":")
    else { throw PortalError.refused("\(file) cannot be read; expected a line user:password") }
    return String(line)
  }
}

/// The log goes to standard error, where systemd takes it.
enum PortalLog {
  static let logger: Logger = {
    var logger = Logger(label: "vigia-portal") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    return logger
  }()
}
