"""A new family by browser alone: from one invitation on an empty machine to an exit that two caregivers see."""
import contextlib
import email
import email.policy
import os
import pathlib
import re
import subprocess
import time

from playwright.sync_api import TimeoutError as Overdue
from playwright.sync_api import sync_playwright

import judge
from mailserver import MailServer
from real_people import PASSWORD
from real_world import Portal, Trouble, Walks, Wrist, wait

ANA, LUIS = "ana@example.org", "luis@example.org"
PATIENCE = 200_000
TAKE = ".card.open.urgent form button"
REMINDERS = [("Pastilla de la tensión", "medication", "08:30"), ("Regar las plantas", "reminder", "11:00"),
             ("Llamar a Luis", "reminder", "18:15")]


class Board:
    """A board from the box: a card with the family's file, no settings, no terminal."""

    def __init__(self, program, folder, mail):
        self.wrist = Wrist(program, f"{folder}/Rosa", mail)
        for name in ("profile.yaml", "mail.secret"):
            os.remove(f"{self.wrist.folder}/{name}")
        self.card = pathlib.Path(folder, "card")
        self.card.mkdir()

    def set_up(self, address, code):
        """The family's file is put on the card, and the board is switched on; gives what it says on the card."""
        self.card.joinpath("vigia-setup.txt").write_text(
            f"portal: {address}\ncódigo: {code}\ncorreo: localhost:{self.wrist.mail.port}\n"
            "usuario del correo: vigia\ncontraseña del correo: clave\nremitente: vigia@example.org\n",
            encoding="utf-8")
        wrist = self.wrist
        subprocess.run(
            [wrist.program, "setup", "--boot", self.card, "--profile", f"{wrist.folder}/profile.yaml", "--state",
             wrist.state, "--networks", f"{wrist.folder}/networks", "--authorities", f"{wrist.folder}/authorities"],
            check=False, capture_output=True)
        return self.card.joinpath("vigia-result.txt").read_text(encoding="utf-8-sig")


class Person:
    """Somebody at a browser who follows links and fills in forms."""

    def __init__(self, browser, width, complaints):
        self.page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
        judge.listen(self.page, complaints)

    def come_in(self, link, name):
        self.page.goto(link)
        self.page.fill("#name", name)
        self.page.fill("#password", PASSWORD)
        self.page.select_option("#language", "es")
        self.page.click("form.card button.main")
        self.page.wait_for_url(lambda url: "/invitation/" not in url)

    def follow(self, name):
        self.page.get_by_role("link", name=name, exact=True).first.click()
        self.page.wait_for_load_state()

    def send(self, form, fields=(), file=None):
        """Fills in a form by the ids of its fields, and waits for the portal's word."""
        for name, value in dict(fields).items():
            field = self.page.locator(f"#{form}-{name}")
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        if file:
            self.page.set_input_files(f"#{form}-photo", file)
        self.page.click(f"#{form} button.main")
        try:
            self.page.wait_for_selector("text=Guardado en el portal")
        except Overdue as error:
            raise Trouble(f"{form} was not saved; the page says {self.page.inner_text('main')!r}") from error


def parsed(letter):
    return email.message_from_bytes(letter, policy=email.policy.default)


def photos(folder):
    """A photo each of three people and one thing, by another program."""
    names = []
    for bright, kind in ((60, "png"), (120, "webp"), (180, "jpg"), (220, "jpg")):
        names.append(f"{folder}/photo-{bright}.{kind}")
        subprocess.run(["vips", "black", f"{folder}/photo.v", "1200", "900", "--bands", "3"], check=True)
        subprocess.run(["vips", "linear", f"{folder}/photo.v", names[-1], "1", str(bright), "--uchar"], check=True)
    return names


def late(route):
    """The portal's answer comes a while after the page has heard of the form's effect."""
    answer = route.fetch(max_redirects=0)
    time.sleep(2)
    route.fulfill(response=answer)


