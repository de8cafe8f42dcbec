import Foundation
import HAL
import Linux
import Mail
import TestSupport
import Testing

@Suite(
  "Answers from a real mailbox", .serialized,
  .needs(.root, .dovecot, .openssl))
struct InboxTests {
  func rig(
    _ dovecot: Dovecot, _ security: NetworkOptions.Security = .tls, secret: String = "clave"
  ) throws -> NetworkRig {
    try NetworkRig {
      let port = security == .tls ? dovecot.implicit : dovecot.starttls
      $0.inbox = .init(server: server(port, security, secret: secret))
      $0.waits.calmInbox = 100
      $0.waits.urgentInbox = 100
    }
  }

  func texts(_ count: Int, _ rig: NetworkRig) throws -> [InboundText] {
    var texts: [InboundText] = []
    try rig.live {
      while let text = rig.network.readAnswer() { texts.append(text) }
      rig.network.settleAnswers()
      return texts.count >= count
    }
    return texts
  }

  static let plain = """
    From: =?UTF-8?Q?Ana_N=C3=BA=C3=B1ez?= <Ana@Example.org>
    To: vigia@example.org
    Subject: =?UTF-8?Q?Re:_Rosa_ha_pulsado_el_bot?= =?UTF-8?B?w7Nu?= [vigia:0A2B]
    Content-Type: text/plain; charset="utf-8"
    Content-Transfer-Encoding: quoted-printable

    =C2=BFD=C3=93NDE? Es una l=C3=ADnea que =
    sigue
    """

