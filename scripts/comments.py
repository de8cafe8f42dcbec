#!/usr/bin/env python3
"""Counts the prose that breaks docs/style.md, and picks a sample of it for a reader.

  scripts/comments.py count [--list]       headless comments, sentences over 25 words, public declarations
                                           without a comment, or without their unit, nil or error
  scripts/comments.py sample [N=50] [--since COMMIT] [--seed HEX]
                                           N texts, before and after; without a seed, the last commit's first
                                           eight hex digits choose them

A comment block is a run of `//` or `///` lines. It is headless when its first sentence has no subject: `What`,
`Of`, `Who` and their like always; `By`, `When` and their like unless a comma leads to a main clause. A verb
("Returns …") or a noun phrase ("The time …") is a fine opening, and so is "Whether …" on a Boolean.

A message is a string of Sources, hal or Lab that people read, its parts joined by `+` and its values counted as
one word each. The rule for public declarations stands at `declarations`.
"""

import difflib
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["Sources", "hal", "Lab", "Tests", "bench", "portal/Sources", "portal/Tests"]
SPOKEN = ("Sources", "hal", "Lab")
LIBRARIES = ["hal/HAL", "Sources/Device", "Sources/Traces"]
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
        found += re.split(r"(?<=[.!?])[\"”’)*]*\s+(?=[A-Z`*“\"(¿¡0-9]|--)", flat)
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


def end_of_literal(text, at):
    """The index behind the Swift string that begins at `at`, and its content with short names for its values."""
    opening = re.compile(r'(#*)("""|")').match(text, at)
    hashes, quotes = opening[1], opening[2]
    closing, escape = quotes + hashes, "\\" + hashes
    content, at = "", opening.end()
    while not text.startswith(closing, at):
        if text.startswith(escape + "(", at):
            start = at
            at, depth = at + len(escape) + 1, 1
            while depth:
                if text[at] == '"':
                    at, _ = end_of_literal(text, at)
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
            value = text[start:at]
            content += value if " " not in value else "\\(value)"
        elif text.startswith(escape, at):
            after = text[at + len(escape)]
            content += {"n": "\n", "\n": ""}.get(after, after)
            at += len(escape) + 1
        else:
            content += text[at]
            at += 1
    return at + len(closing), content


def literals(text):
    """(line from 1, content) of each string of a Swift file, parts that `+` joins as one."""
    found, at = [], 0
    start = re.compile(r'//[^\n]*|(?<=[(= ])/(?! )[^/\n]+/(?=[ .),\n])|#*"')
    while match := start.search(text, at):
        at = match.end()
        if match[0].endswith('"') and not match[0].startswith("/"):
            line, whole = text.count("\n", 0, match.start()) + 1, ""
            at = match.start()
            while at is not None:
                at, content = end_of_literal(text, at)
                whole += content
                more = re.compile(r'\s*\+\s*(?=#*")').match(text, at)
                end, at = at, more.end() if more else None
            found.append((line, whole))
            at = end
    return found


def messages(text):
    """(line from 1, text) of each paragraph of a program's text that people read: four words in a row, no code or formula."""
    found = []
    for line, content in literals(text):
        for part in re.split(r"\n\s*\n|\n(?=\s*(?:#|- |    ))", content):
            flat = " ".join(part.split())
            is_code = re.search(r"[{};]$|</|\w\(|--\w+[:;]|\b[A-Z]{4,} [A-Z]{2,}|^\w+ = [\d.,]+ [-+]", re.sub(r"\\\([^ ]*", "", part))
            if re.search(r"[a-zà-ÿ]+ [a-zà-ÿ]+ [a-zà-ÿ(\\]+ [a-zà-ÿ]+", flat) and not is_code:
                found.append((line, flat.lstrip("# ")))
    return found


NUMBER = r"(?:ClosedRange<|\[)?(?:U?Int(?:8|16|32|64)?|Double|Float)[>\]]?\??"
UNIT = re.compile(
    r"(?i)metre|second|minute|hour|\bdays?\b|week|degree|°|per ?cent|%|byte|number|count|index|\bbits?\b|"
    r"\bids?\b|unit|\bgrams?\b|mg/dL|mmol|\d to |scalar|hertz|decibel|ratio|share|\bpart|milli|times|capacity|"
    r"most|hash|places|entries|epochs|events|reports|positions|notices|fixes|lines|attempts|from \d|evidence"
)
NIL = re.compile(r"(?i)\b(nil|none|without|unless|when|while|if|where)\b")
ERROR = re.compile(r"(?i)throw|refus|fail|error|cannot|broken")
CONFORMANCE = re.compile(r"static func \S+ ?\(a: |func hash\(|var (debugD|d)escription\b|func encode\(|init\(from ")


def required(texts):
    """Names of members that a protocol of the libraries asks for: their meaning stands there."""
    names = set()
    for text in texts:
        for body in re.findall(r"(?m)^(?:public )?protocol [^{]*\{\n(.*?)^\}", text, re.S):
            names |= set(re.findall(r"(?:func|var) (\w+)", body))
    return names


