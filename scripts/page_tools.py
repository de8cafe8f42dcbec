#!/usr/bin/env python3
"""Uses the tools of a page as people do, and compares what they show with `vigia replay`.

usage: scripts/page_tools.py VIGIA TRACE --into DIR [--language es]

Makes the page, moves radius, sensitivity and home, plays, uses keys and fingers alone, and damages copies of
the page. Takes pictures into DIR. Ends with status 1 on a finding. Needs Chromium and the packages of
scripts/page-requirements.txt.
"""
import argparse
import base64
import gzip
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from page_look import COLLISIONS, WIDTHS

found = []


def check(holds, what):
    if not holds:
        found.append(what)


class Native:
    """The command line, for comparison."""

    def __init__(self, vigia, trace):
        self.vigia, self.trace = vigia, trace

    def run(self, *arguments):
        said = subprocess.run(
            [self.vigia, "replay", self.trace, *arguments, "--format", "json"], capture_output=True, text=True)
        return [json.loads(line) for line in said.stdout.splitlines()]

    def summary(self, *arguments):
        return next(line for line in self.run(*arguments) if line["event"] == "summary")


class Tools:
    """One page in the browser."""

    def __init__(self, page, path, **options):
        self.page, self.complaints = page, []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(path.as_uri())
        page.wait_for_selector("article[data-state]", timeout=20000, **options)

    def value(self, script):
        return self.page.evaluate(script)

    def settle(self):
        """Two pictures later the replay of the last change is shown."""
        self.value("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(r))))")

    def cell(self, key):
        return self.page.text_content(f"[data-key={key}] td:last-child")

    def state(self):
        return self.page.text_content(".living .state")

    def go(self, moment):
        self.value(f"(() => {{ const bar = document.querySelector('.player .time'); bar.value = {moment};"
                   " bar.dispatchEvent(new Event('input')); })()")

    def tap(self, key, times=1):
        for _ in range(times):
            self.page.keyboard.press(key)
        self.settle()

    def is_shown(self, selector):
        return self.value(f"document.querySelector({selector!r})?.getClientRects().length > 0")


def loaded(tools, native):
    own = native.summary()
    check(tools.value("document.querySelector('article').dataset.state") == "ready",
          f"the tools are off: {tools.state()}")
    check(own["digest"] in tools.state(), "the page does not show the report's digest")
    check(tools.cell("digest") == own["digest"], "the digest of the page is not that of vigia replay")
    check(tools.is_shown(".map") and tools.is_shown(".player"), "the tools are not seen")
    check(not tools.is_shown(".still"), "the printed plan is shown beside the one that moves")


def agree(tools, native, name, *arguments):
    """The page and the command line tell the same of a perimeter."""
    wanted = native.summary(*arguments)
    for key in ["exits", "returns", "digest"]:
        check(tools.cell(key) == str(wanted[key]), f"{name}: {key} is {tools.cell(key)}, expected {wanted[key]}")


def radii(tools, native, centre):
    for metres in [100, 130, 250, 470, 1000]:
        tools.page.fill(".radius-number", str(metres))
        tools.settle()
        agree(tools, native, f"radius {metres}", f"--perimeter={centre},{metres}")
        swept = native.run(f"--perimeter={centre},{metres}", "--sweep", f"radius={metres}..{metres}:50")
        row = next(line for line in swept if line["event"] == "sweep")
        shown = seconds(tools.cell("outside"))
        check(abs(shown - row["outside_s"]) <= max(0.5, 0.01 * shown) or shown >= 3600,
              f"radius {metres}: {tools.cell('outside')} outside, expected {row['outside_s']} s")
        late = tools.cell("late")
        check((row["late_s"] is None) == (late == "–") and (
            row["late_s"] is None or abs(abs(row["late_s"]) - seconds(late)) <= 0.5),
            f"radius {metres}: late {late}, expected {row['late_s']}")
        in_words = tools.page.text_content(".outcome")
        check(tools.value("document.querySelector('.radius-range').value")
              == str(round(metres / 10) * 10), "the slider does not follow the number")
        check(in_words.strip() != "", "no outcome in words")
    for wrong in ["99", "1001", ""]:
        tools.page.fill(".radius-number", wrong)
        tools.page.keyboard.press("Tab")
        tools.settle()
        check(tools.value("document.querySelector('.radius-number').value") == "1000",
              f"a radius of {wrong!r} is not put back")


