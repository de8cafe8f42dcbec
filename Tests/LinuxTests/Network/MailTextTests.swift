import Device
import Mail
import Testing
import Words

@Suite("What the device reads of a caregiver's HTML")
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
    #expect(text("&#xD800; &#x110000; &#99999999999; &#; &#+65; &x; & &amp;lt;")
      == "&#xD800; &#x110000; &#99999999999; &#; &#+65; &x; & &lt;")
    #expect(text("<blockquote>a&#10;WHERE&#x2028;WHERE</blockquote>") == ">a WHERE WHERE\n")
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
}
