"""Giving up smoking in the portal, as a family uses it: a wearer's page, and testimonies."""
import re
import time

import family
import judge

# Manuel's device is without a network for 110 s of its day at this pace, from 70 s on.
WAIT = 240
WORDS = "La primera semana fue la peor.\nDespués, cada ducha olía mejor."


def expect(is_true, what):
    if not is_true:
        raise SystemExit(f"portal_use: {what}")


def visitor(browser, home, email, complaints, width=390, script=True):
    context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=script)
    page = context.new_page()
    judge.listen(page, complaints)
    return family.sign_in(page, home.address, email)


def write(page, words, name):
    """Fills in the form for a testimony and sends it."""
    page.fill("#text", words)
    page.fill("#name", name)
    page.check("input[name=consent]")
    page.click("form[action='/testimonies'] button")
    page.wait_for_selector("text=espera a quien modera. Nadie más lo ve")


def see_wearer(page, home):
    """Manuel's page by links alone: time, money and rank fit each other; tips follow each other; answers come."""
    page.goto(home.address + family.wearer(page, home.address, "Rosa"))
    expect(page.locator("a[href$='/quitting']").count() == 0, "Rosa has a page about giving up smoking")
    page.goto(home.address + family.wearer(page, home.address, "Manuel"))
    page.locator("main a[href$='/quitting']").click()
    said = page.inner_text("h1")
    days, hours = map(int, re.search(r"hace\s(\d+)\sd\s(\d+)\sh", said).groups())
    facts = dict(page.locator("dl div").evaluate_all(
        "rows => rows.map(r => [r.querySelector('dt').textContent, r.querySelector('dd').textContent])"))
    # 15 a day less two of a slip, at 0.40 each; hours are rounded down on the page.
    least = [int(15 * (days + (hours + more) / 24)) - 2 for more in (0, 1)]
    count = int(facts["Cigarrillos no fumados"])
    expect(least[0] <= count <= least[1], f"{said}, and {count} cigarettes; expected {least[0]} to {least[1]}")
    money = float(facts["Dinero sin gastar"].replace(",", ".").split()[0])
    expect(abs(money - 0.4 * count) <= 0.4, f"{count} cigarettes at 0.40 are {money}")
    expect("la boda de Inés" in page.inner_text("main"), "the slip is missing")
    tips = []
    for _ in range(3):
        tips.append(page.inner_text("#tip .strong"))
        page.click("#tip a")
    expect(len(set(tips)) == 3, f"another tip is the same: {tips}")
    end = time.monotonic() + WAIT
    while not page.locator("svg.chart:visible").count():
        expect(time.monotonic() < end, f"no answer of the device came within {WAIT} s")
        time.sleep(0.5)
        page.click("#reload")
    expect(page.locator("svg.chart:visible .craving").count() > 0, "the chart has no bar")


def use(browser, program, complaints):
    with family.Family(program) as home:
        marta = visitor(browser, home, family.LOOKS, complaints, width=320, script=False)
        see_wearer(marta, home)
        marta.click("text=Leer testimonios")
        write(marta, WORDS, "una abuela")
        ana = visitor(browser, home, family.ADMINISTERS, complaints)
        luis = visitor(browser, home, family.HELPS, complaints, width=1280)
        luis.goto(f"{home.address}/testimonies")
        expect("ducha" not in luis.inner_text("main"), "a testimony is read before it was published")
        ana.goto(f"{home.address}/account")
        ana.click("text=Moderar testimonios (1)")
        expect("cada ducha" in ana.inner_text("blockquote"), "the moderator does not see the testimony")
        ana.click("text=Publicar")
        luis.reload()
        article = luis.inner_text("article")
        expect("ducha olía mejor" in article and "una abuela" in article, f"it reads {article!r}")
        expect("Marta" not in luis.inner_text("main"), "the account of its sender is shown")
        write(luis, "Compren mi libro.", "un lector")
        ana.goto(f"{home.address}/moderation")
        ana.fill("section[aria-labelledby='testimony-2'] input[name=reason]", "Vende algo.")
        ana.click("section[aria-labelledby='testimony-2'] form[action$='/refuse'] button")
        ana.wait_for_selector("text=rechazó el 2: Vende algo.")
        luis.goto(f"{home.address}/testimonies")
        expect("El motivo: Vende algo." in luis.inner_text("main"), "its sender does not read why")
        marta.goto(f"{home.address}/testimonies")
        expect("libro" not in marta.inner_text("main"), "a refused testimony is shown to others")
        marta.click("form[action='/testimonies/1/withdraw'] button")
        luis.reload()
        expect("ducha" not in luis.inner_text("main"), "a withdrawn testimony is still shown")
        for page in (marta, ana, luis):
            page.context.close()
    print("portal_use: a testimony was written, moderated, read and withdrawn; a wearer's page of quitting fits")
