import Diary
import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// `vigia setup` with a card of its own, and a portal that does as it is told.
@Suite("Set-up from a file on the card (ALZ-2, CARD-4)", .serialized)
struct SetupCommandTests {
  private let portal: PortalServer
  private let folder = TemporaryFolder()

  private static let profile = """
    # Rosa
    wearer: {name: Rosa}
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
    routes:
      mail: {host: localhost, user: vigia, credentials: mail.secret, from: vigia@example.org}

    """

  init() throws {
    portal = try PortalServer("portal", isEncrypted: false)
    for name in ["boot", "etc", "networks"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write("etc/profile.yaml", SetupCommandTests.profile)
  }

  private var file: String { folder.path("boot/vigia-setup.txt") }
  private var hasFile: Bool { FileManager.default.fileExists(atPath: file) }
  private var result: String { folder.text("boot/vigia-result.txt") }
  private var key: String { folder.text("etc/portal.secret") }

  private func type(_ more: String = "", code: String = "ABCD-EFGH") throws {
    try folder.write(
      "boot/vigia-setup.txt",
      "portal: \(portal.url)\r\ncódigo: \(code)\r\n" + more)
  }

  private func command(_ networks: String = "networks") -> [String] {
    [
      LiveRun.binary, "setup", "--boot", folder.path("boot"), "--profile",
      folder.path("etc/profile.yaml"), "--state", folder.path("state"), "--networks",
      folder.path(networks),
    ]
  }

  /// - Parameter settings: of the environment, such as systemd sets them.
  private func setUp(_ networks: String = "networks", _ settings: [String] = []) throws
    -> (status: Int32, out: String, said: [String])
  {
    let daemon = try Daemon(
      (settings.isEmpty ? [] : ["/usr/bin/env"] + settings) + command(networks))
    daemon.wait()
    return (daemon.status, try daemon.written(), try daemon.complaints())
  }

  @Test("Network, key and settings are there, the file is gone, and the result says so twice")
  func whole() throws {
    try type("wifi: Casa\r\ncontraseña: una clave larga\r\n")
    let done = try setUp()
    #expect(done.status == 0, "\(done)")
    #expect(key == PortalServer.key + "\n")
    let line =
      "  portal: {url: \"\(portal.url)\", credentials: portal.secret, share: open}\n"
    #expect(folder.text("etc/profile.yaml") == SetupCommandTests.profile + line)
    let network = folder.path("networks/vigia-setup.nmconnection")
    var facts = stat()
    #expect(stat(network, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    #expect(folder.text("networks/vigia-setup.nmconnection").contains(#"psk=una\sclave\slarga"#))
    #expect(!hasFile)
    #expect(result.contains("Listo") && result.contains("Done: ") && result.contains("Rosa"))
    for secret in [PortalServer.key, "ABCD", "clave larga"] {
      #expect(!(done.out + result + done.said.joined()).contains(secret), "\(secret)")
    }
    // Nothing is left to do.
    let again = try setUp()
    #expect(again.status == 0 && again.out.isEmpty && portal.requests.count == 1)
  }

  @Test("A lost device is replaced from the card, with no settings here before")
  func replaced() throws {
    try FileManager.default.removeItem(atPath: folder.path("etc/profile.yaml"))
    try portal.folder.write(
      "pair.json",
      #"{"v":1,"key":"\#(PortalServer.key)","wearer":"Rosa","restores":true}"#)
    let last: [String: Any] = [
      "v": 1, "records": [[Any]](), "annotations": [[Any]](), "boot": 3,
      "profile_kept": SetupCommandTests.profile,
    ]
    let first: [String: Any] = [
      "v": 1, "records": [[2, NSNull(), "9"]], "annotations": [[Any]](), "boot": 3,
    ]
    let pages = try JSONSerialization.data(withJSONObject: [first, last])
    try portal.folder.write("restore.json", String(decoding: pages, as: UTF8.self))
    try type()
    let done = try setUp()
    #expect(done.status == 0 && !hasFile, "\(done)")
    #expect(result.contains("dispositivo perdido") && result.contains("mail.secret"), "\(result)")
    #expect(folder.text("etc/profile.yaml").contains("portal: {url: \"\(portal.url)\""))
    let log = try RecordStore(StateFolder(path: folder.path("state")), as: .editor)
    #expect(try log.log(behind: 0, most: 9).map(\.sequence) == [2])
  }

  @Test(
    "Without settings it waits for the portal's, and then lives by them, with the card's mail server"
  )
  func first() throws {
    try FileManager.default.removeItem(atPath: folder.path("etc/profile.yaml"))
    try portal.status(428)
    try type("correo: smtp.example.org\nusuario del correo: rosa\n")
    // A mail server that lacks its password is no set-up.
    #expect(try setUp().status == 2 && hasFile && portal.requests.isEmpty)
    #expect(result.contains("Hacen falta las tres"))
    let mail = "correo: smtp.example.org:587\nMail-User: rosa\ncontraseña del correo: a: b\n"
    try type(mail + "remitente: rosa@example.org\n")
    let waits = try setUp()
    #expect(waits.status == 1 && hasFile && key.isEmpty, "\(waits)")
    #expect(result.contains("primeros ajustes") && result.contains("first settings"))
    #expect(portal.requests.last?["needs_settings"] as? Bool == true)
    try portal.status(0)
    let settings = "wearer: {name: Rosa}\nperimeter: {lat: 1, lon: 2, radius_m: 150}\n"
    let answer = try JSONSerialization.data(withJSONObject: [
      "v": 1, "key": PortalServer.key, "wearer": "Rosa", "settings": settings,
    ])
    try portal.folder.write("pair.json", String(decoding: answer, as: UTF8.self))
    let done = try setUp()
    #expect(done.status == 0 && !hasFile && key == PortalServer.key + "\n", "\(done)")
    let profile = folder.text("etc/profile.yaml")
    #expect(profile.hasPrefix(settings), "\(profile)")
    #expect(profile.contains("url: \"\(portal.url)\""), "\(profile)")
    #expect(profile.contains("smtp.example.org") && profile.contains("starttls"))
    #expect(folder.text("etc/mail.secret") == "a: b\n" && !profile.contains("a: b"))
    #expect(result.contains("se escribieron en el portal") && !result.contains("a: b"))
    #expect(result.contains("Manda los avisos por smtp.example.org"))
    let check = try Daemon([LiveRun.binary, "profile", "check", folder.path("etc/profile.yaml")])
    check.wait()
    #expect(check.status == 0)
  }

  @Test("A mail server of the profile stays; its own password comes from the card if it is missing")
  func mail() throws {
    let lines = "correo: LOCALHOST\nusuario del correo: vigia\nremitente: luis@example.org\n"
    try type(lines + "contraseña del correo: nueva\n")
    #expect(try setUp().status == 0)
    #expect(folder.text("etc/mail.secret") == "nueva\n")
    #expect(result.contains("Manda los avisos por localhost"), "\(result)")
    try type(lines + "contraseña del correo: otra\n", code: "ABCD-EFGJ")
    #expect(try setUp().status == 0)
    #expect(folder.text("etc/mail.secret") == "nueva\n", "a password that is there stays")
    #expect(result.contains("por localhost, y no han cambiado") && result.contains("not used"))
  }

  @Test("A mail server whose password systemd brings stays, too, and nothing is said to be missing")
  func credential() throws {
    let file = "usuario del correo: rosa@nuevo.example\ncontraseña del correo: nueva\n"
    try FileManager.default.createDirectory(
      atPath: folder.path("credentials"), withIntermediateDirectories: true)
    try folder.write("credentials/mail.secret", "vieja\n")
    try type(file + "correo: smtp.nuevo.example\n")
    let done = try setUp("networks", ["CREDENTIALS_DIRECTORY=\(folder.path("credentials"))"])
    #expect(done.status == 0, "\(done)")
    #expect(!folder.text("etc/profile.yaml").contains("nuevo.example"))
    #expect(folder.text("etc/mail.secret").isEmpty)
    #expect(result.contains("por localhost, y no han cambiado"), "\(result)")
  }

  @Test("A password goes to its own server and user only, and a server without one gives way to it")
  func otherServer() throws {
    let file = "contraseña del correo: nueva\nusuario del correo: rosa@nuevo.example\n"
    // Either of the two is another.
    for host in ["smtp.nuevo.example", "localhost"] {
      // The old server has its password: it stays.
      try folder.write("etc/profile.yaml", SetupCommandTests.profile)
      try folder.write("etc/mail.secret", "vieja\n")
      try type(file + "correo: \(host)\n")
      #expect(try setUp().status == 0)
      #expect(folder.text("etc/mail.secret") == "vieja\n")
      #expect(!folder.text("etc/profile.yaml").contains("nuevo.example"))
      #expect(result.contains("por localhost, y no han cambiado"), "\(result)")
      // It can send nothing: the family's new one takes its place.
      try FileManager.default.removeItem(atPath: folder.path("etc/mail.secret"))
      try type(file + "correo: \(host)\n", code: "ABCD-EFGJ")
      #expect(try setUp().status == 0)
      #expect(
        folder.text("etc/mail.secret").isEmpty && folder.text("etc/mail-server.secret") == "nueva\n"
      )
      let profile = folder.text("etc/profile.yaml")
      #expect(profile.contains("rosa@nuevo.example") && profile.contains("mail-server.secret"))
      #expect(!profile.contains("credentials: mail.secret"), "\(profile)")
      #expect(result.contains("Manda los avisos por \(host)"), "\(result)")
      #expect(!result.contains("nueva"))
      try FileManager.default.removeItem(atPath: folder.path("etc/mail-server.secret"))
    }
  }

  @Test(
    "What is missing is said once, in the family's language, and not of a password on the card (SAFE-5)"
  )
  func missing() throws {
    try FileManager.default.removeItem(atPath: folder.path("etc/profile.yaml"))
    let inbound = "  inbound: {host: imap.example.org, user: vigia, credentials: mail.secret}\n"
    let relay = "  relay: {url: 'https://relay.example.org', credentials: relay.secret}\n"
    let settings = SetupCommandTests.profile + inbound + relay
    let answer = try JSONSerialization.data(withJSONObject: [
      "v": 1, "key": PortalServer.key, "wearer": "Rosa", "settings": settings,
    ])
    try portal.folder.write("pair.json", String(decoding: answer, as: UTF8.self))
    try type()
    #expect(try setUp().status == 0)
    #expect(result.components(separatedBy: "mail.secret").count == 3, "once a language: \(result)")
    #expect(result.contains("Es la contraseña de routes.mail, routes.inbound"), "\(result)")
    #expect(result.components(separatedBy: "on one line").count == 3, "\(result)")
    for name in ["etc/profile.yaml", "etc/portal.secret"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    try type(
      "correo: localhost\nusuario del correo: vigia\ncontraseña del correo: c\n"
        + "remitente: rosa@example.org\n", code: "ABCD-EFGJ")
    #expect(try setUp().status == 0)
    #expect(folder.text("etc/mail.secret") == "c\n")
    #expect(!result.contains("mail.secret") && result.contains("relay.secret"), "\(result)")
  }

  @Test("A secret of the same name that serves something else stays as it is")
  func otherSecret() throws {
    let inbound = "{host: imap.example.org, user: rosa, credentials: mail.secret}"
    try folder.write(
      "etc/profile.yaml",
      "perimeter: {lat: 1, lon: 2, radius_m: 150}\nroutes:\n  inbound: \(inbound)\n")
    try folder.write("etc/mail.secret", "de la bandeja\n")
    try type(
      "correo: smtp.example.org\nusuario del correo: r@example.org\ncontraseña del correo: otra\n")
    #expect(try setUp().status == 0)
    #expect(folder.text("etc/mail.secret") == "de la bandeja\n")
    #expect(folder.text("etc/mail-server.secret") == "otra\n")
    #expect(folder.text("etc/profile.yaml").contains("mail-server.secret"))
  }

  @Test("Without NetworkManager the device is paired all the same, and the result says so")
  func noManager() throws {
    try type("wifi: Casa\r\n")
    #expect(try setUp("nowhere").status == 0)
    #expect(result.contains("no tiene NetworkManager") && !hasFile)
  }

  @Test("A mistake stays on the card with its line, and nothing secret is said")
  func mistake() throws {
    try type("contraseña: secreta99\r\n", code: "ABCD")
    let refused = try setUp()
    #expect(refused.status == 2 && refused.said.count == 1 && hasFile, "\(refused)")
    #expect(result.contains("La línea 2 de vigia-setup.txt") && result.contains("Line 2 of"))
    #expect(!(result + refused.said.joined()).contains("secreta99"))
    #expect(portal.requests.isEmpty)
    // Mended, it works, also with the name that Notepad makes of it.
    try FileManager.default.removeItem(atPath: file)
    try folder.write("boot/vigia-setup.txt.txt", "portal: \(portal.url)\ncode: ABCD-EFGH\n")
    #expect(try setUp().status == 0 && key == PortalServer.key + "\n")
  }

  @Test("An empty file, and one that cannot be read, are told in the result, too")
  func unread() throws {
    try folder.write("boot/vigia-setup.txt", "")
    let empty = try setUp()
    #expect(empty.status == 2 && !empty.said.joined().contains("cannot be read"), "\(empty)")
    #expect(result.contains("no se entiende") && result.contains("cannot be understood"))
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    let unread = try setUp()
    #expect(unread.status == 2 && unread.said.joined().contains("cannot be read"), "\(unread)")
    #expect(result.contains("No se ha hecho nada") && result.contains("cannot be read"))
    #expect(portal.requests.isEmpty)
  }

  @Test("Without a network the file stays and says so; a refused code is not sent twice")
  func waiting() throws {
    portal.stop()
    try type()
    let waits = try setUp()
    #expect(waits.status == 1 && hasFile && key.isEmpty, "\(waits)")
    #expect(result.contains("prueba otra vez") && result.contains("tries again"))
    try portal.restart()
    try portal.status(404)
    #expect(try setUp().status == 2 && hasFile)
    #expect(result.contains("no ha aceptado el código"))
    let asked = portal.requests.count
    #expect(try setUp().status == 2 && portal.requests.count == asked)
    // Another code is another matter.
    try portal.status(0)
    try type(code: "ABCD-EFGJ")
    #expect(try setUp().status == 0 && !hasFile)
  }

  @Test("A page that is not the portal's is waited out, and the code still works (SAFE-7)")
  func strangers() throws {
    try type()
    let strangers = [
      (403, "forbidden\n"), (404, "<html>\n<h1>404 Not Found</h1>\n"), (404, ""),
      (404, "404 page not found\n"), (404, "Not Found"), (404, "one\ntwo\n"), (302, ""),
      (200, "<html>back soon</html>"), (200, "{}"), (426, "update it\n"),
    ]
    for (status, body) in strangers {
      try portal.status(status, body)
      let waits = try setUp()
      #expect(waits.status == 1 && hasFile && key.isEmpty, "\(status) \(body): \(waits)")
      #expect(result.contains("no contesta como debe") && !result.contains("<"), "\(result)")
    }
    #expect(portal.requests.count == strangers.count, "each try asks")
    try portal.status(0)
    #expect(try setUp().status == 0 && !hasFile && key == PortalServer.key + "\n")
  }

  @Test("A page in the portal's place between two of a lost device's log spends no code")
  func strangerWithinLog() throws {
    try FileManager.default.removeItem(atPath: folder.path("etc/profile.yaml"))
    try portal.folder.write(
      "pair.json",
      #"{"v":1,"key":"\#(PortalServer.key)","wearer":"Rosa","restores":true}"#)
    try portal.folder.write("restore.json", #"[{"records":[],"message":"back soon"}]"#)
    try type()
    #expect(try setUp().status == 1 && hasFile && key.isEmpty)
    let last: [String: Any] = [
      "v": 1, "records": [[Any]](), "annotations": [[Any]](), "boot": 3,
      "profile_kept": SetupCommandTests.profile,
    ]
    let pages = try JSONSerialization.data(withJSONObject: [last])
    try portal.folder.write("restore.json", String(decoding: pages, as: UTF8.self))
    #expect(try setUp().status == 0 && !hasFile)
  }

  @Test("Killed at any moment, the next start ends it well, and the file is gone at last")
  func killed() throws {
    for turn in 0..<50 {
      try type("wifi: Casa\r\ncontraseña: una clave larga\r\n")
      let daemon = try Daemon(command())
      usleep(UInt32(turn) * 3000)
      daemon.kill()
      // The portal of an older version knows a code once only.
      if !key.isEmpty { try portal.status(404) }
      let ended = try setUp()
      #expect(ended.status == 0 && !hasFile, "turn \(turn): \(ended)")
      #expect(key == PortalServer.key + "\n", "turn \(turn)")
      #expect(
        folder.text("etc/profile.yaml").components(separatedBy: "portal:").count == 2,
        "turn \(turn)")
      #expect(result.contains("Listo") || result.contains("conoce la red"), "turn \(turn)")
      try portal.status(0)
      for name in ["state", "etc/portal.secret", "networks/vigia-setup.nmconnection"] {
        try? FileManager.default.removeItem(atPath: folder.path(name))
      }
      try folder.write("etc/profile.yaml", SetupCommandTests.profile)
      try? FileManager.default.removeItem(atPath: folder.path("boot/vigia-result.txt"))
    }
  }

  @Test("Paired and not erased, it is erased at the next start, and the portal is not asked again")
  func pairedAlready() throws {
    try type()
    // The result cannot be written: the set-up ends between the key and the erasing.
    try FileManager.default.createDirectory(
      atPath: folder.path("boot/vigia-result.txt/x"), withIntermediateDirectories: true)
    #expect(try setUp().status == 2)
    #expect(hasFile && key == PortalServer.key + "\n")
    try FileManager.default.removeItem(atPath: folder.path("boot/vigia-result.txt"))
    let asked = portal.requests.count
    try portal.status(404)
    #expect(try setUp().status == 0 && !hasFile && portal.requests.count == asked)
    #expect(result.contains("Listo"))
  }

  @Test("Half overwritten, the file is not read as a new one, and a new one is not erased unread")
  func halfErased() throws {
    try type()
    #expect(try setUp().status == 0)
    // The power leaves zeros at the start, and a journal that says that it was being erased.
    let journal =
      #"{"mark":"1","stage":"erasing","keyBefore":"","result":[{"es":"Listo: sí","en":"Done: yes"}]}"#
    try folder.write("state/setup.json", journal)
    try folder.write("boot/vigia-setup.txt", "\0\0\0\0\0al: x\r\n")
    #expect(try setUp().status == 0 && !hasFile)
    #expect(result.contains("Listo: sí"))
    // A check of the card's file system may leave nothing of it.
    try folder.write("state/setup.json", journal)
    try folder.write("boot/vigia-setup.txt", "")
    #expect(try setUp().status == 0 && !hasFile)
    try folder.write("state/setup.json", journal)
    let asked = portal.requests.count
    try type(code: "ABCD-EFGJ")
    #expect(try setUp().status == 0 && portal.requests.count == asked + 1)
  }
}