def declarations(text, inherited):
    """(line from 1, code, fault) of each public declaration that docs/style.md wants documented and is not.

    Five kinds need no comment: an initialiser that neither fails nor throws, for its parameters are properties;
    a case of an enumeration; a conformance to Equatable, Comparable, Hashable, Codable or CustomStringConvertible;
    a member that a protocol of the libraries asks for; and the one property of a type that is a unit.

    A number needs its unit, in name, comment or type; an optional result the meaning of nil; a function that
    throws its errors, which the comment of its type may state for all of them.
    """
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if not re.match(r"\s*(@\w+(\([^)]*\))? )*public (?!extension|import)", line):
            continue
        code, end = line.strip(), i
        while code.count("(") > code.count(")") or not re.search(r"[{=]|\w[>)\]?]*$", code):
            end += 1
            code += " " + lines[end].strip()
        if "{" not in code and re.match(r"\s*(->|throws)", lines[end + 1]):
            code += " " + lines[end + 1].strip()
        comment, at = [], i - 1
        while re.match(r"\s*@\w+(\([^)]*\))?( *//.*)?$", lines[at]):
            at -= 1
        while at >= 0 and re.match(r"\s*///", lines[at]):
            comment.append(lines[at].strip(" /"))
            at -= 1
        fault = missing(code.split("{")[0].strip(), " ".join(comment), text, i, lines, inherited)
        if fault:
            yield i + 1, code.split("{")[0].strip(), fault


def missing(code, comment, text, index, lines, inherited):
    name = re.search(r"\b(?:var|let|func) (\w+)", code)
    throws = " throws" in re.sub(r"\([^()]*\)|\((?:[^()]|\([^()]*\))*\)", "()", code)
    if CONFORMANCE.search(code) or name and name[1] in inherited:
        return None
    if not comment:
        is_plain_init = re.search(r"\binit\(|\binit<", code) and not throws
        is_unit = re.match(r"public struct", lines[index - 1]) and re.search(
            r"var (value|count|milliseconds|milliunits): ", code)
        return None if is_plain_init or is_unit else "no comment"
    kept = re.search(r"\b(?:var|let) (\w+)(?:: ([^=]+?))?(?: = (.+))?$", code)
    kind = "Int" if kept and not kept[2] and re.match(r"-?[\d_.]+$", kept[3] or "") else kept and kept[2] or ""
    if re.fullmatch(NUMBER, kind) and not UNIT.search(comment + " " + re.sub("([A-Z])", r" \1", kept[1])):
        return "no unit"
    result = kind or (re.search(r"-> (\S+)$", code) or [None, ""])[1]
    if (result.endswith("?") or "init?(" in code) and not NIL.search(comment):
        return "no meaning of nil"
    above = [l for l in lines[:index] if re.match(r"///|public|extension", l)]
    starts = [n for n, l in enumerate(above) if not l.startswith("///")]
    before = above[starts[-2] + 1 : starts[-1]] if len(starts) > 1 else above[: starts[-1]] if starts else []
    if throws and not ERROR.search(comment + " ".join(before)):
        return "no error"
    return None


def swift_files():
    return [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.swift"))]


def documents():
    return [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")),
            *sorted(ROOT.glob("traces/*.md")), *sorted(ROOT.glob("Tests/*/*.md"))]


def long_ones(path, texts):
    return [(f"{path.relative_to(ROOT)}:{line}", s) for line, t in texts for s in sentences(t) if is_long(s)]


def count(listing):
    headless, long_comments, long_documents, long_messages, undocumented = [], [], [], [], []
    all_blocks = all_messages = 0
    for path in swift_files():
        text, name = path.read_text(), str(path.relative_to(ROOT))
        found = blocks(text)
        all_blocks += len(found)
        headless += [(f"{name}:{line}", block) for line, block in found if is_headless(block)]
        long_comments += long_ones(path, found)
        if name.startswith(SPOKEN):
            all_messages += len(messages(text))
            long_messages += long_ones(path, messages(text))
    for path in documents():
        long_documents += long_ones(path, paragraphs(path.read_text()))
    library = [path for folder in LIBRARIES for path in sorted((ROOT / folder).rglob("*.swift"))]
    inherited = required(path.read_text() for path in library)
    for path in library:
        for line, code, fault in declarations(path.read_text(), inherited):
            undocumented.append((f"{path.relative_to(ROOT)}:{line}", f"{fault}: {code}"))
    for name, found in [("headless blocks", headless), ("long sentences in comments", long_comments),
                        ("long sentences in documents", long_documents),
                        ("long sentences in messages", long_messages),
                        ("public declarations without comment, unit, nil or error", undocumented)]:
        if listing:
            print(*(f"{place}: {' '.join(text.split())}" for place, text in found), sep="\n")
        print(f"{len(found)} {name}")
    print(f"{all_blocks} comment blocks, {all_messages} messages")


def texts(content, name):
    """(text, the line of code behind it or nothing) of each comment, sentence of a document and message."""
    if name.endswith(".md"):
        found = [(s, "") for _, t in paragraphs(content) for s in sentences(t)]
        return [(s, key) for s, key in found if len(re.findall(r"[A-Za-z]{2,}", s)) > 4]
    lines = content.split("\n") + [""]
    found = [(t, lines[n + t.count("\n")].strip()) for n, t in blocks(content)]
    if name.startswith(SPOKEN):
        found += [(t, "") for _, t in messages(content)]
    return found


def formerly(text, key, old):
    """What stood there: the comment on the same line of code, else the text most like it."""
    same = [t for t, k in old if key and k == key]
    if same or text in [t for t, _ in old]:
        return text if text in [t for t, _ in old] else same[0]
    return (difflib.get_close_matches(text, [t for t, k in old if not key], 1, 0.4) or ["(not there)"])[0]


def sample(size, since, seed):
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
        options = {"--since": "f870944", "--seed": git("rev-parse", "HEAD").strip()[:8]}
        for name in options:
            if name in rest:
                at = rest.index(name)
                options[name] = rest[at + 1] if at + 1 < len(rest) else sys.exit(__doc__)
                del rest[at : at + 2]
        if not rest or (len(rest) == 1 and rest[0].isdigit()):
            return sample(int(rest[0]) if rest else 50, options["--since"], options["--seed"])
    sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
