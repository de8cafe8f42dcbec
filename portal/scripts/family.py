"""A portal with its simulated family, for the scripts that use it in a browser."""
import re
import subprocess

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
