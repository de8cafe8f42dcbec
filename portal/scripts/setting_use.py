"""Setting things in the portal, as a family does: the simulated device takes each change into force."""
import re
import time

import family
import judge

WAIT = 90_000
CONFIRMED = "El dispositivo lo confirmó"


def expect(is_true, what):
    if not is_true:
        raise SystemExit(f"portal_use: {what}")


def visitor(browser, home, complaints, width=390, script=True):
    context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=script)
    page = context.new_page()
    judge.listen(page, complaints)
    return family.sign_in(page, home.address, family.ADMINISTERS)


def confirmed(page, what):
    """Waits on an open page, which updates by itself, until the device's word has come."""
    page.wait_for_selector("text=Guardado en el portal")
    began = time.monotonic()
    page.wait_for_selector(f".change:has-text('{what}'):has-text('{CONFIRMED}')", timeout=WAIT)
    return time.monotonic() - began


def perimeter(page, address, path):
    """The centre by a tap, the radius by slider and by arrow keys; the fields and the plan say the same."""
    page.goto(f"{address}{path}/perimeter")
    before = page.input_value("#perimeter-lat")
    plan = page.locator("svg.plan:visible")
    plan.click(position={"x": 120, "y": 60})
    north = page.input_value("#perimeter-lat")
    expect(float(north) > float(before), f"a tap above home moved the centre from {before} to {north}")
    page.focus("#radius-slider")
    wide = plan.locator(".perimeter").get_attribute("r")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    radius = page.input_value("#perimeter-radius")
    expect(radius == page.input_value("#radius-slider") and radius == "180", f"three keys make {radius} m of 150 m")
    expect(float(plan.locator(".perimeter").get_attribute("r")) > float(wide), "the circle on the plan did not grow")
    page.fill("#perimeter-radius", "240")
    expect(page.input_value("#radius-slider") == "240", "the slider did not follow its field")
    page.check("input[name=sensitivity][value=calm]")
    page.click("#perimeter button.main")
    seconds = confirmed(page, "Perímetro")
    expect(page.input_value("#perimeter-radius") == "240", "the page forgot the radius")
    expect(page.input_value("#perimeter-lat") == re.sub(r"0+$", "", north), "the page forgot the centre")
    print(f"portal_use: a perimeter by tap, slider and keys was in force after {seconds:.1f} s")


def schedule(page, address, path):
    """Two rows of hours; the page then says until when the perimeter is watched, and the first page says the same."""
    page.goto(f"{address}{path}/perimeter")
    expect("se vigila siempre" in page.inner_text("#watch"), f"before a schedule it reads {page.inner_text('#watch')!r}")
    for row, (days, begin, end) in enumerate([("daily", "00:00", "12:00"), ("daily", "12:30", "00:00")], 1):
        page.select_option(f"#schedule-days_{row}", days)
        page.fill(f"#schedule-from_{row}", begin)
        page.fill(f"#schedule-to_{row}", end)
    page.click("#schedule button.main")
    seconds = confirmed(page, "Horario del perímetro")
    page.wait_for_selector("#watch:has-text('según el horario')", timeout=WAIT)
    said = page.inner_text("#watch")
    expect("12:00" in said or "12:30" in said or "00:00" in said, f"with a schedule it reads {said!r}")
    page.goto(f"{address}{path}")
    expect("según el horario" in page.inner_text("#company"), "the first page says nothing of the schedule")
    page.goto(f"{address}{path}/perimeter")
    for row in (1, 2):
        page.fill(f"#schedule-from_{row}", "")
        page.fill(f"#schedule-to_{row}", "")
    page.click("#schedule button.main")
    page.wait_for_selector("#watch:has-text('se vigila siempre')", timeout=WAIT)
    print(f"portal_use: a schedule was in force after {seconds:.1f} s, and gone again")


def advice(page, address, path):
    """The device is asked until its own recording shows where home is; its radius then goes into the form."""
    page.goto(f"{address}{path}/perimeter")
    end = time.monotonic() + WAIT / 1000
    while page.locator("#advice a.button").count() == 0:
        expect(time.monotonic() < end, f"no advice came: {page.inner_text('#advice')!r}")
        page.click("#advice form button")
        page.wait_for_selector("#advice form button, #advice a.button", timeout=WAIT)
    said = re.search(r"radio de (\d+) m", page.inner_text("#advice")).group(1)
    page.click("#advice a.button")
    page.wait_for_load_state()
    expect(page.input_value("#perimeter-radius") == said, f"the advised {said} m are not in the form")
    print(f"portal_use: the device advised {said} m from its own recording")


