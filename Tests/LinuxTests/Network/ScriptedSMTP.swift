import Foundation
import TestSupport

/// A mail server in Python that misbehaves on command and writes down all that it hears.
final class ScriptedSMTP {
  let port: UInt16
  private let folder = TemporaryFolder()
  private let daemon: ServerProcess

  /// The commands of all connections, and what the server has to say about them.
  var heard: [String] {
    folder.text("heard").split(separator: "\n").map(String.init)
  }

  /// - Parameters:
  ///   - manner: see the script.
  ///   - isPlain: begins in the clear, and encrypts only if `encrypts`.
  init(
    _ manner: String, isPlain: Bool = false, encrypts: Bool = false, isStranger: Bool = false
  ) throws {
    port = try LoopbackPort.free()
    let pair = isStranger ? Certificates.shared.stranger : Certificates.shared.server
    try folder.write("server.py", ScriptedSMTP.script)
    daemon = try ServerProcess(
      "python3",
      [
        "\(folder.path)/server.py", manner, "\(port)",
        encrypts ? "starttls" : isPlain ? "plain" : "tls", pair.certificate,
        pair.key, "\(folder.path)/heard",
      ], port: port, in: folder)
  }

  private static let script = #"""
    import socket, ssl, sys, threading, time
    manner, port, start, certificate, key, heard = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    lock = threading.Lock()
    mails = 0
    tries = 0
    second = threading.Event()

    def note(text):
        with lock, open(heard, "a") as file:
            file.write(text + "\n")

    def serve(connection):
        global mails, tries
        try:
            if start == "tls":
                connection = context.wrap_socket(connection, server_side=True)
            reader = connection.makefile("rb")
            send = lambda text: connection.sendall(text.encode() + b"\r\n")
            def say(text, step=""):
                if manner == "chatter at " + step:
                    while True:
                        connection.sendall((text[:3] + "-x\r\n").encode() * 1000)
                if manner == "one line at " + step:
                    while True:
                        connection.sendall((text + "x" * 16000).encode())
                if manner == "surplus at " + step:
                    text += "\r\n" + "250 fine"
                send(text)
                if manner == "late surplus at " + step:
                    time.sleep(0.2)
                    send("250 fine")
            if manner == "mute":
                note("mute")
                return reader.read()
            say("220 scripted", "GREETING")
            while True:
                line = reader.readline()
                if not line:
                    return note("left")
                line = line.decode().strip()
                note(line)
                verb = line.split(" ")[0].upper()
                if verb == "EHLO":
                    login = "LOGIN" if manner == "login" else "PLAIN"
                    tls = "250-STARTTLS\r\n" if start == "starttls" and not isinstance(connection, ssl.SSLSocket) else ""
                    say("250-scripted\r\n" + tls + "250 AUTH " + login, "EHLO")
                elif verb == "STARTTLS":
                    say("220 go on", "STARTTLS")
                    connection = context.wrap_socket(connection, server_side=True)
                    reader = connection.makefile("rb")
                elif verb == "AUTH" and manner == "login":
                    say("334 VXNlcm5hbWU6")
                    note("user " + reader.readline().decode().strip())
                    say("334 UGFzc3dvcmQ6")
                    note("secret " + reader.readline().decode().strip())
                    say("235 welcome")
                elif verb == "AUTH":
                    if len(line.split(" ")) < 3:
                        say("334 ")
                        note(reader.readline().decode().strip())
                    say({"535": "535 wrong", "454": "454 later"}.get(manner[:3], "235 welcome"), "AUTH")
                elif verb == "RCPT" and manner in ("550", "550 and no goodbye"):
                    say("550 unknown")
                elif verb == "RCPT" and manner == "one of two" and "otra" in line:
                    say("550 unknown")
                elif verb == "DATA" and manner.startswith("DATA "):
                    say(manner[5:])
                elif verb == "DATA":
                    say("354 go on", "DATA")
                    with lock:
                        tries += 1
                        first = tries == 1
                    if manner == "closes" or manner == "closes once" and first:
                        connection.unwrap() if start == "tls" else None
                        return connection.close()
                    while reader.readline() not in (b".\r\n", b""):
                        pass
                    with lock:
                        mails += 1
                        number = mails
                    if number > 1:
                        second.set()
                    if manner == "thinks":
                        return reader.read()
                    if manner == "thinks about the first" and number == 1:
                        second.wait(60)
                        reader2 = threading.Timer(0.2, lambda: (note("first"), say("250 taken")))
                        reader2.start()
                    else:
                        note("mail %d" % number)
                        if manner == "451 once" and first:
                            say("451 later")
                            continue
                        answer = {"451": "451 later", "554": "554 no", "354 again": "354 go on"}.get(
                            manner, "250 taken")
                        if "surplus" in manner and "MESSAGE" not in manner:
                            answer = "554 no"
                        if answer == "250 taken":
                            note("taken")
                        say(answer, "MESSAGE")
                        if manner == "closes when it has it":
                            return connection.close()
                elif verb == "QUIT":
                    if "no goodbye" in manner:
                        connection.settimeout(20)
                        try:
                            gone = connection.recv(1) == b""
                        except TimeoutError:
                            gone = False
                        except OSError:
                            gone = True
                        note("left" if gone else "waits for a goodbye")
                    say("221 bye", "QUIT")
                    return
                else:
                    say("250 fine", verb)
        except ssl.SSLError as error:
            note("no encryption")
        except OSError as error:
            note("broken")
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
