import Device
import Mail
import Testing
import Words

@Suite("What the device reads of a caregiver's mail")
struct MailTextTests {
  private func text(_ html: String) -> String {
    MailPart(Array("Content-Type: text/html; charset=utf-8\n\n\(html)".utf8)[...]).readable
  }

  private func read(_ html: String) -> [Message] {
    messages(subject: "", body: text(html), from: 0)
  }

  @Test(
    "Older mail in a reply asks nothing, and its token counts",
    arguments: [
      "<blockquote type=\"cite\"><div>WHERE</div>TOKEN</blockquote>",
      "<blockquote>a<blockquote>b</blockquote><br>WHERE<p>TOKEN</p></blockquote>",
      "<div class=\"gmail_quote\"><div>On Saturday:</div><div>WHERE</div>\nWHERE\n<br>TOKEN</div>",
      "<DIV dir=ltr CLASS='x Gmail_Extra'><div></div>WHERE<br>TOKEN</DIV>",
      "<div title=\"a > b\" class=yahoo_quoted><p>WHERE</p>TOKEN",
      "<div id=\"appendonsend\"></div><hr><div>WHERE</div><div>TOKEN</div>",
      "<div id=\"divRplyFwdMsg\">From: Vigia<br></div><div>WHERE</div><div>TOKEN</div>",
      "<div class=\"gmail_quote\"><blockquote></div></div>WHERE</blockquote><br>WHERE<br>TOKEN",
      "<blockquote \u{2028}>TOKEN\u{2028}WHERE\u{B}WHERE",
      "<div><div name=\"quote\"><b>Am:</b> Freitag<br><div>WHERE</div>TOKEN</div></div>",
      "<div name='Quoted-Content'><div>WHERE</div>TOKEN</div>",
      "<div class=\"zmail_extra\"><div>WHERE</div>TOKEN</div>",
      "<div class=protonmail_quote><div>WHERE</div>TOKEN</div>",
    ])
  func older(_ html: String) {
    let token: UInt64 = 0x0123_4567_89AB_CDEF
    let reply = html.replacing("TOKEN", with: tokenText(token))
    #expect(read("<div>Voy</div>" + reply) == [.acknowledged(token: token, caregiver: 0)])
  }

  @Test("Lines around older mail are the caregiver's own")
  func own() {
    let older = "<blockquote>x<blockquote>y</blockquote></blockquote>"
    #expect(read("<div>WHERE</div>" + older) == [.whereIs(caregiver: 0)])
    #expect(read(older + "WHERE") == [.whereIs(caregiver: 0)])
    #expect(read("<div class=\"gmail_quote\"><div>x</div></div>WHERE") == [.whereIs(caregiver: 0)])
    #expect(read("<!-- <blockquote> --><div>WHERE</div>") == [.whereIs(caregiver: 0)])
    #expect(read("</blockquote></div></div>WHERE") == [.whereIs(caregiver: 0)])
  }

  @Test(
    "A command is found however a program writes its letters and its line",
    arguments: [
      "D&Oacute;NDE", "&iquest;D&#211;NDE?", "D&#xD3;NDE", "D&#Xd3;NDE&nbsp;", "Voy<div>WHERE",
      "Voy<p>WHERE</p>", "<li>Voy<li>WHERE", "<table><tr>Voy<tr>WHERE", "Voy<br/>WHERE",
      "Voy<h1>WHERE</h1>Ana", "<h6>Voy</h6>WHERE", "WHERE<blockquote>Voy</blockquote>",
    ])
  func commands(_ html: String) {
    #expect(read(html) == [.whereIs(caregiver: 0)])
  }

  @Test("Company is understood in HTML, and what stands for no sign stays as it is written")
  func signs() {
    let company = Message.accompanied(untilMinute: 1110, caregiver: 0)
    #expect(read("<p>CON COMPA&Ntilde;&Iacute;A HASTA 18:30</p>") == [company])
    #expect(read("<p>CON COMPA&#209;&#205;A HASTA 18&#58;30</p>") == [company])
    let none = "&#xD800; &#x110000; &#99999999999; &#; &#+65; &1; &; & "
    #expect(text(none + "&amp;lt;") == none + "&lt;")
    #expect(text("<blockquote>a&#10;WHERE&#x2028;WHERE</blockquote>") == ">a WHERE WHERE\n")
  }