def tap_map(browser, program, complaints):
    """Where there is a map, a tap on it moves the centre, and the circle on it follows."""
    with family.Tiles() as tiles, family.Family(
            program, "--tiles", tiles.template, "--tiles-attribution", "© the makers of this map") as home:
        page = visitor(browser, home, complaints)
        page.goto(f"{home.address}{family.wearer(page, home.address, 'Rosa')}/perimeter")
        page.wait_for_selector("#map .leaflet-tile-loaded", timeout=WAIT)
        before = page.input_value("#perimeter-lat")
        path = page.locator("#map .map-perimeter").get_attribute("d")
        # News of the device with other parts loads the page anew, and the tap is gone with it: people tap again.
        end = time.monotonic() + WAIT / 1000
        while page.input_value("#perimeter-lat") == before:
            expect(time.monotonic() < end, "a tap on the map did not move the centre")
            page.wait_for_selector("#map .leaflet-tile-loaded", timeout=WAIT)
            page.locator("#map").click(position={"x": 60, "y": 60})
        expect(page.locator("#map .map-perimeter").get_attribute("d") != path, "the circle on the map did not move")
        found = judge.findings(page)
        page.context.close()
    print("portal_use: a tap on the map moves the perimeter")
    return [f"perimeter's map: {line}" for line in found]


def reminder(page, address, path):
    """A reminder without script, by links and forms alone, until the device's page has it."""
    page.goto(f"{address}{path}/reminders")
    page.click("text=Añadir uno")
    page.fill("#reminderAdd-name", "Regar las plantas")
    page.select_option("#reminderAdd-type", "reminder")
    page.fill("#reminderAdd-time", "12:30")
    page.click("#reminderAdd button.main")
    end = time.monotonic() + WAIT / 1000
    while CONFIRMED not in page.inner_text("#changes"):
        expect(time.monotonic() < end, "the device did not take the reminder")
        time.sleep(0.5)
        page.click("#reload")
    expect("Regar las plantas" in page.inner_text("#moments"), "the new reminder is not in today's list")
    page.click("text=Borrar: Regar las plantas")
    page.click("#reminderDelete button.main")
    expect("Regar las plantas" not in page.inner_text("section[aria-labelledby=list]"), "it was not deleted")
    print("portal_use: without script: a reminder was added, in force, and deleted")


def keeps_words(page, other, address, path):
    """Somebody writes while others change things: the words stay, also those that were refused."""
    other.goto(f"{address}{path}/reminders/3")
    other.fill("#reminderEdit-description", "a las seis en punto")
    page.goto(f"{address}{path}/settings")
    page.fill("#quiet-from_1", "22:00")
    page.fill("#quiet-to_1", "22:00")
    page.click("#quiet button.main")
    expect("Termina antes de empezar" in page.inner_text("#quiet"), "quiet hours of no length were taken")
    third = page.context.new_page()
    third.goto(f"{address}{path}/reminders/3/delete")
    third.click("#reminderDelete button.main")
    third.wait_for_selector(f".change:has-text('{CONFIRMED}')", timeout=WAIT)
    third.close()
    time.sleep(1)
    expect(page.input_value("#quiet-from_1") == "22:00", "a refused form was emptied")
    expect(other.input_value("#reminderEdit-description") == "a las seis en punto", "a form was emptied while open")
    other.click("#reminderEdit button.main")
    words = other.inner_text("main")
    expect("Ya no está en la lista" in words and "a las seis en punto" in words, f"after the deletion it reads {words!r}")
    print("portal_use: what somebody writes stays while others change things")


def both(page, other, address, path):
    """Two browsers change the volume at once: the second sees both, and chooses."""
    for each in (page, other):
        each.goto(f"{address}{path}/settings")
    page.fill("#screen-volume", "91")
    page.click("#screen button.main")
    confirmed(page, "Pantalla y sonido")
    other.fill("#screen-volume", "33")
    other.click("#screen button.main")
    words = other.inner_text("main")
    expect("Elige qué vale" in words and "91" in words and "33" in words, f"the second browser reads {words!r}")
    found = judge.findings(other)
    other.click("text=Guardar lo escrito")
    other.wait_for_selector("text=Guardado en el portal")
    expect(other.input_value("#screen-volume") == "33", "the choice was not stored")
    print("portal_use: two browsers changed one thing, and neither lost a word")
    return found


def use(browser, program, complaints):
    heard = []
    with family.Family(program) as home:
        page, other = visitor(browser, home, heard), visitor(browser, home, heard, width=1280)
        path = family.wearer(page, home.address, "Rosa")
        perimeter(page, home.address, path)
        schedule(page, home.address, path)
        advice(page, home.address, path)
        reminder(visitor(browser, home, heard, width=320, script=False), home.address, path)
        found = both(page, other, home.address, path)
        keeps_words(page, other, home.address, path)
        # A page that is open listens, and complains when its portal ends.
        for each in (page, other):
            each.context.close()
    found += tap_map(browser, program, heard)
    # The browser notes the answers of forms that are not stored: 409 for a choice, 400 for a wrong field.
    complaints += [line for line in heard if "409" not in line and "400" not in line]
    return found
