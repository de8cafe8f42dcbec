"""Readings and doses in the portal, as a family uses them: read by links alone, on paper, as a file; written in."""
import csv
import io
import re

import family
from quitting import WAIT, expect, visitor


def read(page, home):
    """Manuel's diary from his first page; Rosa has none."""
    page.goto(home.address + family.wearer(page, home.address, "Rosa"))
    expect(page.locator("a[href$='/diary']").count() == 0, "Rosa has a diary")
    page.goto(home.address + family.wearer(page, home.address, "Manuel"))
    page.locator("main a[href$='/diary']").click()
    expect("Diario de glucosa" in page.inner_text("h1"), "the link does not lead to the diary")
    page.click("text=30 días")
    shown = page.locator(".entries .time").count()
    facts = dict(page.locator("section[aria-labelledby='figures-heading'] > dl div").evaluate_all(
        "rows => rows.map(r => [r.querySelector('dt').textContent, r.querySelector('dd').textContent])"))
    count = int(facts["Medidas"])
    expect(count > 100 and shown > count, f"{count} readings, {shown} entries")
    shares = [float(share.replace(",", ".")) for share in re.findall(
        r"([\d,]+)\s%", page.inner_text("section[aria-labelledby='ranges-heading'] ul"))]
    expect(len(shares) == 5 and abs(sum(shares) - 100) < 0.5, f"the shares are {shares}")
    expect(page.locator("svg.plan:visible .median").count() > 6, "the typical day is empty")
    page.locator(".days h3 a").nth(3).click()
    expect(page.locator("#day svg.plan:visible .point").count() > 0, "the day's chart is empty")
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    expect(pages == 3, f"30 days are {pages} sheets; expected 3")
    return count


def write(page, home, path):
    """Ana enters a reading with its note, reads it back, and sees it in the diary once the device knows."""
    page.goto(f"{home.address}{path}")
    page.click("text=Anotar una medida")
    page.fill("#amount", "1173")
    page.fill("#notes", "tras el paseo\ncon Luis")
    page.click("form button.main")
    expect("Ningún medidor muestra ese número" in page.inner_text("[role=alert]"), "1173 mg/dL is taken")
    expect(page.input_value("#notes").replace("\r", "") == "tras el paseo\ncon Luis", "the note is lost")
    page.fill("#amount", "117")
    page.focus("form button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=¿Es correcto?")
    expect("117 mg/dL" in page.inner_text("main").replace("\u00a0", " "), "it does not read the amount back")
    page.click("text=Sí, anotarla")
    page.wait_for_selector("#changes >> text=El dispositivo lo sabe desde", timeout=WAIT * 1000)
    page.goto(f"{home.address}{path}")
    entry = page.locator(".entries li", has_text="con Luis")
    expect(entry.count() == 1 and "117" in entry.inner_text(), "the entry is not in the diary")
    entry.locator("a").click()
    page.click("text=Borrar esta anotación")
    page.click("text=Sí, borrarla")
    page.wait_for_selector("#changes .known >> text=Has borrado del diario: 117", timeout=WAIT * 1000)
    page.goto(f"{home.address}{path}")
    expect(page.locator(".entries li", has_text="con Luis").count() == 0, "it is still in the diary")


def use(browser, program, complaints):
    with family.Family(program) as home:
        marta = visitor(browser, home, family.LOOKS, complaints, width=320, script=False)
        count = read(marta, home)
        path = marta.locator("a[href*='diary.csv'][href*='spreadsheet']").get_attribute("href")
        answer = marta.request.get(home.address + path)
        rows = list(csv.reader(io.StringIO(answer.text())))
        expect(all(len(row) == 6 for row in rows), "a row of the file has no six fields")
        readings = sum(1 for row in rows[1:] if row[1])
        expect(abs(readings - count) < 3, f"the file has {readings} readings, and the page {count}")
        marta.goto(f"{home.address}{path.split('/diary')[0]}/diary?from=2026-02-30")
        expect("No se entiende el día" in marta.inner_text("[role=alert]"), "a day that is none is taken")
        expect(marta.locator("text=Anotar una medida").count() == 0, "somebody who looks may write")
        marta.context.close()
        ana = visitor(browser, home, family.ADMINISTERS, complaints)
        write(ana, home, f"{path.split('/diary')[0]}/diary")
        ana.context.close()
        # A form that is not taken is answered so, and the browser writes it down.
        complaints[:] = [line for line in complaints if "400" not in line]
    print("portal_use: a diary was read, printed, fetched as a file, and written in")
