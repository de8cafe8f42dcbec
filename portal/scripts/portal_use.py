#!/usr/bin/env python3
"""Uses a portal with its family as caregivers do, and looks at each of its pages.

usage: portal/scripts/portal_use.py PROGRAM --into PICTURES [--proof]

Takes an alert to "the device knows" with the script, without it, and with keys alone; brings a testimony from its
sender to its readers; sets the device; looks at a map, and at every page in one language, theme and width. With --proof in all, and at
pages that lose their portal. Ends with status 1 on a finding.
"""
import argparse
import pathlib
import re
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import diary
import family
import judge
import quitting
import setting_use

KNOWS = {"es": "El dispositivo lo sabe desde", "en": "The device has known since"}
WAIT = 90_000


def open_alert(page, address, path):
    """Waits, on a page that updates by itself, until somebody is asked for; gives the path of that alert."""
    page.goto(address + path)
    page.wait_for_selector(".card.open.urgent form button", timeout=WAIT)


def take_with_script(browser, program, complaints):
    """The alert comes to an open page; one press; the device's word comes to the same page."""
    with family.Family(program) as home:
        page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
        judge.listen(page, complaints)
        family.sign_in(page, home.address, family.HELPS)
        open_alert(page, home.address, family.wearer(page, home.address, "Rosa"))
        began = time.monotonic()
        page.click(".card.open.urgent form button")
        page.wait_for_selector(f"text={KNOWS['es']}", timeout=WAIT)
        print(f"portal_use: with script: taken and known after {time.monotonic() - began:.1f} s")
        page.context.close()


def take_without_script(browser, program, complaints):
    """The same by links and forms alone."""
    with family.Family(program) as home:
        context = browser.new_context(viewport={"width": 320, "height": 700}, java_script_enabled=False)
        page = context.new_page()
        judge.listen(page, complaints)
        family.sign_in(page, home.address, family.HELPS)
        page.goto(home.address + family.wearer(page, home.address, "Rosa"))
        again(page, lambda: page.locator(".card.open.urgent form button").count(), "an open alert")
        page.locator(".card.open.urgent form button").first.click()
        again(page, lambda: KNOWS["es"] in page.inner_text("main"), "the device's word")
        print("portal_use: without script: taken and known")
        context.close()


def again(page, is_there, what):
    """Follows the page's own link to itself until something is there."""
    end = time.monotonic() + WAIT / 1000
    while not is_there():
        if time.monotonic() > end:
            raise SystemExit(f"portal_use: {what} did not come within {WAIT // 1000} s")
        time.sleep(0.5)
        page.click("#reload")


def take_by_keys(browser, program, complaints):
    """The same by keys alone: no click, no fill."""
    with family.Family(program) as home:
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        judge.listen(page, complaints)
        page.goto(f"{home.address}/login")
        tab(page, "#email")
        write(page, family.HELPS)
        tab(page, "#password")
        write(page, family.PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: "/login" not in url)
        tab(page, "main a", "Rosa")
        page.keyboard.press("Enter")
        page.wait_for_selector(".card.open.urgent form button", timeout=WAIT)
        tab(page, ".card.open.urgent form button")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"text={KNOWS['es']}", timeout=WAIT)
        print("portal_use: by keys: taken and known")
        page.context.close()


def change_clocks(browser, program, complaints):
    """The zone's clocks go back under an open page, which then says the hour that the server says."""
    with family.Family(program) as home:
        page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
        judge.listen(page, complaints)
        family.sign_in(page, home.address, family.LOOKS)
        path = family.wearer(page, home.address, "Rosa")
        page.goto(home.address + path)
        minutes = "() => byId('clock').textContent.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)"
        before = page.evaluate(minutes)

        def back(route):
            answer = route.fetch()
            route.fulfill(response=answer, body=re.sub(
                r'(?<=<span id="clock">)\d\d', lambda hour: f"{(int(hour[0]) + 23) % 24:02}", answer.text()))
        page.route(home.address + path, back)
        page.evaluate("takeOver()")
        page.wait_for_timeout(5000)
        after = page.evaluate(minutes)
        # The family lives five minutes in five seconds; it begins at eight.
        if not before - 60 <= after < before - 30:
            raise SystemExit(f"portal_use: the clock goes from minute {before} to {after}; expected an hour less")
        # A page that nothing renews knows the moment of the change.
        hour = page.evaluate("""() => {
          const before = minuteNow();
          start.turn = [portalNow() - 1, 60];
          return (minuteNow() - before + 1440) % 1440;
        }""")
        if hour not in (60, 61):
            raise SystemExit(f"portal_use: the clock goes ahead by {hour} min; expected 60")
        page.unroute_all(behavior="ignoreErrors")
        come_back(page.context, home.address + path)
        page.context.close()
    print("portal_use: the page follows a change of the clocks")


