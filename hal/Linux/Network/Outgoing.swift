import Glibc
import HAL
import Mail
import Names

/// One attempt to bring a notice to a caregiver, put into words.
public struct Outgoing: Equatable, Sendable {
  public var notice: NoticeID
  public var recipient: Recipient
  /// The number of the person who stands at that place; 0: unknown.
  public var who: UInt32
  /// Counted from 1. A repetition is a message of its own; a retry is the same message again.
  public var round: UInt16
  /// Subject of a mail; a relay does not get it.
  public var subject: String
  /// The mail's text, or the relay's `descripcion`.
  public var text: String
  /// A caregiver's mail caused it: it says so, and no machine answers it. RFC 3834.
  public var isAnswer: Bool
  /// The addresses to which it goes instead of those of the caregiver; nil: it is the caregiver's.
  public var addresses: [MailAddress]?
  /// The mail's date; nil while no clock is trusted: then the server writes it.
  public var date: WallTime?

  public init(
    notice: NoticeID, recipient: Recipient, who: UInt32 = 0, round: UInt16 = 1, subject: String,
    text: String, isAnswer: Bool = false, date: WallTime? = nil
  ) {
    self.notice = notice
    self.recipient = recipient
    self.who = who
    self.round = round
    self.subject = subject
    self.text = text
    self.isAnswer = isAnswer
    self.date = date
  }

  /// The same key for every attempt of one round to one caregiver, and for nothing else. In another
  /// order of the list the same place is another person. The relay must not take that person for the
  /// one before.
  func key(_ identity: UInt64) -> String {
    let person = who == 0 ? "\(recipient.caregiver)" : "w\(String(who, radix: 16))"
    return "\(String(identity, radix: 16)).\(notice.boot).\(notice.number).\(round).\(person)"
  }

  /// The message as SMTP takes it: plain text, and the same as simple HTML whose links can be touched.
  /// RFC 5322.
  func message(_ mail: NetworkOptions.Mail, to addresses: [MailAddress], identity: UInt64)
    -> [UInt8]
  {
    // No "=" is followed by "_" in quoted-printable.
    let boundary = "=_vigia"
    let to = addresses.map { MailEncoding.mailbox($0) }.joined(separator: ",\r\n ")
    var lines = ["From: \(MailEncoding.mailbox(mail.from))", "To: \(to)"]
    if let replyTo = mail.replyTo { lines.append("Reply-To: \(MailEncoding.mailbox(replyTo))") }
    if let date { lines.append("Date: \(Outgoing.text(date))") }
    lines += [
      "Subject: \(MailEncoding.header(subject))",
      "Message-ID: <\(key(identity))@\(mail.from.domain)>",
      // Neither of them shall be answered by a machine: only a person acknowledges.
      "Auto-Submitted: \(isAnswer ? "auto-replied" : "auto-generated")",
      "X-Auto-Response-Suppress: All",
      "MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
    ]
    var message = Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    for (type, body) in [("plain", text), ("html", html)] {
      message += "\r\n--\(boundary)\r\nContent-Type: text/\(type); charset=utf-8\r\n".utf8
      message += "Content-Transfer-Encoding: quoted-printable\r\n\r\n".utf8
      message += MailEncoding.quotedPrintable(body)
    }
    return message + "\r\n--\(boundary)--\r\n".utf8
  }

  private var html: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ", omittingEmptySubsequences: false).map { Outgoing.linked($0) }
        .joined(separator: " ")
    }
    return "<!DOCTYPE html>\n<html><body><p>\n" + lines.joined(separator: "<br>\n")
      + "\n</p></body></html>\n"
  }

  private static func linked(_ word: Substring) -> String {
    guard word.hasPrefix("http://") || word.hasPrefix("https://") else { return escaped(word) }
    let link = String(
      word.reversed().drop { ".,;:!?)".contains($0) }.reversed())
    let rest = word.dropFirst(link.count)
    return "<a href=\"\(escaped(link[...]))\">\(escaped(link[...]))</a>\(escaped(rest))"
  }

  private static func escaped(_ text: Substring) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// "Sat, 21 Mar 2015 15:04:05 +0000"
  private static func text(_ time: WallTime) -> String {
    let date = CivilDate(milliseconds: time.milliseconds)
    let day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][date.weekday]
    let month = MailDate.months[date.month - 1]
    return "\(day), \(date.day) \(month) \(date.year) \(date.clockWithSeconds) +0000"
  }
}