  @Test("A caregiver's answer comes in, over both kinds of encryption, and once")
  func answer() throws {
    for security in [NetworkOptions.Security.tls, .starttls] {
      let dovecot = try Dovecot()
      try dovecot.deliver(InboxTests.plain)
      let rig = try rig(dovecot, security)
      let first = try texts(1, rig)
      #expect(first.map(\.caregiver) == [0])
      #expect(first[0].subject == "Re: Rosa ha pulsado el botón [vigia:0A2B]")
      #expect(first[0].text.trimmingCharacters(in: .newlines) == "¿DÓNDE? Es una línea que sigue")
      let now = WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
      #expect(
        abs((first[0].received ?? WallTime(milliseconds: 0)).milliseconds - now.milliseconds)
          < 86_400_000)
      try rig.live {
        rig.network.settleAnswers()
        return dovecot.read == 1
      }
      try dovecot.deliver(
        InboxTests.plain.replacingOccurrences(of: "Ana@Example", with: "otra@example"))
      let second = try texts(1, rig)
      #expect(second.map(\.caregiver) == [1], "the first came once")
      #expect(rig.network.ignored == 0 && rig.log.isEmpty)
    }
  }

  @Test("Mail that is nobody's answer is ignored and counted")
  func others() throws {
    let dovecot = try Dovecot()
    let body = "\nSubject: Re: [vigia:0A2B]\n\nVoy\n"
    let mails = [
      "From: otro@example.com" + body,
      "From: \"ana@example.org\" <otro@example.com>" + body,
      "From: \"Ana <ana@example.org>\" <otro@example.com>" + body,
      "From: ana@example.org, otro@example.com" + body,
      "From: otro@example.com\nFrom: ana@example.org" + body,
      "From: ana@example.org.example.com" + body,
      "From: otro@example.com (ana@example.org)" + body,
      "Auto-Submitted: auto-replied\nFrom: ana@example.org" + body,
      "Precedence: bulk\nFrom: ana@example.org" + body,
      "X-Mail-Autoreply: yes\nFrom: ana@example.org" + body,
      "X-Precedence: auto-reply\nFrom: ana@example.org" + body,
      "Return-Path: <>\nFrom: ana@example.org" + body,
      "Content-Type: multipart/report; boundary=x\nFrom: ana@example.org" + body,
      "Subject: no sender\n\nx\n",
    ]
    for mail in mails { try dovecot.deliver(mail) }
    try dovecot.deliver("From: José <jose@example.org>\nAuto-Submitted: no" + body)
    let rig = try rig(dovecot)
    let came = try texts(1, rig)
    #expect(came.map(\.caregiver) == [1])
    try rig.live {
      rig.network.settleAnswers()
      return dovecot.read == mails.count + 1
    }
    #expect(rig.network.ignored == mails.count)
    #expect(rig.log.isEmpty)
  }

  @Test("Answers that the sender's domain calls forged come in, and one line names them all")
  func forged() throws {
    let dovecot = try Dovecot()
    for _ in 0..<3 {
      try dovecot.deliver(
        "Authentication-Results: mx; spf=pass smtp.mailfrom=x; dmarc=fail\n  header.from=example.org\n"
          + "From: Ana <ana@example.org>\nSubject: Re: [vigia:0A2B]\n\nVoy\n")
    }
    let rig = try rig(dovecot)
    let came = try texts(3, rig)
    #expect(came.allSatisfy { $0.isForged && !$0.isVouchedFor && $0.caregiver == 0 })
    try rig.live {
      rig.network.settleAnswers()
      return dovecot.read == 3
    }
    #expect(rig.log.count == 1 && rig.log[0].contains("caregiver 1 only a token of ours"))
    #expect(rig.log[0].hasSuffix(": dmarc failed"), "\(rig.log)")
  }

  @Test("An answer that was passed on, whose spf failed, comes in with that doubt (SAFE-3)")
  func passedOn() throws {
    let dovecot = try Dovecot()
    try dovecot.deliver(
      "Authentication-Results: mx; spf=fail\nFrom: ana@example.org\nSubject: Re: [vigia:0A2B]\n\nVoy\n"
    )
    let rig = try rig(dovecot)
    let came = try texts(1, rig)
    #expect(came.map(\.caregiver) == [0] && came.map(\.doubt) == ["spf failed"])
    #expect(rig.log.isEmpty)
  }

  @Test("Only the line that our server wrote vouches for a sender, and only when it is named")
  func vouched() throws {
    let dovecot = try Dovecot()
    let pass = "dmarc=pass (p=REJECT) header.from=example.org"
    let mails = [
      "Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=x; \(pass)\n",
      "Authentication-Results: MX.Example.net 1;\n dkim=pass header.i=@example.org header.s=a\n",
      "",
      // Written by the sender: of another server, below ours, in a comment, or of another domain.
      "Authentication-Results: other.example.net; \(pass)\n",
      "Authentication-Results: mx.example.net; none\n"
        + "Authentication-Results: mx.example.net; \(pass)\n",
      "Authentication-Results: mx.example.net; spf=none (dmarc=pass header.from=example.org)\n",
      "Authentication-Results: mx.example.net; dkim=pass header.d=example.com\n",
      "Authentication-Results: mx.example.net; dmarc=pass header.from=example.com\n",
    ]
    for (i, results) in mails.enumerated() {
      try dovecot.deliver("\(results)From: Ana <ana@example.org>\nSubject: \(i)\n\nx\n")
    }
    for (name, vouched) in [("mx.example.net", ["0", "1"]), (nil, [])] {
      let rig = try NetworkRig {
        $0.inbox = .init(server: server(dovecot.implicit), authentication: name)
        $0.waits.calmInbox = 100
      }
      let came = try texts(mails.count, rig)
      #expect(came.filter(\.isVouchedFor).map(\.subject) == vouched)
      if name != nil {
        try rig.live {
          rig.network.settleAnswers()
          return dovecot.read == mails.count
        }
      }
      dovecot.forgetRead()
    }
  }

  @Test("The text is read in every form that mail programs give it")
  func forms() throws {
    let dovecot = try Dovecot()
    let alternative = """
      From: ana@example.org
      Subject: uno
      Content-Type: multipart/mixed; boundary="a;b"

      --a;b
      Content-Type: multipart/alternative; boundary=inner

      --inner
      Content-Type: text/html

      <p>NO</p>
      --inner
      Content-Type: text/plain; charset=ISO-8859-1
      Content-Transfer-Encoding: base64

      QWNvbXBh8WFkYQ==
      --inner--
      --a;b
      Content-Type: text/plain
      Content-Disposition: attachment; filename=x.txt

      NO
      --a;b--
      """
    let html = """
      From: Ana <ana@example.org>
      Subject: dos
      Content-Type: text/html; charset=utf-8

      <html><head><style>p {}</style></head><body><p>D&Oacute;NDE &lt;x&gt;</p><div>Ana &amp; yo<br>aqu\u{ed}</div>
      """
    try dovecot.deliver(alternative)
    try dovecot.deliver(html)
    let came = try texts(2, try rig(dovecot))
    #expect(came.map(\.subject) == ["uno", "dos"])
    #expect(came[0].text.trimmingCharacters(in: .whitespacesAndNewlines) == "Acompañada")
    #expect(came[1].text.contains("DÓNDE <x>\n") && came[1].text.contains("Ana & yo\naquí"))
    #expect(!came[1].text.contains("{}"))
  }

  @Test("A mail of 50 MB costs little")
  func large() throws {
    let dovecot = try Dovecot()
    let line = String(repeating: "x", count: 70) + "\n"
    try dovecot.deliver(
      "From: ana@example.org\nSubject: [vigia:0A2B]\n\nVoy\n\n"
        + String(repeating: line, count: 50_000_000 / 71))
    do {
      let rig = try rig(dovecot)
      let came = try texts(1, rig)
      #expect(came[0].text.hasPrefix("Voy") && came[0].text.utf8.count <= 65_536)
      try rig.live { dovecot.log.contains(" out=") }
    }
    let out = dovecot.log.components(separatedBy: " out=").dropFirst()
      .compactMap { Int($0.prefix { $0.isNumber }) }
    #expect(out.allSatisfy { $0 < 100_000 } && !out.isEmpty, "the server sent \(out) bytes")
  }

  @Test("A wrong password and another's certificate are said once, and nothing else")
  func refused() throws {
    let dovecot = try Dovecot()
    let wrong = try rig(dovecot, secret: "otra")
    try wrong.live { dovecot.log.components(separatedBy: "auth failed").count > 2 }
    #expect(wrong.log.count == 1 && wrong.log[0].hasPrefix("inbox: "), "\(wrong.log)")
    let stranger = try Dovecot(isStranger: true)
    let other = try rig(stranger)
    try other.live { !other.log.isEmpty }
    #expect(other.log[0].hasPrefix("inbox: NOTHING IS SENT"))
    #expect(!stranger.log.contains("user=<v"))
  }
}
