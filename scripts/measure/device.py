"""`vigia run` as the service runs it, or on a terminal of ours where a key is pressed."""

import fcntl
import os
import pty
import shutil
import signal
import socket
import struct
import subprocess
import termios
import threading

PROFILE = """\
wearer: {{name: Rosa}}
caregivers: [{{name: Ana, kinship: hija, email: ana@example.org}}]
perimeter: {{lat: -2.9005, lon: -79.0045, radius_m: 100}}
reminders:
  - {{id: 1, type: medication, name: Pastilla, dose: 1 pastilla, at: 2026-01-05 08:30, repeat: daily}}
  - {{id: 2, type: reminder, name: Tomar agua, at: 2026-01-05 08:00, repeat: every 2 h}}
routes:
  mail: {{host: localhost, port: {port}, user: vigia, credentials: secret, from: vigia@example.org}}
language: es
time_zone: America/Guayaquil
"""


class Device:
    """A new one, without a past; ready at the beginning of `with`, gone at its end."""

    def __init__(self, vigia, folder, mail, receiver, more=(), environment=None, has_keys=False):
        self.vigia, self.mail, self.receiver = vigia, mail, receiver
        self.folder = f"{folder}/device"
        self.more, self.environment, self.has_keys = list(more), environment or {}, has_keys

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.write("profile.yaml", PROFILE.format(port=self.mail.port))
        self.write("secret", "clave\n")
        notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notices.bind(f"{self.folder}/notify")
        notices.settimeout(60)
        # In its own view of the files, /etc/ssl/certs holds our authority alone.
        call = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
        call += ["sh", "-c", 'mount --bind "$0" /etc/ssl/certs && exec "$@"', self.mail.authorities]
        call += [self.vigia, "run", "--profile", f"{self.folder}/profile.yaml"]
        call += ["--state", f"{self.folder}/state", "--gpsd", f"127.0.0.1:{self.receiver.port}"]
        environment = dict(os.environ, NOTIFY_SOCKET=f"{self.folder}/notify", **self.environment)
        with open(f"{self.folder}/out", "wb") as out, open(f"{self.folder}/errors", "wb") as errors:
            end = self.terminal() if self.has_keys else None
            self.process = subprocess.Popen(
                call + self.more, env=environment, stderr=errors,
                stdin=end if self.has_keys else subprocess.DEVNULL,
                stdout=end if self.has_keys else out)
        if end is not None:
            os.close(end)
        self.pid = self.process.pid
        if notices.recv(100) != b"READY=1":
            raise RuntimeError("the device did not say that it is ready")
        notices.close()
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.has_keys:
            os.close(self.keys)

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(f"{self.folder}/{name}", 0o600)

    def text(self, name):
        with open(f"{self.folder}/{name}", encoding="utf-8", errors="replace") as file:
            return file.read()

    def terminal(self):
        """The device's end; what it draws is read and forgotten."""
        self.keys, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

        def drain(descriptor):
            try:
                while os.read(descriptor, 65536):
                    pass
            except OSError:
                pass

        threading.Thread(target=drain, args=(self.keys,), daemon=True).start()
        return end

    def press(self, letter):
        os.write(self.keys, letter.encode())