  private func plain(_ type: String, _ body: [UInt8]) -> String {
    MailPart((Array("Content-Type: text/plain\(type)\n\n".utf8) + body)[...]).readable
  }

  private func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  @Test(
    "Dots and quotation marks of windows-1252 break no line, so a mention asks nothing (SAFE-3)",
    arguments: ["windows-1252", "ISO-8859-1", "iso-8859-15", "latin1"])
  func windows(_ charset: String) {
    func read(_ text: String) -> [Message] {
      messages(subject: "", body: plain("; charset=\(charset)", bytes(text)), from: 0)
    }
    #expect(read("No sé si va a estar\u{85} con compañía hasta las 05:00") == [])
    #expect(read("Gracias.\n\n> Ana: hoy no sé\u{85} con compañía hasta las 05:00\n") == [])
    #expect(read("Where\u{92}s Rosa?") == [.whereIs(caregiver: 0)])
    #expect(plain("; charset=\(charset)", [0x80, 0x81, 0x9F, 0xA0, 0xFF]) == "€\u{81}Ÿ\u{A0}ÿ")
  }

  @Test("Without a charset, or with one that is not known, a text is UTF-8, else windows-1252")
  func undeclared() {
    for type in ["", "; charset=us-ascii", "; charset=x"] {
      #expect(plain(type, bytes("DÓNDE")) == "DÓNDE")
      #expect(plain(type, Array("DÓNDE €".utf8)) == "DÓNDE €")
      #expect(plain(type, bytes("¿Dónde está")) == "¿Dónde está")
      #expect(plain(type, bytes("Donde está")) == "Donde está")
      // Cut within the last letter.
      for cut in 1...2 {
        #expect(plain(type, Array("DÓNDE€".utf8.dropLast(cut))) == "DÓNDE")
      }
    }
    #expect(plain("; charset=utf-8", [0x44, 0xD3, 0x4E]) == "D\u{FFFD}N")
    let header = MailHeader(bytes("Subject: DÓNDE\n\n")[...])
    #expect(header.subject == "DÓNDE")
  }

  @Test("A line of the source is none on the screen, so a mention asks nothing (SAFE-3)")
  func sourceLines() {
    let company = Message.accompanied(untilMinute: 300, caregiver: 0)
    let mention = "A lo mejor no va a estar\ncon compañía hasta las 05:00"
    #expect(read("<p>\(mention)</p>") == [])
    #expect(read("<p>\(mention.replacing("\n", with: "\r\n"))</p>") == [])
    let long = String(repeating: " ", count: 200)
    #expect(read("<p class=MsoNormal>CON COMPAÑÍA HASTA\n\(long)05:00</p>") == [company])
    #expect(read("<div>Voy</div>\n\(long)CON COMPAÑÍA HASTA 05:00\n</div>") == [company])
    #expect(read("Voy\n<hr>\nCON COMPAÑÍA HASTA 05:00") == [company])
    #expect(text("<p>\n a \n\t b</p>\n") == "a b\n")
    #expect(text("a<pre>b\n  c</pre>d\ne") == "a\nb\n  c\nd e")
    #expect(read("Voy<pre>\nCON COMPAÑÍA HASTA 05:00\n</pre>") == [company])
    #expect(text("</pre>a\nb") == "a b")
  }

  @Test(
    "A sign with a name is that sign, and one that is not known is a space",
    arguments: [
      "Where&rsquo;s Rosa?", "&ldquo;WHERE&rdquo;", "WH&shy;ERE", "WHERE&hellip;", "&bull; WHERE",
      "&x;WHERE&mdash;",
    ])
  func names(_ html: String) {
    #expect(read(html) == [.whereIs(caregiver: 0)])
  }