def seconds(text):
    units = {"s": 1, "min": 60, "h": 3600, "d": 86400}
    return sum(float(number.replace(",", ".")) * units[unit]
               for number, unit in re.findall(r"([\d.,]+)\s(min|s|h|d)\b", text))


def sensitivities(tools, native, centre):
    tools.page.fill(".radius-number", "130")
    rows = {line["sensitivity"]: line
            for line in native.run(f"--perimeter={centre},130", "--sweep", "sensitivity")
            if line["event"] == "sweep"}
    for name in ["calm", "normal", "quick"]:
        tools.page.check(f".tempers input[value={name}]")
        tools.settle()
        for key in ["exits", "returns", "digest"]:
            check(tools.cell(key) == str(rows[name][key]),
                  f"{name}: {key} is {tools.cell(key)}, expected {rows[name][key]}")
    tools.page.check(".tempers input[value=normal]")


def home(tools, native):
    """Home is dragged with the mouse, and the command that the page shows does the same."""
    tools.page.fill(".radius-number", "150")
    tools.settle()
    tools.page.locator(".map").scroll_into_view_if_needed()
    house = tools.page.locator(".house").bounding_box()
    x, y = house["x"] + house["width"] / 2, house["y"] + house["height"] / 2
    tools.page.mouse.move(x, y)
    tools.page.mouse.down()
    tools.page.mouse.move(x + 40, y - 25, steps=5)
    tools.page.mouse.up()
    tools.settle()
    after = tools.page.locator(".house").bounding_box()
    check(abs(after["x"] - house["x"] - 40) < 2 and abs(after["y"] - house["y"] + 25) < 2,
          "home does not follow the mouse")
    line = tools.page.text_content("code.profile")
    lat, lon = re.search(r"lat: (\S+), lon: (\S+),", line).groups()
    agree(tools, native, "home dragged", f"--perimeter={lat},{lon},150")
    words = shlex.split(tools.page.text_content("code.command"))
    check(words[:2] == ["vigia", "replay"], f"no command: {words}")
    said = subprocess.run([native.vigia, *words[1:], "--format", "json"], capture_output=True, text=True)
    last = json.loads(said.stdout.splitlines()[-1])
    check(last["digest"] == tools.cell("digest"), "the command that the page shows replays something else")
    check(tools.is_shown(".changed-layer .radius"), "the chart does not show the other circle")
    tools.page.click(".reset")
    tools.settle()
    agree(tools, native, "reset")
    check(not tools.is_shown(".changes"), "the list of changes stays after the reset")
    check(tools.is_shown(".told"), "the recorded chart does not come back")


def keys(tools):
    """The keyboard alone reaches and moves everything, and the focus is seen."""
    page = tools.page
    page.evaluate("(h => { h.tabIndex = -1; h.focus(); })(document.querySelector('h1'))")
    reached = []
    for _ in range(200):
        page.keyboard.press("Tab")
        name = page.evaluate("(() => { const e = document.activeElement;"
                             " return e === document.body ? '' : e.className || e.type || e.localName })()")
        if not name:
            break
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        check(outline != "none", f"the focus on {name} is not seen")
        reached.append(name)
    for name in ["map", "house", "in", "out", "all", "radius-range", "radius-number", "radio", "play", "before",
                 "time", "after", "sound"]:
        check(name in reached, f"the key Tab does not reach {name}")

    def place():
        return page.evaluate("[document.querySelector('.house').style.left, document.querySelector('.house').style.top]")

    page.focus(".map")
    for key in ["ArrowLeft", "ArrowUp", "+", "-", "Home"]:
        before = place()
        page.keyboard.press(key)
        tools.settle()
        check(place() != before, f"{key} does not move the plan")
    page.focus(".house")
    tools.tap("ArrowRight", 3)
    check("lon: " in page.text_content("code.profile"), "arrow keys do not move home")
    tools.tap("ArrowLeft", 3)
    check(not tools.is_shown(".changes"), "home does not come back by arrow keys")
    page.focus(".radius-range")
    tools.tap("End")
    check(page.input_value(".radius-number") == "1000", "End on the radius is not 1000 m")
    tools.tap("Home")
    check(page.input_value(".radius-number") == "100", "Home on the radius is not 100 m")
    tools.tap("ArrowRight")
    check(page.input_value(".radius-number") == "110", "an arrow key does not change the radius")
    page.focus(".player .time")
    tools.tap("End")
    last = page.text_content(".when strong")
    tools.tap("Home")
    first = page.text_content(".when strong")
    check(first != last, "Home and End do not move the time")
    page.focus(".player .after")
    page.keyboard.press("Enter")
    check(page.text_content(".when strong") != first, "the key for the next event does nothing")
    if tools.is_shown(".reset:enabled"):
        page.focus(".reset")
        tools.tap("Enter")


