#!/usr/bin/env python3
"""Measures the steps of a page's radius in Chromium, beside the replay of this machine's own program.

usage: scripts/page_speed.py VIGIA TRACE PERIMETER      PERIMETER: LAT,LON,RADIUS_M

A step is the time from the change to the end of the replay and of all drawing by the script.
"""
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

STEPS = 100


def main():
    vigia, trace, perimeter = sys.argv[1:4]
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("page_speed: chromium is missing; apt install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = pathlib.Path(folder) / "page.html"
        subprocess.run([vigia, "replay", trace, f"--perimeter={perimeter}", "--report", path],
                       capture_output=True, check=True)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector("article[data-state=ready]", timeout=60000)
        steps = page.evaluate("""async count => {
          const range = document.querySelector('.radius-range');
          const article = document.querySelector('article');
          const steps = [];
          for (let i = 0; i < count; i += 1) {
            range.value = 110 + (i * 70) % 880;
            range.dispatchEvent(new Event('input'));
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            steps.push(Number(article.dataset.step));
          }
          return steps;
        }""", STEPS)
        positions = page.evaluate("document.querySelector('article').dataset.positions")
        browser.close()
        native = []
        for _ in range(5):
            begin = time.perf_counter()
            subprocess.run([vigia, "replay", trace, f"--perimeter={perimeter}", "--format", "junit"],
                           capture_output=True, check=False)
            native.append(1000 * (time.perf_counter() - begin))
        steps.sort()
        print(f"page_speed: {pathlib.Path(trace).name}: {positions} positions, page {path.stat().st_size} bytes")
        print(f"page_speed: {STEPS} steps of the radius in Chromium: median {statistics.median(steps):.1f} ms,"
              f" 95 of 100 within {steps[STEPS * 95 // 100 - 1]:.1f} ms, longest {steps[-1]:.1f} ms")
        print(f"page_speed: the same walk by vigia replay, with its start and reading: {min(native):.1f} ms at best,"
              f" {statistics.median(native):.1f} ms median of {len(native)}")


if __name__ == "__main__":
    main()
