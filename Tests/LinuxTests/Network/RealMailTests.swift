import Foundation
import HAL
import Linux
import Mail
import TestSupport
import Testing

/// Debian's exim, with TLS and AUTH, which delivers into a folder. Python's mail library reads.
@Suite(
  "Mail through a real server", .serialized,
  .needs(Town.mail))
struct RealMailTests {
  final class Exim {
    let submission: UInt16
    let implicit: UInt16
    let folder = TemporaryFolder()
    private let daemon: ServerProcess

    init() throws {
      submission = try LoopbackPort.free()
      implicit = try LoopbackPort.free()
      for name in ["spool", "log", "mail"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
      }
      let path = folder.path
      _ = try Program.answer([
        "chown", "-R", "Debian-exim:Debian-exim", "\(path)/spool", "\(path)/log", "\(path)/mail",
      ])
      let (certificate, key) = Certificates.shared.server
      let text = Exim.configuration.replacingOccurrences(of: "FOLDER", with: folder.path)
        .replacingOccurrences(of: "SUBMISSION", with: "\(submission)")
        .replacingOccurrences(of: "IMPLICIT", with: "\(implicit)")
        .replacingOccurrences(of: "CERTIFICATE", with: certificate)
        .replacingOccurrences(of: "KEY", with: key)
      try folder.write("exim.conf", text)
      daemon = try ServerProcess(
        "exim4", ["-C", "\(folder.path)/exim.conf", "-bdf"], port: implicit,
        in: folder)
    }

    var delivered: [String] { folder.files("mail/new") }

    /// The mail as Python's mail library reads it.
    func read(_ file: String) throws -> [String: Any] {
      let answer = try Program.answer(["python3", "-c", Exim.reader, file])
      return try #require(EventLines.read(answer).first)
    }

    static let reader = """
      import email, json, sys
      from email import policy
      raw = open(sys.argv[1], "rb").read()
      mail = email.message_from_bytes(raw, policy=policy.default)
      parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
      print(json.dumps({"names": [n.lower() for n in mail.keys()], "from": str(mail["from"]),
        "to": [[a.display_name, a.addr_spec] for a in mail["to"].addresses],
        "reply": str(mail["reply-to"]), "date": mail["date"].datetime.isoformat() if mail["date"] else "",
        "subject": str(mail["subject"]), "id": str(mail["message-id"]), "auto": str(mail["auto-submitted"]),
        "plain": parts.get("text/plain"), "html": parts.get("text/html"), "defects": [repr(d) for d in mail.defects], "longest": max(map(len, raw.splitlines()))}))
      """

    private static let configuration = """
      exim_user = Debian-exim
      exim_group = Debian-exim
      spool_directory = FOLDER/spool
      log_file_path = FOLDER/log/%slog
      pid_file_path = FOLDER/spool/exim.pid
      local_interfaces = <; [127.0.0.1]:SUBMISSION ; [127.0.0.1]:IMPLICIT
      tls_on_connect_ports = IMPLICIT
      daemon_smtp_ports = SUBMISSION
      primary_hostname = localhost
      tls_advertise_hosts = *
      tls_certificate = CERTIFICATE
      tls_privatekey = KEY
      acl_smtp_rcpt = rcpt
      acl_smtp_data = data
      host_lookup =
      rfc1413_query_timeout = 0s
      keep_environment =
      begin acl
      rcpt:
        deny !authenticated = *
        accept
      data:
        deny !verify = header_syntax
        accept
      begin routers
      all:
        driver = accept
        transport = maildir
      begin transports
      maildir:
        driver = appendfile
        directory = FOLDER/mail
        maildir_format
        batch_max = 10
        user = Debian-exim
      begin authenticators
      plain:
        driver = plaintext
        public_name = PLAIN
        server_prompts = :
        server_condition = ${if and{{eq{$auth2}{vigia}}{eq{$auth3}{clave}}}}
        server_set_id = $auth2
        server_advertise_condition = ${if def:tls_in_cipher}

      """
  }