  @Test("A line that a mail program broke is one line (RFC 3676, SAFE-3)")
  func flowed() {
    func flowed(_ body: String, _ more: String = "") -> String {
      plain("; charset=utf-8; Format=Flowed\(more)", Array(body.utf8))
    }
    func read(_ body: String) -> [Message] { messages(subject: "", body: flowed(body), from: 0) }
    let company = Message.accompanied(untilMinute: 300, caregiver: 0)
    for end in ["\n", "\r\n"] {
      #expect(read("A lo mejor no va a estar \(end)con compañía hasta las 05:00\(end)") == [])
      #expect(read("CON COMPAÑÍA HASTA \(end)05:00") == [company])
      #expect(flowed("a \(end)b\(end)c") == "a b\nc\n")
    }
    #expect(read("> Hola \nCON COMPAÑÍA HASTA 05:00") == [company], "another depth")
    #expect(read("Voy \n> CON COMPAÑÍA HASTA 05:00") == [])
    #expect(read("> No va a estar \n> con compañía hasta las 05:00\n") == [])
    #expect(flowed("> a \n> b\n>> c \n> d") == "> a b\n>> c \n> d\n")
    #expect(flowed(" a \n  b\n") == "a  b\n", "a space is stuffed at the start")
    #expect(flowed("a \n-- \nb") == "a \n-- \nb\n", "above a name nothing goes on")
    #expect(flowed("a \nb", "; delsp=yes") == "ab\n")
    for field in ["Von: Ana", "Da: Ana", "Gesendet: heute", "Enviado el: viernes", "Sent: today"] {
      #expect(read("Voy \n\(field)\nCON COMPAÑÍA HASTA 05:00") == [], "\(field)")
    }
    #expect(flowed("") == "" && flowed("a ") == "a ")
    #expect(plain("; charset=utf-8", Array("a \nb".utf8)) == "a \nb")
    let over = Message.accompanied(untilMinute: -1, caregiver: 0)
    #expect(read("SIN COMPAÑÍA \nAna\n") == [over], "no program breaks so short a line")
    #expect(read("Ya llegué.\n not accompanied \nAna\n") == [over])
    #expect(read("Hoy no va a estar \nsin compañía \nAna\n") == [])
    #expect(read("> Hola \nSIN COMPAÑÍA \nAna\n") == [over])
    #expect(read("> SIN COMPAÑÍA \n> Ana\n") == [])
    let hostile = String(repeating: "> \n>> \n", count: 8000)
    #expect(flowed(hostile).utf8.count <= 2 * hostile.utf8.count)
  }

  @Test("A blank plain text beside the HTML does not hide it")
  func blank() {
    let mail = """
      Content-Type: multipart/alternative; boundary=x

      --x
      Content-Type: text/plain

       \t
      --x
      Content-Type: text/html

      <p>WHERE</p>
      --x--
      """
    let readable = MailPart(Array(mail.utf8)[...]).readable
    #expect(messages(subject: "", body: readable, from: 0) == [.whereIs(caregiver: 0)])
    // The words behind a photo, as telephones write them.
    let behind = mail.replacing("text/html", with: "text/plain").replacing(
      "<p>WHERE</p>", with: "WHERE")
    let words = MailPart(Array(behind.utf8)[...]).readable
    #expect(messages(subject: "", body: words, from: 0) == [.whereIs(caregiver: 0)])
  }

  @Test("Marks without an end or in great numbers are read to the end of the mail")
  func hostile() {
    for mark in ["<", "<div", "<div class=", "<div class=\"", "<!--", "&#", "<a b='\"", "<head>"] {
      let html = String(repeating: mark, count: 8000)
      #expect(text(html).utf8.count <= 2 * html.utf8.count)
    }
    let deep = String(repeating: "<blockquote><div class=gmail_quote>", count: 8000)
    #expect(read(deep + "WHERE" + String(repeating: "</div>", count: 8000) + "WHERE") == [])
  }

  @Test(
    "A crowd of heads without an end is read once, and holds up no key", arguments: ["", "<body>"])
  func heads(_ more: String) {
    // A search down to the end at each of them would take hours.
    let heads = String(repeating: "<head>\(more)", count: 200_000)
    #expect(read(heads + "WHERE") == [.whereIs(caregiver: 0)])
  }

  @Test("A subject of flags alone is read in one pass")
  func flags() {
    // Counted from the end, they would take a quarter of an hour.
    let flags = String(repeating: "🇪🇨", count: 100_000)
    let header = MailHeader(Array("Subject: \(flags) \nFrom: \(flags)\n\n".utf8)[...])
    #expect(header.subject.utf8.count == flags.utf8.count)
    #expect(header.claim(of: []) == nil)
  }

