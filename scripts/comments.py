#!/usr/bin/env python3
"""Counts the prose that breaks docs/style.md, and picks a sample of it for a reader.

  scripts/comments.py count [--list]       headless comment blocks, and sentences over 25 words
  scripts/comments.py sample [N=50] [--since COMMIT]
                                           N texts by the last commit's first eight hex digits, before and after

A comment block is a run of `//` or `///` lines. It is headless when its first sentence has no subject: `What`,
`Of`, `Who` and their like always; `By`, `When` and their like unless a comma leads to a main clause. A verb
("Returns …") or a noun phrase ("The time …") is a fine opening, and so is "Whether …" on a Boolean.
"""

import difflib
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["Sources", "hal", "Lab", "Tests", "bench"]
LONGEST = 25
ALWAYS = set(
    "what who whose whom of where that which how why not nor and or but than".split()
)
UNLESS_CLAUSE = set(
    "about above across after against along among around as at because before behind below beside besides "
    "between beyond by despite during except for from if in inside into like near on once onto only out "
    "outside over per since so than then though through till to toward towards under unless until up upon "
    "when whenever while with within without".split()
)
# These open a noun phrase, a full sentence or a quantity all the same.
FINE = re.compile(
    r"(?i)(at (most|least) |only (the|a|an|one|some|these|those|that) |that (is|was|means) |"
    r"(over|about|up to|above|below|under) \d|in flight\b|out of \w+ [a-z]+s |for example|"
    r"so (that|it|they|the|a|do|does|is|are)\b|then (the|a|it)\b)"
)
# A part of a sentence that begins like this is no main clause.
NO_CLAUSE = set(
    "and or but nor not none nil maybe else then which who whose that what how whatever whichever because "
    "negative positive counted both up out back always one each today right said far reported some".split()
)
MARKS = re.compile(r"swift-|MARK:|TODO|FIXME|sourcery|#!|-----|=====")


def git(*arguments):
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def blocks(text):
    """(line from 1, text) of each run of whole-line comments."""
    found, run, start, marker = [], [], 0, None
    for number, line in enumerate(text.split("\n") + [""], 1):
        match = re.match(r"\s*(///?)(?!/)\s?(.*)$", line)
        if match and match[1] == marker:
            run.append(match[2])
            continue
        if run:
            found.append((start, "\n".join(run)))
            run, marker = [], None
        if match:
            run, start, marker = [match[2]], number, match[1]
    return [block for block in found if not MARKS.match(block[1].strip())]


def sentences(text):
    """Of a comment or a paragraph; code and addresses count as one word each."""
    found = []
    for item in re.split(r"\n\s*(?:\n|(?=[-*|] |\d+\. |```))", text):
        flat = re.sub(r"``?[^`]+``?", "`code`", " ".join(item.split()))
        found += re.split(r"(?<=[.!?])[\"”’)*]*\s+(?=[A-Z`*“\"(¿¡0-9])", flat)
    return [sentence for sentence in found if sentence]


def is_headless(text):
    words = re.findall(r"[A-Za-z’']+", text.split("\n")[0][:60])
    if not words or not re.match(r"[A-Za-z]", text.strip()):
        return False
    first = words[0].lower()
    if FINE.match(text):
        return False
    if first in ALWAYS:
        return True
    return first in UNLESS_CLAUSE and not has_main_clause(sentences(text)[0])


def has_main_clause(sentence):
    """A guess: a part behind a comma, of three words or more, that begins like a subject or an order."""
    for part in re.split(r"[;:] ", sentence)[0].split(", ")[1:]:
        words = re.findall(r"[A-Za-z’'`]+", part)
        if len(words) >= 3 and words[0].lower() not in NO_CLAUSE | UNLESS_CLAUSE | ALWAYS:
            return True
    return False


def is_long(sentence):
    return len(re.findall(r"\S*\w\S*", sentence)) > LONGEST


def paragraphs(text):
    """(line from 1, text) of each paragraph, item and part of a table cell of a document; code is left out."""
    found, run, start, fenced = [], [], 0, False
    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            line = ""
        if fenced or line.startswith("    "):
            line = ""
        begins = re.match(r"\s*([-*]|\d+\.) |#|\s*\|", line)
        if run and (begins or not line.strip()):
            found.append((start, " ".join(run)))
            run = []
        if line.lstrip().startswith("|"):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            found += [(number, part.strip()) for cell in cells for part in cell.split("; ")]
        elif line.strip() and not line.startswith("#"):
            if not run:
                start = number
            run.append(re.sub(r"^\s*([-*]|\d+\.) ", "", line).strip())
    return [(n, t) for n, t in found if re.search(r"[a-z]{2}", t)]


