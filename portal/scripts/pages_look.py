#!/usr/bin/env python3
"""Looks at sample pages in Chromium: two themes, three widths, with script and without.

usage: portal/scripts/pages_look.py DIR --into PICTURES [--only NAME] [--one] [--views VIEWS] [--pictures DIR]

DIR has the pages that PortalPagesTests writes (VIGIA_PAGE_SAMPLES). They are served under the portal's own policy.
Ends with status 1 on a finding. `--one` takes one width and one theme of each page.
"""
import argparse
import functools
import http.server
import os
import pathlib
import re
import sys
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import judge

LEAFLET = pathlib.Path("/usr/share/javascript/leaflet")
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

# Ages that the script words otherwise than the server did.
AGES = """async () => {
  const ages = (from) => [...from.querySelectorAll('[data-age]')].map(e => e.textContent);
  const sent = ages(new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html'));
  return ages(document).map((said, i) => `${said} for ${sent[i]}`).filter((line, i) => ages(document)[i] !== sent[i]);
}"""


def sheets(page):
    """Paper: as many pages as the page has sheets, and nothing of the screen on them."""
    count = page.locator(".sheet").count()
    if not count:
        return []
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    page.emulate_media(media="print")
    shown = page.locator("main .screen").is_visible() or page.locator("header").is_visible()
    # As before: not even "screen", in which a PDF would be printed from then on.
    page.emulate_media(media="null")
    found = [] if pages == count else [f"print: {pages} pages for {count} sheets"]
    return found + (["print: the screen's part is on paper"] if shown else [])


class Pages(http.server.SimpleHTTPRequestHandler):
    """The folder, with the policy, and Debian's Leaflet under /static/leaflet/."""

    def translate_path(self, path):
        if path.startswith("/static/leaflet/"):
            return str(LEAFLET / pathlib.PurePosixPath(path).relative_to("/static/leaflet"))
        return super().translate_path(path)

    def do_GET(self):
        if self.path.endswith("/live"):
            # A stream that says the time once.
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            return
        super().do_GET()

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *words):
        pass


# The pictures of docs/portal.md: a page, and how much of it.
PICTURES = {"now-open": 1500, "alert-fetched": 900, "alert-known": 900, "now-lost": 1250, "day": 1000, "company-now": 900}


def take_pictures(address, into):
    into.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = judge.chromium(playwright)
        for theme, names in (("light", PICTURES), ("dark", {"now-open": 1500})):
            for name, height in names.items():
                page = browser.new_page(viewport={"width": 390, "height": height}, color_scheme=theme)
                page.goto(f"{address}/{name}-en.html")
                page.screenshot(path=into / f"{name}{'' if theme == 'light' else '-dark'}.png")
                page.close()
        browser.close()


def look(address, pages, views, into):
    """What is wrong with these pages in any of these views; takes a picture of each."""
    found, axe = [], Axe()
    with sync_playwright() as playwright:
        browser = judge.chromium(playwright)
        for theme, width, script in views:
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=theme, java_script_enabled=script)
            bare = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
            judge.without_scripts(bare)
            # One tab for all of them: a new one for each takes twice the time.
            page, complaints = context.new_page(), []
            judge.listen(page, complaints)
            judged = page if script else bare.new_page()
            for name in pages:
                view = f"{name.removesuffix('.html')}-{theme}-{width}{'' if script else '-noscript'}"
                page.goto(f"{address}/{name}", wait_until="load")
                found += [f"{view}: the script says other ages: {line}" for line in page.evaluate(AGES)] if script else []
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                if not script:
                    judged.goto(f"{address}/{name}", wait_until="load")
                    judged.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                found += [f"{view}: {line}" for line in judge.findings(page, axe, judged)]
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
                found += [f"{view}: the browser says: {text}" for text in complaints]
                complaints.clear()
                page.screenshot(path=into / f"{view}.png", full_page=True)
                found += [f"{view}: {line}" for line in sheets(page)]
            context.close()
            bare.close()
        browser.close()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--into", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--pictures", help="only makes the pictures of docs/portal.md in this folder")
    parser.add_argument("--views", help="such as light-390,dark-1280-noscript")
    options = parser.parse_args()
    into = pathlib.Path(options.into)
    into.mkdir(parents=True, exist_ok=True)
    serve = functools.partial(Pages, directory=options.folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    if options.pictures:
        take_pictures(address, pathlib.Path(options.pictures))
        return 0
    pages = sorted(p.name for p in pathlib.Path(options.folder).glob("*.html") if options.only in p.name)
    if options.one:
        pages = [name for name in pages if name.endswith("-es.html")]
    views = [("light", 320, True)] if options.one else [
        (theme, width, script) for theme in judge.THEMES for width in judge.WIDTHS for script in (True, False)]
    if options.views:
        parts = [view.split("-") for view in options.views.split(",")]
        views = [(part[0], int(part[1]), part[2:] != ["noscript"]) for part in parts]
    jobs = os.cpu_count()
    shares = [(address, pages[job::jobs], views, into) for job in range(jobs)]
    found = [line for share in judge.beside(look, shares) for line in share]
    for line in found:
        print(line)
    print(f"pages_look: {len(views) * len(pages)} views of {len(pages)} pages, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
