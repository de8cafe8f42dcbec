"""A mail server on loopback that takes everything, over TLS, and notes when it is told DATA."""

import os
import socket
import ssl
import subprocess
import threading
import time


def certificates(folder):
    """An authority in a folder of its own, as /etc/ssl/certs is one, and a server's pair."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)

    os.makedirs(f"{folder}/authorities", exist_ok=True)
    with open(f"{folder}/names", "w", encoding="utf-8") as file:
        file.write("subjectAltName=DNS:localhost")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=measure",
            "-keyout", "ca.key", "-out", "authorities/ca.pem")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
            "-keyout", "server.key", "-out", "server.csr")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authorities/ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.pem")
    openssl("rehash", "authorities")


class MailServer:
    """Over TLS, or in plain words for a server that sends by way of its own machine."""

    def __init__(self, folder, is_plain=False):
        self.is_plain = is_plain
        if not os.path.exists(f"{folder}/server.pem"):
            certificates(folder)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
        self.authorities = f"{folder}/authorities"
        self.steps = {}
        self.mails = 0
        # The mails as they came, heads and all.
        self.letters = []
        self.has_mail = threading.Event()

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def listen(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.note("called")
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def note(self, step):
        """Of the first mail only."""
        self.steps.setdefault(step, time.monotonic())

    def serve(self, connection):
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.is_plain:
                with connection:
                    self.talk(connection, connection.makefile("rb"))
                return
            with self.context.wrap_socket(connection, server_side=True) as secure:
                self.note("encrypted")
                self.talk(secure, secure.makefile("rb"))
        except OSError:
            pass

    def talk(self, connection, reader):
        connection.sendall(b"220 measure\r\n")
        for line in reader:
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"AUTH" and len(line.split()) < 3:
                connection.sendall(b"334 \r\n")
                reader.readline()
            if verb == b"DATA":
                self.note("DATA")
                connection.sendall(b"354 go on\r\n")
                letter = b""
                while (line := reader.readline()) not in (b".\r\n", b""):
                    letter += line
                self.letters.append(letter)
                self.mails += 1
                self.has_mail.set()
            answer = {b"EHLO": b"250-measure\r\n250 AUTH PLAIN", b"AUTH": b"235 welcome"}
            connection.sendall(answer.get(verb, b"250 fine") + b"\r\n")
            if verb == b"QUIT":
                return
