"""What is wrong with a page as a browser shows it: shared by the scripts that look at the portal."""
import concurrent.futures
import multiprocessing
import os
import shutil
import sys

from axe_playwright_python.sync_playwright import Axe

WIDTHS = [320, 390, 1280]
THEMES = ["light", "dark"]
LEAST_LETTERS = 18
LEAST_TARGET = 44

# Elements with own text whose letters are drawn smaller than asked, with their size.
SMALL_LETTERS = """(least) => {
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !element.getClientRects().length || element.closest('.hidden, option, datalist, title')) continue;
    let size = parseFloat(getComputedStyle(element).fontSize);
    const svg = element.ownerSVGElement && element.closest('svg.plan');
    if (svg) size *= svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    if (size < least - 0.05) found.push(`${element.tagName} "${element.textContent.trim().slice(0, 40)}" ${size} px`);
  }
  return found;
}"""

# Things to press that are smaller than a finger. A link inside a sentence counts by its line (WCAG 2.5.8).
SMALL_TARGETS = """(least) => {
  const found = [];
  for (const element of document.querySelectorAll('a[href], button, input, select, summary')) {
    if (element.type === 'hidden' || !element.getClientRects().length) continue;
    if (element.matches('.skip') || element.closest('.leaflet-control-attribution')) continue;
    const parent = element.parentElement;
    const inSentence = element.tagName === 'A' && getComputedStyle(element).display === 'inline' &&
      parent.textContent.trim().length > element.textContent.trim().length + 3;
    if (inSentence) continue;
    const box = element.getBoundingClientRect();
    // The words beside a box or a button of choice can be pressed, too.
    const label = element.closest('label');
    const width = Math.max(box.width, label ? label.getBoundingClientRect().width : 0);
    const height = Math.max(box.height, label ? label.getBoundingClientRect().height : 0);
    if (height < least - 0.5 || width < least - 0.5) found.push(
      `${element.tagName} "${(element.textContent || element.name).trim().slice(0, 40)}" ${width} by ${height} px`);
  }
  return found;
}"""

# Elements that reach over the right edge, for a page that scrolls sideways.
TOO_WIDE = """() => [...document.querySelectorAll('body *')].filter(
  e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5 && !e.closest('.leaflet-pane, svg, .hidden'))
  .slice(-3).map(e => `${e.tagName}.${e.className}`).join(' ')"""

# Labels of a plan that cover each other, or are cut off at its edge.
PLAN_LABELS = """() => {
  const found = [];
  for (const plan of document.querySelectorAll('svg.plan')) {
    if (!plan.getClientRects().length) continue;
    const frame = plan.getBoundingClientRect();
    const labels = [...plan.querySelectorAll('text')].filter(t => t.textContent.trim())
      .map(t => [t.textContent, t.getBoundingClientRect()]);
    for (const [text, box] of labels)
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1)
        found.push(`"${text}" is cut off`);
    labels.forEach(([a, p], i) => labels.slice(i + 1).forEach(([b, q]) => {
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) - 0.25 * Math.min(p.height, q.height);
      if (x > 1 && y > 1) found.push(`"${a}" covers "${b}"`);
    }));
  }
  return found;
}"""


def chromium(playwright, *more):
    """Debian's own browser."""
    path = shutil.which("chromium")
    if path is None:
        sys.exit("chromium is missing; apt install chromium")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *more])


def beside(work, shares, each=1):
    """What `work` gives for each share of its arguments, in their order; so many at once for each processor."""
    # Playwright cannot live through a fork.
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(each * os.cpu_count(), mp_context=spawn) as pool:
        begun = [pool.submit(work, *share) for share in shares]
        return [one.result() for one in begun]


def listen(page, complaints):
    """Collects what the browser complains of: policy, errors, files that are missing."""
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))


def without_scripts(context):
    """Lets none of a page's own scripts come.

    axe cannot judge a page with scripts switched off: there no timer rings, and it waits for its own for ever.
    """
    context.route("**/*", lambda route: route.abort() if route.request.resource_type == "script" else route.continue_())


def findings(page, axe=None, bare=None):
    """What is wrong with the page as it is shown now, a line each. `bare` is the page that axe judges in its place."""
    found = []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 0:
        found.append(f"scrolls sideways by {wide} px: {page.evaluate(TOO_WIDE)}")
    found += [f"small letters: {line}" for line in page.evaluate(SMALL_LETTERS, LEAST_LETTERS)]
    found += [f"small target: {line}" for line in page.evaluate(SMALL_TARGETS, LEAST_TARGET)]
    found += [f"plan: {line}" for line in page.evaluate(PLAN_LABELS)]
    for violation in (axe or Axe()).run(bare or page).response["violations"]:
        for node in violation["nodes"][:3]:
            found.append(f"{violation['id']}: {node['html'][:160]}")
    return found
