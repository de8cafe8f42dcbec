"""Caregivers of a real portal: in a browser, and by its forms alone."""
import datetime
import http.client
import pathlib
import re
import time
import urllib.parse

PASSWORD = "una tarde en Cuenca"


def join(page, portal, email, wearer):
    """Takes an invitation as a person does; gives the wearer's path."""
    page.goto(portal.invite(email, wearer))
    page.fill("#name", email.split("@")[0].capitalize())
    page.fill("#password", PASSWORD)
    page.select_option("#language", "en")
    page.click("form.card button.main")
    page.wait_for_url(lambda url: "/invitation/" not in url)
    page.goto(portal.address + "/")
    return re.search(r"/w/[^/?]+", page.url).group()


def code(page, portal, path):
    """The code that the page of the device shows."""
    page.goto(f"{portal.address}{path}/device")
    page.click("form[action$='/device/code'] button")
    return page.inner_text("p.code").split()[-1]


def known(portal, path):
    """Whether the portal has the device's caregivers, without whom nobody can answer."""
    return portal.read(path.removeprefix("/w/"), "SELECT 1 FROM revision WHERE is_device")


class Caregiver:
    """Somebody who says, again and again, that there is company: each time until another minute."""

    def __init__(self, portal, life):
        self.portal, self.life, self.said, self.is_over = portal, life, [], False

    def call(self, method, path, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.portal.port, timeout=20)
        try:
            connection.request(method, path, urllib.parse.urlencode(fields) if fields else None, {
                "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": getattr(self, "cookie", "")})
            answer = connection.getresponse()
            said = answer.getheader("Set-Cookie") or answer.getheader("Location")
            return answer.status, said, answer.read()
        finally:
            connection.close()

    def join(self):
        address = urllib.parse.urlparse(self.portal.invite("ana@example.org", "Rosa"))
        _, cookie, _ = self.call("POST", address.path, name="Ana", password=PASSWORD, language="en")
        self.cookie = cookie.split(";")[0]
        self.wearer = pathlib.PurePath(self.call("GET", "/")[1]).name

    def code(self):
        """The code of a new pairing."""
        page = self.call("POST", f"/w/{self.wearer}/device/code", a="")[2].decode()
        return re.search(r'class="code">.*([0-9A-Z]{4}-[0-9A-Z]{4})', page).group(1)

    def speak(self):
        turn = 0
        while not self.is_over:
            turn += 1
            until = self.life.now + datetime.timedelta(minutes=60 + turn * 7 % 600, hours=-5)
            try:
                status, _, _ = self.call("POST", f"/w/{self.wearer}/company", until=f"{until:%H:%M}")
                if status == 303:
                    self.said.append(status)
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.4)
