import Foundation
import Glibc
import HAL
import PortalServer
import PortalStore
import Testing

/// A mail server of the test: takes what comes, or refuses it for a while.
private final class MailSink: @unchecked Sendable {
  let port: Int
  private let listener: Int32
  private let lock = NSLock()
  private var taken: [String] = []
  private var refusals: Int
  private let delay: UInt32

  /// - Parameter delay: seconds until it says that it has a mail.
  init(refusing refusals: Int = 0, delay: UInt32 = 0) throws {
    self.refusals = refusals
    self.delay = delay
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) | listen(descriptor, 20)
          | getsockname(descriptor, address, &length)
      }
    }
    guard status == 0 else { throw Wire.Failure(description: "no port for mail") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        talk(client)
        close(client)
      }
    }
  }

  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  var mails: [String] { lock.withLock { taken } }

  private func talk(_ client: Int32) {
    func say(_ line: String) {
      let bytes = Array((line + "\r\n").utf8)
      _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    say("220 sink")
    var text = ""
    var isData = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      while true {
        if isData {
          guard let end = text.range(of: "\r\n.\r\n") else { break }
          let mail = String(text[..<end.lowerBound])
          text = String(text[end.upperBound...])
          isData = false
          sleep(delay)
          lock.withLock { taken.append(mail) }
          say("250 taken")
        } else {
          guard let end = text.range(of: "\r\n") else { break }
          let line = text[..<end.lowerBound].uppercased()
          text = String(text[end.upperBound...])
          if line.hasPrefix("RCPT"), lock.withLock({ refusals > 0 }) {
            lock.withLock { refusals -= 1 }
            say("451 later")
          } else if line == "DATA" {
            isData = true
            say("354 go on")
          } else {
            say(line.hasPrefix("QUIT") ? "221 bye" : "250 ok")
          }
        }
      }
    }
  }
}

@Suite("Mails of the portal, through a server")
struct MailTests {
  private func text(_ mail: String) -> String {
    let body = mail.components(separatedBy: "\r\n\r\n").dropFirst().joined()
    let data = Data(base64Encoded: body, options: .ignoreUnknownCharacters)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Mails come in their own time: the test waits for them, and fails only where none comes at all.
  private func wait(_ sink: MailSink, for count: Int) throws -> [String] {
    let deadline = Date(timeIntervalSinceNow: 100)
    while sink.mails.count < count {
      guard Date() < deadline else { throw Wire.Failure(description: "no mail came") }
      usleep(20_000)
    }
    return sink.mails
  }

  @Test("An invitation goes by mail, and its address lets the person in")
  func invitation() async throws {
    let sink = try MailSink()
    defer { sink.end() }
    let portal = try PortalProcess([
      "--mail", "smtp://127.0.0.1:\(sink.port)", "--mail-from", "vigia@example.org", "--url",
      "https://vigia.example.org",
    ])
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let fields = ["email": "luis@example.org", "name": "Luis", "right": "help"]
    #expect(try ana.get("/w/\(wearer)/people").text.contains("Le llega un correo con un enlace"))
    #expect(try ana.post("/w/\(wearer)/people/invite", fields).status == 303)
    let login = try Visitor(portal: portal).get("/login?said=noMail").text
    #expect(!login.contains("no manda correos"), "an address says what is not true")
    let mail = try wait(sink, for: 1)[0]
    #expect(mail.contains("\r\nTo: <luis@example.org>\r\n"))
    let address = try #require(
      text(mail).firstMatch(of: #/https://vigia\.example\.org(/invitation/[\w-]{43})/#))
    var luis = Visitor(portal: portal)
    luis.cookie = try luis.post(
      String(address.1), ["name": "Luis", "password": Visitor.password, "language": "es"]
    ).cookie
    #expect(try luis.get("/w/\(wearer)").status == 200)
    #expect(try luis.get("/w/\(wearer)/people").status == 403)
  }

  @Test("A portal without a mail server says so at its start, to a watcher and in place of mails")
  func none() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    #expect(portal.complaints.contains("nobody is mailed that a device is silent"))
    let health = try ana.get("/health")
    #expect(health.status == 200)
    #expect(health.text == "ok\nno mail: nobody hears of a silent device\n")
    let nobody = Visitor(portal: portal)
    #expect(try !nobody.get("/login").text.contains("/login/link"))
    for (language, noLink, noForm, noInvitation) in [
      (
        "es", "Este portal no manda correos, tampoco enlaces.", "puede invitar desde el servidor",
        "no se ha invitado a nadie"
      ),
      (
        "en", "This portal sends no mails, nor links.", "can invite from the server",
        "nobody was invited"
      ),
    ] {
      let page = try portal.call("GET", "/login", ["Accept-Language": language]).text
      #expect(page.contains(noLink))
      _ = try ana.post("/account", ["name": "Ana", "language": language])
      let people = try ana.get("/w/\(wearer)/people").text
      #expect(people.contains(noForm) && !people.contains("/people/invite\""))
      let refused = try ana.post(
        "/w/\(wearer)/people/invite",
        ["email": "luis@example.org", "name": "Luis", "right": "help"])
      #expect(refused.status == 400 && refused.text.contains(noInvitation))
    }
    let answer = try nobody.post("/login/link", ["email": "ana@example.org"])
    #expect(answer.header("location") == "/login")
  }

  @Test("A slow server gets each mail once, and no page waits for it")
  func slow() async throws {
    let sink = try MailSink(delay: 6)
    defer { sink.end() }
    let portal = try PortalProcess([
      "--mail", "smtp://127.0.0.1:\(sink.port)", "--mail-from", "vigia@example.org",
    ])
    _ = try await Visitor.invited(to: portal, "ana@example.org", wearer: "Rosa", as: .look)
    let nobody = Visitor(portal: portal)
    #expect(try nobody.post("/login/link", ["email": "ana@example.org"]).status == 303)
    #expect(sink.mails.isEmpty, "the page waited for the mail server")
    _ = try wait(sink, for: 1)
    // The next round of the sender comes within 5 s, and another mail would take 6 s.
    try await Task.sleep(for: .seconds(12))
    #expect(sink.mails.count == 1)
  }

  @Test("A mail that a server refuses for now goes out later, also after a restart")
  func later() async throws {
    let sink = try MailSink(refusing: 1)
    defer { sink.end() }
    let portal = try PortalProcess([
      "--mail", "smtp://127.0.0.1:\(sink.port)", "--mail-from", "vigia@example.org",
    ])
    _ = try await Visitor.invited(to: portal, "ana@example.org", wearer: "Rosa", as: .look)
    let nobody = Visitor(portal: portal)
    #expect(try nobody.post("/login/link", ["email": "ana@example.org"]).status == 303)
    portal.kill()
    try portal.start()
    let mail = try wait(sink, for: 1)[0]
    let address = try #require(text(mail).firstMatch(of: #/(/link/[\w-]{43})/#))
    var ana = nobody
    ana.cookie = try nobody.post(String(address.1)).cookie
    #expect(try ana.get("/account").status == 200)
  }
}
