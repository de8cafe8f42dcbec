#!/usr/bin/env python3
"""Looks at pages as people do: both themes, three widths, paper; axe-core and sideways scrolling judge.

usage: scripts/page_look.py PAGE.html... --into DIR

Takes pictures into DIR and ends with status 1 on a finding. Needs Chromium and the packages of
scripts/page-requirements.txt.
"""
import argparse
import pathlib
import shutil
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = [320, 390, 1200]


# Pairs of labels of one drawing that cover each other by more than a pixel, as the browser lays them out.
COLLISIONS = """() => {
  const found = [];
  for (const drawing of document.querySelectorAll('svg[role=img]')) {
    if (!drawing.getClientRects().length) continue;
    const labels = [...drawing.querySelectorAll('text')].filter(t => t.textContent.trim())
      .map(t => [t.textContent, t.getBoundingClientRect()]);
    labels.forEach(([a, p], i) => labels.slice(i + 1).forEach(([b, q]) => {
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      // A line of text is higher than its letters.
      const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) - 0.25 * Math.min(p.height, q.height);
      if (x > 1 && y > 1) found.push(`"${a}" and "${b}" of ${drawing.getAttribute('aria-labelledby')}`);
    }));
  }
  return found;
}"""


def findings(page, name, axe):
    """What is wrong with the page as it is shown now, a line each."""
    found = []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 0:
        found.append(f"{name}: scrolls sideways by {wide} px")
    found += [f"{name}: labels collide: {pair}" for pair in page.evaluate(COLLISIONS)]
    for violation in axe.run(page).response["violations"]:
        for node in violation["nodes"][:3]:
            found.append(f"{name}: {violation['id']}: {node['html'][:160]}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--into", required=True)
    parser.add_argument("--all", action="store_true", help="the dark theme at every width, too")
    options = parser.parse_args()
    folder = pathlib.Path(options.into)
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("page_look: chromium is missing; apt install chromium")
    found, looked = [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        axe = Axe()
        for path in options.pages:
            path = pathlib.Path(path).resolve()
            for theme in ["light", "dark"]:
                for width in WIDTHS if theme == "light" or options.all else WIDTHS[1:2]:
                    name = f"{path.stem}-{theme}-{width}"
                    page = browser.new_page(
                        viewport={"width": width, "height": 900}, color_scheme=theme)
                    complaints = []
                    page.on("console", lambda message: complaints.append(message.text))
                    page.on("pageerror", lambda error: complaints.append(str(error)))
                    page.goto(path.as_uri())
                    # Folded words are looked at, too.
                    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                    found += findings(page, name, axe)
                    found += [f"{name}: the browser says: {text}" for text in complaints]
                    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
                    page.screenshot(path=folder / f"{name}.png", full_page=True)
                    page.close()
                    looked += 1
            page = browser.new_page(color_scheme="dark")
            page.goto(path.as_uri())
            page.pdf(path=folder / f"{path.stem}-print.pdf", format="A4", print_background=False)
            page.close()
        browser.close()
    for line in found:
        print(line)
    print(f"page_look: {looked} views of {len(options.pages)} pages, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