def write(ana, pictures):
    """Everything that the family sets: people, photos, the perimeter, three reminders."""
    ana.follow("Perímetro")
    ana.page.route("**/perimeter/first", late)
    ana.send("first", {"kinship": "hija", "lat": "-2,9004", "lon": "-79.0045", "radius": "300",
                       "time_zone": "America/Guayaquil"})
    ana.follow("Personas y permisos")
    ana.send("wearerPhoto", file=pictures[0])
    ana.follow("Añadir a una persona")
    ana.send("caregiverAdd", {"name": "Luis", "kinship": "hijo", "gender": "male", "email": LUIS})
    for name, picture in (("Ana", pictures[1]), ("Luis", pictures[2])):
        ana.follow(f"Cambiar: {name}")
        ana.send("caregiverPhoto", file=picture)
    ana.follow("Perímetro")
    ana.send("perimeter", {"lat": "-2.9005", "radius": "100"})
    for name, kind, time in REMINDERS:
        ana.follow("Recordatorios")
        ana.follow("Añadir uno")
        ana.send("reminderAdd", {"name": name, "type": kind, "time": time})
    ana.follow(f"Cambiar: {REMINDERS[0][0]}")
    ana.send("reminderPhoto", file=pictures[3])


def invited(ana, letters, address):
    """Ana invites Luis; gives the link of his mail."""
    ana.follow("Personas y permisos")
    ana.page.fill("#name", "Luis")
    ana.page.fill("#email", LUIS)
    ana.page.select_option("#right", "help")
    ana.page.click("form[action$='/people/invite'] button")
    wait("the mail to Luis", lambda: letters)
    return re.search(re.escape(address) + r"/invitation/\S+", parsed(letters[0]).get_content()).group()


def family(programs, folder):
    """Everything in the browser, and one file on the card of a board that nobody has touched."""
    complaints = []
    with MailServer(folder) as mail, MailServer(folder, is_plain=True) as post, \
            Portal(programs[1], folder, post) as portal, sync_playwright() as playwright:
        browser = judge.chromium(playwright)
        ana, luis = Person(browser, 390, complaints), Person(browser, 1280, complaints)
        board = Board(programs[0], folder, mail)
        ana.come_in(portal.invite(ANA, "Rosa"), "Ana")
        ana.follow("El dispositivo")
        ana.page.click("form[action$='/device/code'] button")
        code = ana.page.inner_text("p.code").split()[-1]
        early = board.set_up(portal.address, code)
        yield "primeros ajustes" in early and "código vale todavía" in early, (
            f"a card that comes before the settings waits for them: {early.splitlines()[0]}")
        write(ana, photos(folder))
        luis.come_in(invited(ana, post.letters, portal.address), "Luis")
        yield "Has entrado como Luis" in luis.page.inner_text("body"), "Luis came in by the link of his mail"
        said = board.set_up(portal.address, code)
        yield "Listo" in said and "los ajustes que se escribieron" in said, f"the card says: {said.splitlines()[0]}"
        wrist = board.wrist
        with contextlib.closing(wrist), Walks(wrist.folder, 6) as walks:
            wrist.start(walks.port)
            ana.page.goto(portal.address + "/")
            path = re.search(r"/w/[^/?]+", ana.page.url).group()
            ana.page.goto(f"{portal.address}{path}/changes")
            ana.page.wait_for_function(
                "() => document.querySelectorAll('.change').length > 0 && "
                "document.querySelectorAll('.change').length === document.querySelectorAll('.change.known').length",
                timeout=PATIENCE)
            count = ana.page.locator(".change").count()
            yield count == 10, f"{count} changes, and the device confirmed each"
            wait("the photos", lambda: len(list(pathlib.Path(wrist.state, "pictures").glob("*"))) == 4)
            yield True, "four photos are on the device"
            for person in (ana, luis):
                person.page.goto(portal.address + path)
            for person in (ana, luis):
                person.page.wait_for_selector(TAKE, timeout=PATIENCE)
            words = [person.page.inner_text(".card.open.urgent") for person in (ana, luis)]
            yield all("Rosa" in text for text in words), f"both see the exit: {words[1].splitlines()[:2]}"
            luis.page.click(TAKE)
            for person in (ana, luis):
                person.page.wait_for_selector("text=El dispositivo lo sabe desde", timeout=PATIENCE)
            yield "Luis" in ana.page.inner_text("main"), "Ana reads that Luis takes care of it, and that the device knows"
            told = {letter["To"] for letter in map(parsed, mail.letters) if "ha salido" in letter["Subject"]}
            yield any(ANA in name for name in told), f"the device mailed the exit by itself, to {sorted(told)}"
            for person in (ana, luis):
                person.page.context.close()
        browser.close()
    yield not complaints, f"the browser complains of nothing: {complaints}"