def linked(tools, native):
    """One moment everywhere: plan, charts, table, and the wearer's screen in the words of vigia replay."""
    lines = native.run("--screens")
    start = tools.value("JSON.parse(document.getElementById('trace-1-facts').textContent).start")
    screens = [line for line in lines if line["event"] == "screen"]
    check(len(screens) > 1, "the trace shows no screens")
    for screen in screens[:: max(1, len(screens) // 8)]:
        moment = tools.value(f"Date.parse({screen['time']!r}) - {start}")
        later = [s for s in screens if s["time"] > screen["time"]]
        if any(s["time"] == screen["time"] and s is not screen for s in screens) or moment < 1000:
            continue
        if later and tools.value(f"Date.parse({later[0]['time']!r}) - {start}") < moment + 1000:
            continue
        tools.go(moment + 999)
        face = tools.value("[...document.querySelectorAll('.face p')].map(p => p.textContent)")
        wanted = [line for line in screen["lines"] if not line.startswith("<")]
        # The time of the day goes on.
        check([line for line in wanted if not re.fullmatch(r"\d\d:\d\d", line)]
              == [line for line in face if not re.fullmatch(r"\d\d:\d\d", line)],
              f"at {screen['time']} the screen shows {face}, expected {wanted}")
    check(tools.value("document.querySelectorAll('.here').length") == 1, "the plan shows no wearer")
    check(tools.value("[...document.querySelectorAll('.cursor')].some(c => c.getAttribute('d'))"),
          "no chart shows the moment")
    check(tools.value("document.querySelectorAll('tr[aria-current]').length") == 1, "the table marks no row")
    row = tools.page.locator("tr[data-at]").nth(4)
    row.locator("td").nth(1).click()
    check(row.get_attribute("aria-current") == "true", "a click on a row does not go there")
    before = tools.page.text_content(".when strong")
    chart = tools.page.locator("svg[data-metres]:visible").first
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    tools.page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + 60)
    check(tools.page.text_content(".when strong") != before, "a click on the chart does not go there")


def plays(tools):
    page = tools.page
    tools.value("(() => { window.heard = []; const own = Loudspeaker.prototype.play; Loudspeaker.prototype.play ="
                " function (burst) { own.call(this, burst); heard.push([burst, this.source !== undefined]) } })()")
    tools.go(0)
    page.select_option(".speed select", "600")
    page.click(".player .play")
    page.wait_for_timeout(1200)
    page.click(".player .play")
    here = page.input_value(".player .time")
    check(float(here) > 60000, f"a second at 600 times is {here} ms")
    check(tools.value("heard.every(([burst, sounds]) => !sounds)"), "it sounds before somebody asks for it")
    stopped = page.input_value(".player .time")
    page.wait_for_timeout(200)
    check(page.input_value(".player .time") == stopped, "the walk does not stop")
    page.click(".player .sound")
    check(page.get_attribute(".player .sound", "aria-pressed") == "true", "the sound does not turn on")
    tools.go(0)
    page.click(".player .play")
    page.wait_for_timeout(2500)
    if tools.value("document.querySelector('.player').classList.contains('playing')"):
        page.click(".player .play")
    check(tools.value("heard.some(([burst, sounds]) => sounds)"), "nothing sounds")
    page.click(".player .sound")


def fingers(browser, path):
    """A touch goes to a moment, and two fingers zoom."""
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    tools = Tools(context.new_page(), path)
    page = tools.page
    page.locator(".map").scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    d = tools.value("[...document.querySelectorAll('.map .dot')].map(dot => dot.getAttribute('d')).join('')")
    box = page.locator(".map").bounding_box()
    # The spot of the track that lies farthest from the house, which would take the touch.
    x, y = max(((float(x), float(y)) for x, y in re.findall(r"M([\d.-]+) ([\d.-]+)", d)),
               key=lambda spot: abs(spot[0] - box["width"] / 2) + abs(spot[1] - box["height"] / 2))
    before = page.text_content(".when strong")
    tools.go(tools.value("Number(document.querySelector('.player .time').max)"))
    end = page.text_content(".when strong")
    page.touchscreen.tap(box["x"] + x, box["y"] + y)
    check(page.text_content(".when strong") != end, f"a touch of the track does not leave {end} ({before})")
    scale = tools.value("document.querySelector('.map .scale').getBBox().width + ' ' + document.querySelector('.map .label').textContent")
    session = context.new_cdp_session(page)
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)

    def touch(kind, spread):
        points = [{"x": middle[0] - spread, "y": middle[1], "id": 1}, {"x": middle[0] + spread, "y": middle[1], "id": 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    touch("touchStart", 30)
    for spread in range(40, 120, 10):
        touch("touchMove", spread)
    touch("touchEnd", 0)
    tools.settle()
    check(scale != tools.value("document.querySelector('.map .scale').getBBox().width + ' ' + document.querySelector('.map .label').textContent"),
          "two fingers do not zoom")
    found.extend(f"fingers: {text}" for text in tools.complaints)
    context.close()


def looks(browser, path, folder):
    """The tools at work in both themes and all widths: axe-core, targets of 44 px, nothing sideways."""
    axe = Axe()
    for theme in ["light", "dark"]:
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
            tools = Tools(page, path)
            name = f"{path.stem}-tools-{theme}-{width}"
            page.fill(".radius-number", "130")
            page.focus(".house")
            tools.tap("Shift+ArrowRight")
            tools.go(250000)
            tools.settle()
            for violation in axe.run(page).response["violations"]:
                for node in violation["nodes"][:3]:
                    check(False, f"{name}: {violation['id']}: {node['html'][:160]}")
            wide = tools.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(wide <= 0, f"{name}: scrolls sideways by {wide} px")
            for pair in tools.value(COLLISIONS):
                check("changed" in pair, f"{name}: labels collide: {pair}")
            small = tools.value("""[...document.querySelectorAll('.tools button, .tools input, .player :is(button, input, select)')]
              .filter(e => e.getClientRects().length)
              .map(e => [e.className || e.value, (e.type === 'radio' ? e.parentElement : e).getBoundingClientRect()])
              .filter(([, box]) => box.height < 44 || box.width < 44).map(([name, box]) => `${name} ${box.width}×${box.height}`)""")
            for target in small:
                check(False, f"{name}: a target under 44 px: {target}")
            page.locator(".living").evaluate("e => e.scrollIntoView()")
            page.screenshot(path=folder / f"{name}.png")
            page.locator(".told-now").evaluate("e => e.scrollIntoView()")
            page.screenshot(path=folder / f"{name}-below.png")
            found.extend(f"{name}: {text}" for text in tools.complaints)
            page.emulate_media(media="print")
            check(not tools.is_shown(".living") and not tools.is_shown(".player"), f"{name}: the tools are printed")
            check(tools.is_shown(".still"), f"{name}: the plan is not printed")
            page.close()


def paper(browser, path, folder):
    """A page that is printed after its radius was moved shows what was recorded, and nothing else."""
    page = browser.new_page()
    tools = Tools(page, path)
    page.emulate_media(media="print")
    recorded = page.screenshot(full_page=True)
    page.emulate_media(media="screen")
    page.fill(".radius-number", "990")
    tools.settle()
    tools.go(250000)
    check(tools.is_shown(".changed-layer .radius") and not tools.is_shown(".told"),
          "the other circle is not in the chart")
    page.emulate_media(media="print")
    check(tools.is_shown(".told"), "the recorded chart is not printed")
    for selector in [".changed-layer *", ".cursor", ".living", ".player"]:
        check(not tools.is_shown(selector), f"{selector} is printed")
    printed = page.screenshot(full_page=True, path=folder / f"{path.stem}-print.png")
    check(printed == recorded, "a page whose radius was moved is printed otherwise")
    page.close()


def too_far(browser, path):
    """A home where none can be is refused, and the tools go on from the place before it."""
    page = browser.new_page()
    tools = Tools(page, path)
    tools.value("(() => { const own = Walk.prototype.goTo; Walk.prototype.goTo ="
                " function (moment) { window.walk = this; own.call(this, moment) } })()")
    tools.go(0)
    same = tools.state()
    tools.value("walk.move(50, 20)")
    tools.settle()
    near = (tools.cell("digest"), page.text_content("code.profile"))
    tools.value("walk.move(150000, 20)")
    tools.settle()
    check(tools.is_shown(".map") and tools.is_shown(".player"), "a home too far away turns the tools off")
    check("100 km" in tools.state(), f"no reason for the home that is too far: {tools.state()}")
    check((tools.cell("digest"), page.text_content("code.profile")) == near, "home does not stay where it was")
    tools.value("walk.move(60, 20)")
    tools.settle()
    check(tools.state() == same, "the reason stays after a home that is possible")
    tools.value("(() => { walk.firmware.replay = () => { throw new Error('broken') } })()")
    page.click(".player .play")
    tools.value("walk.move(70, 20)")
    tools.settle()
    check("broken" in tools.state(), f"no reason for the failure: {tools.state()}")
    check(not tools.is_shown(".tools") and not tools.is_shown(".player"), "the tools stay on after a failure")
    check(not tools.is_shown(".changed-layer *") and tools.is_shown(".told"),
          "the chart of the other circle stays after a failure")
    moment = tools.value("walk.moment")
    page.wait_for_timeout(200)
    check(tools.value("walk.moment") == moment, "the walk plays on behind tools that are off")
    page.close()


def places(browser, path):
    """The bar says inside only of a position within the circle, and outside only of an exit that is open."""
    page = browser.new_page()
    tools = Tools(page, path)
    tools.value("(() => { const own = Walk.prototype.goTo; Walk.prototype.goTo ="
                " function (moment) { window.walk = this; own.call(this, moment) } })()")
    tools.go(0)
    words = tools.value("pageWords.texts")
    for moment in tools.value("[...walk.track.at].filter((at, i) => walk.track.refusal[i] === counted && i % 7 === 0)"):
        tools.value(f"walk.goTo({moment})")
        said = page.text_content(".when span").split(" · ")[0]
        is_out = tools.value(f"walk.result.outside.some(([a, b]) => a <= {moment} && {moment} < (b ?? Infinity))")
        is_near = tools.value("walk.track.distance[walk.place] <= walk.radius")
        wanted = words["outside"] if is_out else words["inside"] if is_near else words["unannounced"]
        check(said == wanted, f"at {moment} ms the bar says {said}, expected {wanted}")
    for event in tools.value("walk.crossings.map(event => [event.t, event.time])"):
        tools.value(f"walk.goTo({event[0]})")
        told = tools.value(f"walk.clock.text({event[1]})")
        check(page.text_content(".when strong") == told, f"the bar's time at an event is not its own {told}")
    page.close()


def calm(browser, path):
    page = browser.new_page(reduced_motion="reduce")
    tools = Tools(page, path)
    tools.value("(() => { window.moments = new Set(); new MutationObserver(() => moments.add(document.querySelector("
                "'.when strong').textContent)).observe(document.querySelector('.when'), {subtree: true, childList: true}) })()")
    page.click(".player .play")
    page.wait_for_timeout(2600)
    check(1 <= tools.value("moments.size") <= 4, f"little motion shows {tools.value('moments.size')} pictures in 2.6 s")
    page.close()


def off(browser, path, folder):
    """Without script, browser, module or an honest digest the page is complete, and says why it has no tools."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    check(page.locator(".still svg:visible").count() > 0, "without script the plan is missing")
    check(page.locator(".tools:visible, .player:visible").count() == 0, "without script there are tools")
    check(page.locator(".living .state").inner_text() != "", "without script nothing says why")
    page.screenshot(path=folder / f"{path.stem}-noscript.png")
    context.close()
    text = path.read_text()

    def block(name):
        match = re.search(rf'id="{name}">([^<]*)</script>', text)
        return match.start(1), match.group(1)

    def damaged(name, change):
        at, content = block(name)
        return text[:at] + change(content) + text[at + len(content):]

    facts = json.loads(block("trace-1-facts")[1])
    wrong = "0" * 16
    cases = {
        "other-digest": damaged("trace-1-facts", lambda t: t.replace(facts["digest"], wrong)),
        "walk-cut": damaged("trace-1-walk", lambda t: t[: len(t) // 2 // 5 * 5]),
        "walk-gone": damaged("trace-1-walk", lambda t: ""),
        "walk-changed": damaged("trace-1-walk", changed_walk),
        "module-gone": damaged("living-module", lambda t: ""),
        "module-cut": damaged("living-module", lambda t: t[: len(t) // 2 // 5 * 5]),
        "module-changed": damaged("living-module", lambda t: t[:20000] + ("B" if t[20000] == "A" else "A") + t[20001:]),
    }
    reasons = {}
    for name, html in cases.items():
        copy = folder / f"{path.stem}-off-{name}.html"
        copy.write_text(html)
        page = browser.new_page()
        tools = Tools(page, copy)
        reasons[name] = tools.state()
        check(not tools.is_shown(".tools") and not tools.is_shown(".player"), f"{name}: the tools are on")
        check(tools.is_shown(".still"), f"{name}: the plan is missing")
        page.close()
        copy.unlink()
    check(wrong in reasons["other-digest"] and facts["digest"] in reasons["other-digest"],
          f"the reason does not name both digests: {reasons['other-digest']}")
    page = browser.new_page()
    page.add_init_script("delete window.WebAssembly")
    tools = Tools(page, path)
    check(not tools.is_shown(".tools"), "without WebAssembly there are tools")
    reasons["no-wasm"] = tools.state()
    page.close()
    for name, reason in reasons.items():
        print(f"page_tools: {name}: {reason}")
    # A page whose script was changed runs none of it.
    copy = folder / f"{path.stem}-off-script.html"
    copy.write_text(text.replace("class Firmware {", "class Firmware { "))
    page = browser.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(copy.as_uri())
    page.wait_for_timeout(300)
    check(any("Content Security Policy" in text for text in refused), "the policy lets a changed script run")
    check(page.locator(".tools:visible").count() == 0, "a changed script turns the tools on")
    page.close()
    copy.unlink()


# Ascii85, in which "v", "w" and "x" stand for what is markup.
FROM_ADOBE, TO_ADOBE = bytes.maketrans(b"&<>", b"vwx"), bytes.maketrans(b"vwx", b"&<>")


def bytes_of(text):
    return base64.a85decode(text.encode().translate(TO_ADOBE))


def changed_walk(text):
    """One byte of a position, in the middle of the walk; the frame round it is sound."""
    packed = bytearray(gzip.decompress(bytes_of(text)))
    packed[len(packed) // 2] ^= 0x10
    return base64.a85encode(gzip.compress(bytes(packed), mtime=0)).replace(b"z", b"!!!!!").translate(FROM_ADOBE).decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("vigia")
    parser.add_argument("trace")
    parser.add_argument("--into", required=True)
    parser.add_argument("--language", default="es")
    options = parser.parse_args()
    folder = pathlib.Path(options.into).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("page_tools: chromium is missing; apt install chromium")
    path = folder / f"tools-{options.language}.html"
    made = subprocess.run(
        [options.vigia, "replay", options.trace, "--language", options.language, "--report", path],
        capture_output=True, text=True)
    if made.returncode == 2:
        sys.exit(f"page_tools: {made.stderr}")
    if 'id="living-module"' not in path.read_text():
        sys.exit("page_tools: this vigia has no module; make it with `make release`")
    native = Native(options.vigia, options.trace)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--autoplay-policy=user-gesture-required"])
        tools = Tools(browser.new_page(viewport={"width": 1200, "height": 900}), path)
        loaded(tools, native)
        if not found:
            own = tools.value("document.querySelector('article').id")
            facts = json.loads(tools.page.text_content(f"#{own}-facts"))
            tools.page.fill(".radius-number", "990")
            tools.settle()
            lat, lon = re.search(r"lat: (\S+), lon: (\S+),", tools.page.text_content("code.profile")).groups()
            check(facts["radius"] != 990, "the trace's own radius is the test's")
            radii(tools, native, f"{lat},{lon}")
            sensitivities(tools, native, f"{lat},{lon}")
            home(tools, native)
            keys(tools)
            linked(tools, native)
            plays(tools)
            found.extend(f"the browser says: {text}" for text in tools.complaints)
            fingers(browser, path)
            looks(browser, path, folder)
            paper(browser, path, folder)
            too_far(browser, path)
            places(browser, path)
            calm(browser, path)
            off(browser, path, folder)
        browser.close()
    for line in found:
        print(line)
    print(f"page_tools: {path.name}: {path.stat().st_size} bytes, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