def come_back(context, address):
    """Somebody comes back to a page while there is no network yet: the try after that is a look as well."""
    page = context.new_page()
    page.goto(address)
    looks = []

    def ask(route):
        looks.append("vigia-renewal" not in route.request.headers)
        (route.abort if looks[-1] and looks.count(True) == 1 else route.continue_)()
    page.route(address, ask)
    page.evaluate("wake()")
    end = time.monotonic() + WAIT / 1000
    while True not in looks[:-1] and time.monotonic() < end:
        page.wait_for_timeout(200)
    if (True, True) not in zip(looks, looks[1:]):
        raise SystemExit(f"portal_use: the looks among a page's requests are {looks}; expected two in a row")
    page.close()


def see_map(browser, program, complaints, into):
    """Tiles stand over our plan; without them the plan stays, and says why."""
    with family.Tiles() as tiles, family.Family(
            program, "--tiles", tiles.template, "--tiles-attribution", "© the makers of this map") as home:
        page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
        judge.listen(page, complaints)
        family.sign_in(page, home.address, family.LOOKS)
        page.goto(home.address + family.wearer(page, home.address, "Rosa"))
        page.wait_for_selector("#map .leaflet-tile-loaded", timeout=WAIT)
        page.wait_for_selector("#map .place-label", timeout=WAIT)
        label = page.inner_text("#map .place-label")
        if "±" not in label or "hace" not in label:
            raise SystemExit(f"portal_use: the mark on the map says {label!r}; expected its accuracy and its age")
        cut = page.evaluate("""() => {
          const frame = document.getElementById('map').getBoundingClientRect();
          const label = document.querySelector('#map .place-label').getBoundingClientRect();
          return label.left < frame.left || label.right > frame.right || label.top < frame.top;
        }""")
        if cut:
            raise SystemExit("portal_use: the words on the map reach over its edge")
        page.locator("#ground").screenshot(path=into / "map.png")
        found = judge.findings(page)
        # The mark follows without a reload, and no tile that is dropped offends the policy.
        before = page.get_attribute("#plans", "data-at")
        for _ in range(3):
            page.click("#map .leaflet-control-zoom-in")
            page.click("#map .leaflet-control-zoom-out")
        page.wait_for_function("(before) => document.getElementById('plans').dataset.at !== before", arg=before, timeout=WAIT)
        page.click("#ground button")
        page.wait_for_selector("#plans:visible")
        tiles.close()
        page.context.new_page().goto("about:blank")
        page.reload()
        page.wait_for_selector("text=El mapa no se puede cargar", timeout=WAIT)
        page.wait_for_selector("#plans:visible")
        # The browser says itself that the tiles did not come.
        complaints[:] = [line for line in complaints if "ERR_CONNECTION_REFUSED" not in line]
        page.context.close()
    print("portal_use: the map came, moved, and gave way to the plan")
    return [f"map: {line}" for line in found]