def messages(text):
    """(line from 1, text) of each literal of a program's text that people read: five words or more."""
    found = []
    for match in re.finditer(r'"((?:[^"\\\n]|\\[^(]|\\\((?:[^()]|\([^()]*\))*\))+)"', text):
        if re.search(r"[a-z]+ [a-z]+ [a-z(\\]+ [a-z]+", match[1]):
            found.append((text.count("\n", 0, match.start()) + 1, match[1]))
    return found


def swift_files():
    return [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.swift"))]


def documents():
    return [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")),
            *sorted(ROOT.glob("traces/*.md")), *sorted(ROOT.glob("Tests/*/*.md"))]


def count(listing):
    headless, long_comments, long_documents, all_blocks = [], [], [], 0
    for path in swift_files():
        for line, text in blocks(path.read_text()):
            all_blocks += 1
            place = f"{path.relative_to(ROOT)}:{line}"
            if is_headless(text):
                headless.append((place, text))
            long_comments += [(place, s) for s in sentences(text) if is_long(s)]
    for path in documents():
        for line, text in paragraphs(path.read_text()):
            place = f"{path.relative_to(ROOT)}:{line}"
            long_documents += [(place, s) for s in sentences(text) if is_long(s)]
    for name, found in [("headless blocks", headless), ("long sentences in comments", long_comments),
                        ("long sentences in documents", long_documents)]:
        if listing:
            print(*(f"{place}: {' '.join(text.split())}" for place, text in found), sep="\n")
        print(f"{len(found)} {name}")
    print(f"{all_blocks} comment blocks")


def texts(content, name):
    """(text, the line of code behind it or nothing) of each comment, sentence of a document and message."""
    if name.endswith(".md"):
        found = [(s, "") for _, t in paragraphs(content) for s in sentences(t)]
        return [(s, key) for s, key in found if len(re.findall(r"[A-Za-z]{2,}", s)) > 4]
    lines = content.split("\n") + [""]
    found = [(t, lines[n + t.count("\n")].strip()) for n, t in blocks(content)]
    if not name.startswith(("Tests", "bench")):
        found += [(t, "") for _, t in messages(content)]
    return found


def formerly(text, key, old):
    """What stood there: the comment on the same line of code, else the text most like it."""
    same = [t for t, k in old if key and k == key]
    if same or text in [t for t, _ in old]:
        return text if text in [t for t, _ in old] else same[0]
    return (difflib.get_close_matches(text, [t for t, k in old if not key], 1, 0.4) or ["(not there)"])[0]


def sample(size, since):
    seed = git("rev-parse", "HEAD").strip()[:8]
    names = [str(p.relative_to(ROOT)) for p in swift_files() + documents()]
    now = [(name, *entry) for name in names for entry in texts((ROOT / name).read_text(), name)]
    # A file that was moved since keeps its name.
    moved = {path.split("/")[-1]: path for path in git("ls-tree", "-r", "--name-only", since).split("\n")}
    chosen = random.Random(int(seed, 16)).sample(now, min(size, len(now)))
    wrong = 0
    print(f"seed {seed}; {len(now)} texts; before: {since}")
    for path, text, key in chosen:
        then = path if path in moved.values() else moved.get(path.split("/")[-1])
        before = formerly(text, key, texts(git("show", f"{since}:{then}"), then) if then else [])
        faults = ["headless"] if is_headless(text) and not path.endswith(".md") else []
        faults += ["over 25 words"] if any(is_long(s) for s in sentences(text)) else []
        wrong += bool(faults)
        print(f"\n{path}{'  ** ' + ', '.join(faults) if faults else ''}")
        print("  before: " + ("(the same)" if before == text else " ".join(before.split())))
        print("  after:  " + " ".join(text.split()))
    print(f"\n{wrong} of {len(chosen)} are headless or too long")


def main(arguments):
    if arguments[:1] == ["count"] and arguments[1:] in ([], ["--list"]):
        return count(arguments[1:] == ["--list"])
    if arguments[:1] == ["sample"]:
        rest = arguments[1:]
        since = "f870944"
        if "--since" in rest:
            at = rest.index("--since")
            since = rest[at + 1] if at + 1 < len(rest) else sys.exit(__doc__)
            del rest[at : at + 2]
        if not rest or (len(rest) == 1 and rest[0].isdigit()):
            return sample(int(rest[0]) if rest else 50, since)
    sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
