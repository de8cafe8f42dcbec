import Foundation
import TestSupport

/// The people behind the mailboxes: they read every mail that the server delivered, as Python's mail
/// library does, and may answer.
final class Family {
  struct Letter: Decodable {
    /// Id of the notice: two numbers, as in the mail's last line.
    var notice: String
    /// The Message-ID.
    var id: String
    var to: [String]
    var subject: String
    var text: String
  }

  private let folder = TemporaryFolder()
  private let daemon: Daemon

  /// - Parameters:
  ///   - mailbox: dovecot's folder, for the answers.
  ///   - answers: they answer calls for help, as soon as they read them.
  init(_ exim: RealMailTests.Exim, mailbox: String, answers: Bool) throws {
    try folder.write("family.py", Family.script)
    daemon = try Daemon([
      "python3", "-u", "\(folder.path)/family.py", "\(exim.folder.path)/mail/new", mailbox,
      answers ? "answers" : "reads",
    ])
  }

  /// All that was read so far, in order.
  func letters() throws -> [Letter] {
    try daemon.written().split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Letter.self, from: Data($0.utf8))
    }
  }

  private static let script = #"""
    import email, json, os, re, sys, time
    from email import policy
    inbox, mailbox, manner = sys.argv[1:]
    seen, answered = set(), set()
    while True:
        for name in sorted(os.listdir(inbox)) if os.path.isdir(inbox) else []:
            if name in seen:
                continue
            seen.add(name)
            raw = open(os.path.join(inbox, name), "rb").read()
            mail = email.message_from_bytes(raw, policy=policy.default)
            text = mail.get_body(("plain",)).get_content()
            subject = str(mail["subject"])
            notice = re.search(r"Vigía, aviso (\S+)", text)
            print(json.dumps({"notice": notice.group(1) if notice else "", "id": str(mail["message-id"]),
                "to": [a.addr_spec for a in mail["to"].addresses], "subject": subject, "text": text}))
            token = re.search(r"\[vigia:.*?\]", subject)
            if manner != "answers" or "ha pedido ayuda" not in subject or not token:
                continue
            if token.group() in answered:
                continue
            answered.add(token.group())
            target = os.path.join(mailbox, "tmp", "a%d" % len(answered))
            with open(target, "w", newline="") as file:
                file.write("From: Ana <ana@example.org>\r\nSubject: Re: %s\r\n\r\nVoy\r\n" % token.group())
            os.rename(target, os.path.join(mailbox, "new", os.path.basename(target)))
        time.sleep(0.02)
    """#
}