def lose_portal(browser, program):
    """A page whose portal has died says so, also to somebody who looks at it after hours, and one that comes back goes
    on. So do seven pages at once, and one whose requests alone fail."""
    with family.Family(program) as home:
        context = browser.new_context(viewport={"width": 390, "height": 800})
        page = family.sign_in(context.new_page(), home.address, family.LOOKS)
        path = home.address + family.wearer(page, home.address, "Manuel")
        context.add_init_script("const real = Date.now; window.asleep = 0; Date.now = () => real() + window.asleep;")
        # An answer that has come may wait until the phone wakes.
        context.add_init_script("""
          const ask = window.fetch;
          window.fetch = async (...words) => {
            const answer = await ask(...words);
            window.hasAnswer = true;
            await window.held;
            return answer;
          };
        """)
        for _ in range(7):
            page = context.new_page()
            page.goto(path)
            page.wait_for_selector("#live:visible")
        page.evaluate("""() => {
          window.held = new Promise((go) => { window.letGo = go; });
          window.hasAnswer = false;
          takeOver();
        }""")
        page.wait_for_function("() => window.hasAnswer", timeout=WAIT)
        home.pause()
        page.wait_for_selector("#stale:has-text('Lo que ves puede haber cambiado')", timeout=WAIT)
        sleep_on(page, 8)
        page.evaluate("() => window.letGo()")
        page.wait_for_selector("#stale:has-text('desde hace 8 h')", timeout=WAIT)
        home.go_on()
        page.wait_for_function("() => document.getElementById('stale').textContent === ''", timeout=WAIT)
        # The stream goes on, and the page itself does not come.
        page.route(path, lambda route: route.fulfill(status=503))
        page.evaluate("() => { takeOver(); }")
        page.wait_for_selector("#stale:has-text('Lo que ves puede haber cambiado')", timeout=WAIT)
        page.unroute(path)
        page.wait_for_function("() => document.getElementById('stale').textContent === ''", timeout=WAIT)
        context.close()
    print("portal_use: a page without its portal says so, and stops saying it")


def sleep_on(page, hours):
    """The phone sleeps, with its browser's own clock, and somebody looks again."""
    for is_hidden in (True, False):
        page.evaluate("""([isHidden, ms]) => {
          Object.defineProperty(document, 'hidden', {value: isHidden, configurable: true});
          window.asleep += ms;
          document.dispatchEvent(new Event('visibilitychange'));
        }""", [is_hidden, 0 if is_hidden else hours * 3_600_000])


def tab(page, selector, text=""):
    """Presses Tab until that element has the focus, which must show."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(
                "([selector, text]) => document.activeElement.matches(selector) && "
                "document.activeElement.textContent.includes(text)", [selector, text]):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            if outline == "none":
                raise SystemExit(f"portal_use: nobody sees that {selector} has the focus")
            return
    raise SystemExit(f"portal_use: {selector} {text} cannot be reached by keys")


def write(page, text):
    for letter in text:
        page.keyboard.press(letter)


def paths(page, address):
    """The addresses of all pages that somebody who administers reaches."""
    rosa, manuel = (family.wearer(page, address, name) for name in ("Rosa", "Manuel"))
    page.goto(address + rosa)
    alert = page.locator(".open a, .rows a").first.get_attribute("href")
    day = page.locator("header nav a").nth(2).get_attribute("href")
    return {
        "home": "/", "now": rosa, "now-other": manuel, "alerts": f"{rosa}/notices", "alert": alert, "day": day,
        "company": f"{rosa}/company", "test": f"{rosa}/test", "people": f"{rosa}/people",
        "reminders": f"{rosa}/reminders", "reminder-new": f"{rosa}/reminders/new", "reminder": f"{rosa}/reminders/1",
        "reminder-delete": f"{rosa}/reminders/1/delete", "perimeter": f"{rosa}/perimeter",
        "settings": f"{rosa}/settings", "caregiver-new": f"{rosa}/people/caregivers", "changes": f"{rosa}/changes",
        "quitting": f"{manuel}/quitting", "diary": f"{manuel}/diary", "testimonies": "/testimonies", "moderation": "/moderation",
        "device": f"{rosa}/device", "audit": f"{rosa}/audit", "account": "/account", "nothing": f"{rosa}/nothing",
    }


class Tab:
    """A tab for many pages in one view, and one for axe: with scripts that run, but none of a page's own."""

    def __init__(self, browser, theme, width, script, state, language):
        view = dict(
            viewport={"width": width, "height": 900}, color_scheme=theme, storage_state=state, locale=language)
        self.page, self.complaints = browser.new_context(java_script_enabled=script, **view).new_page(), []
        judge.listen(self.page, self.complaints)
        self.bare = None
        if not script:
            context = browser.new_context(**view)
            judge.without_scripts(context)
            self.bare = context.new_page()

    def look(self, address, axe):
        """Goes there; gives the answer's status, and what is wrong with the page."""
        self.complaints.clear()
        answer = self.page.goto(address, wait_until="load")
        if self.bare:
            self.bare.goto(address, wait_until="load")
        return answer.status, judge.findings(self.page, axe, self.bare)

    def close(self):
        self.page.context.close()
        if self.bare:
            self.bare.context.close()