  @Test("The call for help arrives whole, with links, over both kinds of encryption")
  func arrives() throws {
    let exim = try Exim()
    for (security, port) in [
      (NetworkOptions.Security.starttls, exim.submission), (.tls, exim.implicit),
    ] {
      let before = Set(exim.delivered)
      let rig = try NetworkRig { $0.mail = try? mail(port, security) }
      let sent = help(7, to: 1)
      #expect(try rig.outcome(of: sent) == .accepted, "\(rig.log)")
      try rig.live { exim.delivered.count == before.count + 1 }
      let read = try exim.read(exim.delivered.first { !before.contains($0) } ?? "")
      #expect(read["defects"] as? [String] == [])
      #expect(read["subject"] as? String == sent.subject)
      #expect(read["from"] as? String == "Vigía de Rosa <vigia@example.org>")
      #expect(
        read["to"] as? [[String]] == [
          ["José Núñez", "jose@example.org"], ["", "otra@example.org"],
        ])
      #expect(read["reply"] as? String == "respuestas@example.org")
      #expect(read["date"] as? String == "2015-03-21T15:04:05+00:00")
      #expect(read["id"] as? String == "<feed.3.7.1.1@example.org>")
      #expect(read["auto"] as? String == "auto-generated")
      #expect(read["plain"] as? String == sent.text + "\n")
      let html = try #require(read["html"] as? String)
      #expect(
        html.contains(
          "<a href=\"http://maps.google.com/maps?q=-2.900512,-79.004512\">http://maps.google.com/"
            + "maps?q=-2.900512,-79.004512</a>.<br>"))
      #expect(html.contains("5 m &amp; &lt;más&gt;"))
      #expect(try #require(read["longest"] as? Int) <= 200, "only the server's own lines are long")
    }
  }

  @Test("A retry is the same mail, a repetition another one")
  func sameMail() throws {
    let exim = try Exim()
    let rig = try NetworkRig { $0.mail = try? mail(exim.implicit) }
    for round: UInt16 in [1, 1, 2] {
      #expect(try rig.outcome(of: help(round: round)) == .accepted)
    }
    try rig.live { exim.delivered.count == 3 }
    let names = try exim.delivered.map { try exim.read($0)["id"] as? String ?? "" }
    #expect(Set(names) == ["<feed.3.1.1.0@example.org>", "<feed.3.1.2.0@example.org>"])
  }

  @Test("A name or a subject with line breaks adds no header")
  func injection() throws {
    let exim = try Exim()
    let rig = try NetworkRig {
      $0.mail = try? mail(exim.implicit)
      $0.mail?.from.name = "Vigía\r\nBcc: otro@example.org\r\n\r\nHola"
      $0.caregivers = [[$0.caregivers[0][0]]]
      $0.caregivers[0][0].name = "Ana\", otra@example.org\r\nX-Bad: 1"
    }
    var sent = help()
    sent.subject = "Ayuda\r\nX-Bad: 2\r\n\r\nHola"
    sent.date = nil
    #expect(try rig.outcome(of: sent) == .accepted)
    try rig.live { exim.delivered.count == 1 }
    let read = try exim.read(exim.delivered[0])
    let names = try #require(read["names"] as? [String])
    #expect(!names.contains("x-bad") && !names.contains("bcc"), "\(names)")
    #expect((read["to"] as? [[String]])?.map(\.last) == ["ana@example.org"])
    #expect(read["plain"] as? String == sent.text + "\n")
    #expect(MailAddress(address: "ana@example.org\r\nRCPT TO:<x@example.org>") == nil)
    #expect(MailAddress(address: "ana@example.org, b@example.org") == nil)
  }

  @Test("A wrong password goes on to the next way")
  func password() throws {
    let exim = try Exim()
    let rig = try NetworkRig { $0.mail = try? mail(exim.implicit, secret: "otra") }
    #expect(try rig.outcome(of: help()) == .permanent)
    #expect(rig.log.count == 1 && rig.log[0].contains("535"), "\(rig.log)")
  }
}
