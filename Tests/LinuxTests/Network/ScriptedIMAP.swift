import Foundation
import TestSupport

/// A mailbox in Python that misbehaves on command, and writes down what it hears and what is marked.
final class ScriptedIMAP {
  let port: UInt16
  private let folder = TemporaryFolder()
  private let daemon: ServerProcess

  /// The commands of all connections.
  var heard: [String] { folder.text("heard").split(separator: "\n").map(String.init) }

  /// The mails that the device marked as read, and the server took it.
  var seen: Set<Int> {
    var seen: Set<Int> = []
    let heard = heard
    for (line, after) in zip(heard, heard.dropFirst() + [""]) {
      guard line.contains("UID STORE"), line.contains("Seen"), after != "refused" else { continue }
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "STORE") else { continue }
      seen.formUnion(words[place + 1].split(separator: ",").compactMap { Int($0) })
    }
    return seen
  }

  /// - Parameters:
  ///   - manner: see the script.
  ///   - mails: by their numbers; the text of each with its header.
  ///   - highest: the number of the last mail; in a crowd unread spam fills up what `mails` leaves out.
  init(_ manner: String, mails: [Int: String], highest: Int? = nil) throws {
    port = try LoopbackPort.free()
    let pair = Certificates.shared.server
    try folder.write("server.py", ScriptedIMAP.script)
    let named = Dictionary(uniqueKeysWithValues: mails.map { ("\($0.key)", $0.value) })
    let data = try JSONSerialization.data(withJSONObject: named)
    try folder.write("mails.json", String(decoding: data, as: UTF8.self))
    daemon = try ServerProcess(
      "python3",
      [
        "\(folder.path)/server.py", manner, "\(port)", "\(highest ?? mails.keys.max() ?? 0)",
        pair.certificate, pair.key, "\(folder.path)/mails.json", "\(folder.path)/heard",
      ], port: port, in: folder)
  }

  private static let script = #"""
    import json, re, socket, ssl, sys, threading, time
    manner, port, highest, certificate, key, mails, heard = sys.argv[1:]
    highest = int(highest)
    mails = {int(k): v.replace("\n", "\r\n").encode() for k, v in json.load(open(mails)).items()}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    lock = threading.Lock()
    seen = {1} if manner == "read by others" else set()
    used = set()
    looks = 0
    spam = b"From: spam@example.com\r\nSubject: offer\r\n\r\nBuy.\r\n"

    def note(text):
        with lock, open(heard, "a") as file:
            file.write(text + "\n")

    def once(what):
        with lock:
            if what in used:
                return False
            used.add(what)
            return True

    def exists():
        return range(1, highest + 1) if "crowd" in manner else sorted(mails)

    # Numbers far apart, as some servers give them.
    spread = 100000 if manner == "sparse crowd" else 1

    def chatter(connection, what):
        if manner == "chatter at " + what:
            while True:
                connection.sendall(b"* OK still here\r\n" * 1000)
        if manner == "empty literals at " + what:
            while True:
                connection.sendall(b"* OK {0}\r\n" * 1000)
        if manner == "one line at " + what:
            while True:
                connection.sendall(b"* OK " + b"x" * 16000)
        if manner == "fetches at " + what:
            while True:
                connection.sendall(b'* 1 FETCH (UID 1 BODY[] {3}\r\nabc FLAGS ())\r\n' * 500)

    def search(command, upper, tag, say):
        low, high = 1, 1 << 33
        found = re.search(r"SEARCH UID (\d+):(\d+)", upper)
        if found:
            low, high = int(found.group(1)), int(found.group(2))
        words = upper.split("SEARCH ")[1]
        if manner == "closes at UNSEEN" and words == "UNSEEN":
            raise OSError
        if manner in ("closes at SUBJECT", "closes at OR") and words.startswith(manner[10:]):
            raise OSError
        if manner == "no subjects" and "SUBJECT" in upper:
            return say(tag + " BAD what")
        tokens = [t.encode() for t in re.findall(r'SUBJECT "([^"]*)"', command)]
        senders = [t.encode() for t in re.findall(r'FROM "([^"]*)"', command)]
        hits = [i for i in exists() if low <= i * spread <= high]
        if "UNSEEN" in upper:
            hits = [i for i in hits if i not in seen]
        if tokens:
            hits = [i for i in hits if any(t in mails.get(i, spam) for t in tokens)]
        if senders:
            hits = [i for i in hits if any(t in mails.get(i, spam) for t in senders)]
        answer = "* SEARCH " + " ".join(str(i * spread) for i in hits)
        if len(answer) > 100000:
            note("a search line of %d bytes" % len(answer))
        say(answer)
        say(tag + " OK done")

    def fetch(connection, command, upper, tag, say):
        number = int(command.split()[2])
        mail = mails.get(number // spread, spam)
        isText = "BODY.PEEK[]" in upper
        part = mail if isText else mail.split(b"\r\n\r\n")[0] + b"\r\n\r\n"
        name = b"BODY[]" if isText else b"BODY[HEADER.FIELDS (FROM)]"
        date = manner[5:] if manner.startswith("date ") else "21-Mar-2031 15:00:44 +0000"
        literal = lambda bytes: b"{%d}\r\n%s" % (len(bytes), bytes)
        body = name + b"<0> " + literal(part)
        dated = b'INTERNALDATE "%s"' % date.encode()
        head = b"UID %d" % number
        first = isText and once(number)
        fetched = lambda *items: say(b"* %d FETCH (%s)" % (number, b" ".join(items)))
        others = lambda: (say("* %d FETCH (FLAGS (\\Seen))" % number),
            say("* 3 FETCH (UID 3 FLAGS (\\Seen \\Recent))"), say("* 2 EXPUNGE"), say("* 7 EXISTS"),
            say("* OK [ALERT] a line with {braces} and UID 1 BODY[]"))
        if manner.startswith(("NO [", "BAD")) and (first or not isText and once(-number)):
            return say(tag + " " + manner + " sorry")
        if manner == "slow" and isText:
            time.sleep(0.5)
        if manner == "closes on 2" and isText and number == 2:
            raise OSError
        if manner == "data and no OK" and first:
            fetched(head, dated, body)
            raise OSError
        if manner == "bye" and first:
            return say("* BYE closed")
        if manner == "nil" and first:
            fetched(head, dated, name + b" NIL")
        elif manner == "empty" and first:
            fetched(head, dated, name + b' ""')
        elif manner == "nothing" and first:
            pass
        elif manner == "OK first" and first:
            say(tag + " OK done")
            return fetched(head, dated, body)
        elif manner == "flags for text" and first:
            others()
        elif manner == "of another" and first:
            say(b"* 9 FETCH (UID 9 BODY[] %s)" % literal(b"From: ana@example.org\r\n\r\nNo\r\n"))
        elif manner == "another first":
            say(b"* 9 FETCH (UID 9 BODY[] %s)" % literal(b"From: ana@example.org\r\n\r\nNo\r\n"))
            fetched(head, dated, body)
        elif manner == "flags":
            others(); fetched(head, dated, body); others()
        elif manner == "another order":
            fetched(b"FLAGS (\\Seen $X)", body, b'ENVELOPE ("a (b" NIL (("x" NIL "}" {4}\r\n(a)()) {0}\r\n)',
                dated, head)
        elif manner == "in pieces":
            for i in range(0, len(line := b"* 1 FETCH (%s)\r\n" % b" ".join((head, dated, body)))):
                connection.sendall(line[i:i + 1])
                time.sleep(0.0002)
        elif manner == "ignores parts" and isText:
            fetched(head, dated, name + b" " + literal(part + b"x" * 3000000))
        else:
            fetched(head, dated, body)
        say(tag + " OK done")

    def serve(connection):
        global looks
        try:
            connection = context.wrap_socket(connection, server_side=True)
            reader = connection.makefile("rb")
            def say(text):
                connection.sendall((text if isinstance(text, bytes) else text.encode()) + b"\r\n")
            chatter(connection, "GREETING")
            say("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] scripted")
            with lock:
                looks += 1
                look = looks
            while True:
                line = reader.readline()
                if not line:
                    return
                line = line.decode().strip()
                note(line)
                tag, _, command = line.partition(" ")
                upper = command.upper()
                chatter(connection, upper.replace("UID ", "").split(" ")[0])
                if upper.startswith("CAPABILITY"):
                    say("* CAPABILITY IMAP4rev1 AUTH=PLAIN")
                    say(tag + " OK")
                elif upper.startswith("AUTHENTICATE"):
                    if len(command.split()) < 3:
                        say("+ ")
                        reader.readline()
                    say(tag + " OK in")
                elif upper.startswith("SELECT"):
                    say("* FLAGS (\\Seen)")
                    say("* %d EXISTS" % len(list(exists())))
                    validity = 9 if manner == "new numbers" and look > 1 else 7
                    if manner != "no validity":
                        say("* OK [UIDVALIDITY %d] valid" % validity)
                    if "no next" not in manner:
                        say("* OK [UIDNEXT %d] next" % (highest * spread + 1))
                    say(tag + " OK [READ-WRITE] done")
                elif upper.startswith("UID SEARCH"):
                    if manner == "NO to searches" and look < 3:
                        say(tag + " NO later")
                    else:
                        search(command, upper, tag, say)
                elif upper.startswith("UID FETCH * "):
                    say("* 1 FETCH (UID %d)" % (highest * spread))
                    say("* 1 FETCH (UID 1 FLAGS ())")
                    say(tag + " OK done")
                elif upper.startswith("UID FETCH"):
                    fetch(connection, command, upper, tag, say)
                elif upper.startswith("UID STORE"):
                    if manner == "closes at STORE":
                        raise OSError
                    numbers = [int(n) // spread for n in command.split()[2].split(",")]
                    if manner == "marks one only" and len(numbers) > 1 or manner == "marks none":
                        note("refused")
                        say(tag + " NO [READ-ONLY] not now")
                        continue
                    with lock:
                        seen.update(numbers)
                    say(tag + " OK done")
                elif upper.startswith("LOGOUT"):
                    say("* BYE")
                    return say(tag + " OK")
                else:
                    say(tag + " OK")
        except (OSError, ValueError):
            pass
        finally:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()

    listener = socket.create_server(("127.0.0.1", int(port)))
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()
    """#
}