def look(browser, program, into, proof, language):
    """Every page of a family that has seen an alert, a question, company and a test; gives its findings."""
    views = [(theme, width, script) for theme in judge.THEMES for width in judge.WIDTHS for script in (True, False)]
    views = views if proof else [("light", 320, True)]
    axe, count, found = Axe(), 0, []
    with family.Family(program) as home:
        page = browser.new_page()
        family.sign_in(page, home.address, family.ADMINISTERS)
        rosa = family.wearer(page, home.address, "Rosa")
        open_alert(page, home.address, rosa)
        page.click(f"form[action='{rosa}/where'] button")
        page.goto(f"{home.address}{rosa}/company")
        page.click(".choices button")
        page.goto(f"{home.address}{rosa}/test")
        page.click("button.main")
        all_paths = paths(page, home.address)
        family.speak(page, home.address, language)
        state = page.context.storage_state()
        for theme, width, script in views:
            stranger, caregiver = (Tab(browser, theme, width, script, who, language) for who in (None, state))
            for name, path in [("login", "/login"), *all_paths.items()]:
                tab = stranger if name == "login" else caregiver
                title = f"{name}-{language}-{theme}-{width}{'' if script else '-noscript'}"
                status, wrong = tab.look(home.address + path, axe)
                if status != (404 if name == "nothing" else 200):
                    found.append(f"{title}: {path} was answered {status}")
                said = [line for line in tab.complaints if name != "nothing" or "404" not in line]
                found += [f"{title}: {line}" for line in wrong]
                found += [f"{title}: the browser says: {line}" for line in said]
                tab.page.screenshot(path=into / f"{title}.png", full_page=True)
                count += 1
            stranger.close()
            caregiver.close()
        page.close()
    print(f"portal_use: {count} views of {len(all_paths) + 1} pages in {language}", flush=True)
    return found


# What is done, each with a family of its own; `lost` and the second language belong to --proof.
PARTS = {
    "takes-script": lambda browser, program, complaints, *_: take_with_script(browser, program, complaints),
    "takes-bare": lambda browser, program, complaints, *_: take_without_script(browser, program, complaints),
    "takes-keys": lambda browser, program, complaints, *_: take_by_keys(browser, program, complaints),
    "clocks": lambda browser, program, complaints, *_: change_clocks(browser, program, complaints),
    "map": lambda browser, program, complaints, into, _: see_map(browser, program, complaints, into),
    "quitting": lambda browser, program, complaints, *_: quitting.use(browser, program, complaints),
    "settings": lambda browser, program, complaints, *_: setting_use.use(browser, program, complaints),
    "diary": lambda browser, program, complaints, *_: diary.use(browser, program, complaints),
    "lost": lambda browser, program, *_: lose_portal(browser, program),
    "look-es": lambda browser, program, _, into, proof: look(browser, program, into, proof, "es"),
    "look-en": lambda browser, program, _, into, proof: look(browser, program, into, proof, "en"),
}
ONLY_IN_PROOF = {"lost", "look-en"}


def do(part, program, into, proof):
    """One part in a browser of its own; gives its findings."""
    complaints = []
    with sync_playwright() as playwright:
        browser = judge.chromium(playwright)
        found = PARTS[part](browser, program, complaints, into, proof) or []
        browser.close()
    return found + [f"the browser says: {line}" for line in complaints]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--into", required=True)
    parser.add_argument("--proof", action="store_true")
    parser.add_argument("--only", choices=PARTS)
    options = parser.parse_args()
    into = pathlib.Path(options.into)
    into.mkdir(parents=True, exist_ok=True)
    # The longest begin first.
    parts = [options.only] if options.only else [
        part for part in reversed(PARTS) if options.proof or part not in ONLY_IN_PROOF]
    # Most of them wait for a life to go on.
    done = judge.beside(do, [(part, options.program, into, options.proof) for part in parts], each=2)
    found = [line for findings in done for line in findings]
    for line in found:
        print(line)
    print(f"portal_use: {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