  @Test(
    "An answering machine is no caregiver, whichever mark it writes",
    arguments: [
      "Precedence: auto-reply", "Precedence: AUTO_REPLY", "Precedence: autoreply",
      "X-Precedence: bulk", "Preference: auto_reply", "X-Mail-Autoreply: yes", "X-Autorespond: x",
      "X-Autoreply: yes", "X-Autogenerated: Reply", "X-Auto-Reply: yes",
      "X-Autoreply-From: ana@example.org", "X-POST-MessageClass: 9; Autoresponder",
    ])
  func machine(_ mark: String) throws {
    let ana = try #require(MailAddress(address: "ana@example.org"))
    func caregiver(_ mark: String) -> UInt8? {
      MailHeader(Array("\(mark)\nFrom: ana@example.org\n\n".utf8)[...]).claim(of: [[ana]])?
        .caregiver
    }
    #expect(caregiver(mark) == nil)
    #expect(caregiver("Precedence: first-class") == 0)
    #expect(caregiver("X-POST-MessageClass: 1; Mail") == 0)
  }

  @Test("A name that breaks the rules hides no caregiver, and a second address leaves nobody")
  func carelessNames() throws {
    let ana = try #require(MailAddress(address: "ana@example.org"))
    func caregiver(_ from: String) -> UInt8? {
      MailHeader(Array("From: \(from)\n\n".utf8)[...]).claim(of: [[ana]])?.caregiver
    }
    for from in [
      "Pérez, Ana <ana@example.org>", "Ana :( <ana@example.org>", "\"Ana <Ana@Example.org> ",
      "Ana, la \"hija\n <ana@example.org>", "=?UTF-8?Q?P=C3=A9rez,_Ana?= <ana@example.org>",
    ] { #expect(caregiver(from) == 0, "\(from)") }
    for from in [
      "otro@example.com, Ana <ana@example.org>", "Ana :( <ana@example.org>, <otro>",
      "Ana, <otro@example.com> <ana@example.org>", "Ana (<otro@example.com>, ana@example.org",
      "a, Ana <ana@example.org> x", "a, ana@example.org",
    ] { #expect(caregiver(from) == nil, "\(from)") }
    let passed = "Authentication-Results: mx.example.net; dmarc=pass header.from="
    for (domain, isVouchedFor) in [("example.org", true), ("example.com", false)] {
      let text = "\(passed)\(domain)\nFrom: Pérez, Ana <ana@example.org>\n\n"
      #expect(MailHeader(Array(text.utf8)[...]).isVouchedFor(by: "mx.example.net") == isVouchedFor)
    }
  }

  @Test("What stands behind a + in an address makes no other sender; of two the first counts")
  func tags() throws {
    func caregiver(_ from: String, _ list: String..., mailed: Set<Int> = []) throws -> UInt8? {
      let caregivers = try list.map { [try #require(MailAddress(address: $0))] }
      return MailHeader(Array("From: \(from)\n\n".utf8)[...])
        .claim(of: caregivers, mailed: mailed)?.caregiver
    }
    #expect(try caregiver("Eva <Eva@example.org>", "ana@example.org", "eva+vigia@example.org") == 1)
    #expect(try caregiver("eva+x@example.org", "ana@example.org", "eva@example.org") == 1)
    #expect(try caregiver("eva+x@example.org", "eva+vigia@example.org") == 0)
    let notice = MailHeader(Array("From: Vigia <eva+vigia@example.org>\n\n".utf8)[...])
    let eva = try #require(MailAddress(address: "eva@example.org"))
    #expect(notice.claim(of: [[eva]])?.caregiver == 0)
    let own = MailAddress(address: "eva+vigia@example.org")
    #expect(notice.claim(of: [[eva]], own: own) == nil, "our notice in Eva's mailbox")
    let both = ["casa+ana@example.org", "casa+luis@example.org"]
    #expect(try caregiver("casa+luis@example.org", both[0], both[1]) == 1)
    #expect(try caregiver("casa@example.org", both[0], both[1]) == 0)
    #expect(try caregiver("Casa@Example.org", "ana@example.org", both[0], both[1]) == 1)
    #expect(try caregiver("casa@example.org", both[0], "casa@example.org") == 1)
    // A place that Luis asks for does not go to Ana's telephone, nor does his answer count as hers.
    #expect(try caregiver("casa@example.org", both[0], both[1], mailed: [1]) == 1)
    #expect(try caregiver("casa+ana@example.org", both[0], both[1], mailed: [1]) == 0)
    let plain = "casa@example.org"
    #expect(try caregiver(plain, plain, plain, mailed: [1]) == 1)
    #expect(try caregiver(plain, plain, both[1], mailed: [1]) == 0)
    for from in ["eva@example.com", "eva", "+vigia@example.org", "ev@example.org", "e v@a.org"] {
      #expect(try caregiver(from, "eva+vigia@example.org", "+a@example.org") == nil, "\(from)")
    }
  }

  private func claim(_ results: [String], _ server: String?) throws -> MailHeader.Claim? {
    let ana = try #require(MailAddress(address: "ana@example.org"))
    let fields = results.map { "Authentication-Results: \($0)\n" }.joined()
    return MailHeader(Array("\(fields)From: ana@example.org\n\n".utf8)[...])
      .claim(of: [[ana]], server: server)
  }

  @Test("Where our mail server is named, only its own result calls a sender forged")
  func passedOn() throws {
    func isBelieved(_ results: [String], _ server: String?) throws -> Bool {
      let claim = try claim(results, server)
      return claim?.isForged == false && claim?.doubt == nil
    }
    let ours = "MX.Example.net 1; dkim=pass header.d=example.org"
    let passedOn = "list.example.com; spf=fail; dmarc=fail"
    #expect(try isBelieved([ours, passedOn], "mx.example.net"))
    #expect(try isBelieved([passedOn], "mx.example.net"))
    #expect(try !isBelieved([ours, passedOn], nil))
    let forged = "mx.example.net; spf=fail (mx.example.net); dmarc=fail header.from=example.org"
    #expect(try claim([forged], "mx.example.net")?.isForged == true)
    let both = [forged, "x; dmarc=pass header.from=example.org"]
    #expect(try claim(both, "mx.example.net")?.isForged == true)
    for (asked, isForged) in [
      ("p=NONE sp=QUARANTINE dis=NONE", false), ("p=none", false), ("p=REJECT dis=NONE", false),
      ("p=REJECT sp=NONE dis=REJECT", true), ("p=NONE sp=REJECT dis=QUARANTINE", true),
      ("sp=NONE", true), ("policy=none", false), ("policy=reject", true), ("action=none", false),
      ("action=oreject", true), ("action=quarantine p=none", true),
      ("dis=reject policy=none", true),
    ] {
      let failed = "spf=pass smtp.mailfrom=p=none@x; dmarc=fail (\(asked)) header.from=example.org"
      let claim = try claim(["mx.example.net; \(failed)"], "mx.example.net")
      #expect(claim?.isForged == isForged && claim?.doubt == "dmarc failed", "\(asked)")
    }
    #expect(try !isBelieved(["mx.example.net; spf=fail"], "MX.example.net"))
    // The server leaves no other result that bears its name above its own.
    #expect(try !isBelieved(["x; dkim=pass", "mx.example.net; spf=fail"], "mx.example.net"))
  }

  @Test(
    "A mail that was passed on is its caregiver's, with a doubt that ends no watch (SAFE-3)",
    arguments: [
      ("spf=fail smtp.mailfrom=x; dmarc=none", "spf failed"), ("spf=hardfail", "spf failed"),
      ("dkim=fail header.d=example.org; spf=pass", "dkim failed"),
    ])
  func doubted(_ result: String, _ doubt: String) throws {
    let claim = try #require(try claim(["mx.example.net; \(result)"], "mx.example.net"))
    #expect(claim.caregiver == 0 && !claim.isForged && !claim.isVouchedFor)
    #expect(claim.doubt == doubt)
    let token: UInt64 = 0x0123_4567_89AB_CDEF
    func believed(_ line: String) -> [Message] {
      messages(subject: "Re: \(tokenText(token))", body: line, from: 0)
        .believed(isVouchedFor: false, isDoubted: true) { $0 == token }
    }
    let answer = Message.acknowledged(token: token, caregiver: 0)
    #expect(believed("Voy") == [answer])
    #expect(believed("DÓNDE") == [answer, .whereIs(caregiver: 0)])
    let over = Message.accompanied(untilMinute: -1, caregiver: 0)
    #expect(believed("SIN COMPAÑÍA") == [answer, over])
    #expect(believed("CON COMPAÑÍA HASTA 18:30") == [answer])
  }
}
