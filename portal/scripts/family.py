"""A portal with its simulated family, for the scripts that use it in a browser."""
import http.server
import re
import signal
import struct
import subprocess
import threading
import zlib

PASSWORD = "una tarde en Cuenca"
ADMINISTERS, HELPS, LOOKS = "ana@example.org", "luis@example.org", "marta@example.org"


class Family:
    """`vigia-portal family` on a free port, ended with the block."""

    def __init__(self, program, *arguments):
        self.command = [program, "family", "--port", "0", *arguments]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.search(r"simulated family is at (\S+)", line)
            if found:
                self.address = found.group(1)
            if "password:" in line:
                return self
        raise SystemExit(f"{' '.join(self.command)} ended with status {self.process.wait()}")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("vigia-portal did not end within 30 s of SIGTERM")


    def pause(self):
        """Stops it as a machine does that is switched off: no connection is closed."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)


class Tiles:
    """Tiles of one grey, from another origin than the portal's."""

    def __enter__(self):
        picture = Tiles.picture()

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                # The portal's pages ask for nothing less.
                self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
                self.end_headers()
                self.wfile.write(picture)

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.template = f"http://127.0.0.1:{self.server.server_port}/{{z}}/{{x}}/{{y}}.png"
        return self

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def picture():
        """A PNG of 256 by 256, grey with a lighter edge."""
        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        rows = b"".join(
            b"\0" + bytes(0xE4 if x and y else 0xF4 for x in range(256)) for y in range(256))
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def sign_in(page, address, email):
    """Signs in by the form, as people do."""
    page.goto(f"{address}/login")
    page.fill("#email", email)
    page.fill("#password", PASSWORD)
    page.click("form[action='/login'] button")
    page.wait_for_url(lambda url: "/login" not in url)
    return page


def speak(page, address, language):
    """Chooses the account's language."""
    page.goto(f"{address}/account")
    page.select_option("#language", language)
    page.click("form[action='/account'] button")


def wearer(page, address, name):
    """The path of a wearer's first page."""
    page.goto(f"{address}/")
    return page.get_by_role("link", name=name, exact=True).first.get_attribute("href")
