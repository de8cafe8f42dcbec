#!/usr/bin/env python3
"""Lets somebody in through the portal's own TLS, in Chromium, and reads the certificate anew under an open page.

usage: portal/scripts/tls_use.py PROGRAM    PROGRAM is a built vigia-portal
"""
import base64
import hashlib
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from playwright.sync_api import Error, sync_playwright

import judge

WAIT = 90_000


def certificate(folder, name):
    """A certificate that nobody vouches for; gives the mark of its key by which Chromium may be told to trust it."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem",
         "-out", folder / "chain.pem"], check=True, capture_output=True)
    public = subprocess.run(
        ["openssl", "pkey", "-in", folder / "key.pem", "-pubout", "-outform", "DER"], check=True, capture_output=True)
    return base64.b64encode(hashlib.sha256(public.stdout).digest()).decode()


def told(stream, pattern):
    """The first line that fits."""
    for line in stream:
        if found := re.search(pattern, line):
            return found
    raise SystemExit(f"tls_use: nothing like {pattern!r} was said")


def use(program, folder, playwright):
    marks = [certificate(folder, "first")]
    portal = subprocess.Popen(
        [program, "serve", "--data", folder / "data", "--listen", "127.0.0.1:0", "--tls-certificate",
         folder / "chain.pem", "--tls-key", folder / "key.pem"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = f"https://localhost:{told(portal.stdout, r'at https://[0-9.]+:([0-9]+)').group(1)}"
        invitation = subprocess.run(
            [program, "invite", "--data", folder / "data", "--wearer", "Rosa", "--url", address, "ana@example.org"],
            check=True, capture_output=True, text=True).stdout.strip()
        stranger = judge.chromium(playwright)
        try:
            stranger.new_page().goto(invitation)
            raise SystemExit("tls_use: Chromium took a certificate that nobody vouches for")
        except Error as error:
            if "ERR_CERT_AUTHORITY_INVALID" not in error.message:
                raise
        stranger.close()
        browser = judge.chromium(playwright, f"--ignore-certificate-errors-spki-list={','.join(marks)}")
        page, complaints = browser.new_context(viewport={"width": 390, "height": 800}).new_page(), []
        judge.listen(page, complaints)
        page.goto(invitation)
        page.fill("#name", "Ana")
        page.fill("#password", "una tarde en Cuenca")
        page.click("main form button")
        page.wait_for_url(re.compile(r"/w/[0-9a-f]+$"), timeout=WAIT)
        page.wait_for_selector("#live:visible", timeout=WAIT)
        if not page.evaluate("isSecureContext"):
            raise SystemExit("tls_use: the page is not secure")
        if [cookie["name"] for cookie in page.context.cookies() if cookie["secure"]] != ["__Host-vigia"]:
            raise SystemExit(f"tls_use: the cookies are {page.context.cookies()}")
        certificate(folder, "second")
        portal.send_signal(signal.SIGHUP)
        told(portal.stderr, "was read again")
        shown = subprocess.run(
            ["openssl", "s_client", "-connect", address.removeprefix("https://")], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False).stdout
        if "CN = second" not in shown:
            raise SystemExit("tls_use: a new connection is shown the certificate of before")
        # The open page goes on by the connections that it has.
        if page.evaluate("fetch(location.href).then(answer => answer.status)") != 200:
            raise SystemExit("tls_use: the open page lost its portal with the renewal")
        browser.close()
        for line in complaints:
            print(f"tls_use: the browser says: {line}")
        return 1 if complaints else 0
    finally:
        portal.terminate()
        portal.wait(60)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        status = use(sys.argv[1], pathlib.Path(folder), playwright)
    print("tls_use: an invitation was taken over TLS, and the certificate renewed under the open page")
    return status


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(main())
