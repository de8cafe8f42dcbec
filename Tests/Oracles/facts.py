#!/usr/bin/env python3
"""Takes from a collection of oracle cases what is a fact: numbers, answers, tolerances, and where they were found.

Left out are notes, titles and formulas, which are other people's text, and families of insulin cases that
are none of ours to answer (Tests/DeviceTests/Insulin/OracleFamilyTests.swift says why).

usage: facts.py COLLECTION.json > Tests/Oracles/NAME.json
"""
import json
import sys

# Ours to answer; of liver scores all are.
INSULIN = set("""
    exponential_fraction_remaining exponential_iob_units exponential_glucose_effect seed_dose_rule seed_dose_available
    seed_csv_field unit_conversion unit_switch_display decimal_entry_parse decimal_entry_incident round_to_step
    glucose_band glucose_statistics gmi_published_table eag_published_table sd_both_conventions
""".split())

# Members about other programs and a damaged print, which no answer of ours is compared with.
ASIDES = {"upstream_expected", "seed_literal_eligible", "seed_literal_raw", "column", "columns"}

# Papers by the words with which a collection's citation begins.
PAPERS = {
    "AJCC": "AJCC Cancer Staging Manual, 6th, 7th, 8th edition",
    "American Diabetes Association": "ADA, Standards of Care 2023; Battelino 2019",
    "Bergenstal": "Bergenstal, Diabetes Care 2018;41:2275",
    "Burak": "Burak, Can J Gastroenterol 2010;24:643",
    "CLIP": "CLIP, Hepatology 1998;28:751",
    "Chevret": "Chevret, J Hepatol 1999;31:133",
    "Child": "Pugh, Br J Surg 1973;60:646",
    "Kamath": "Kamath, Hepatology 2001;33:464; UNOS 2002",
    "Kim WR et al. Gastro": "Kim, Gastroenterology 2021;161:1887",
    "Kim WR et al. N Engl": "Kim, N Engl J Med 2008;359:1018",
    "Leung": "Leung, Cancer 2002;94:1760",
    "Llovet": "Llovet, Semin Liver Dis 1999;19:329; EASL 2018; Reig 2022",
    "Mazzaferro V et al. Lancet": "Mazzaferro, Lancet Oncol 2009;10:35",
    "Mazzaferro V et al. N Engl": "Mazzaferro, N Engl J Med 1996;334:693",
    "Myers": "Myers, PLoS One 2013;8:e51926",
    "Nathan": "Nathan, Diabetes Care 2008;31:1473",
    "OPTN": "OPTN Policy 9.1, 2016",
    "Okuda": "Okuda, Cancer 1985;56:918",
    "RFC": "RFC 4180, section 2",
    "Toso": "Toso, Liver Transpl 2008;14:1107",
    "Wai": "Wai, Hepatology 2003;38:518",
    "Yao": "Yao, Hepatology 2001;33:1394",
    "molar": "molar masses",
}


def source(of):
    if "repo" in of:
        return "%s/%s@%s" % (of["repo"], of["path"], of["commit"][:12])
    if "citation" in of:
        return next(name for start, name in PAPERS.items() if of["citation"].startswith(start))
    if "incident" in of:
        return of["incident"]
    return "the thesis Dia-Control" if "seed" in of else "arithmetic"


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


collection = json.load(open(sys.argv[1], encoding="utf-8"))
cases = [
    case for case in collection["cases"] if not case["id"].startswith("INS-") or case["family"] in INSULIN
]
sources = sorted({source(case["source"]) for case in cases})
lines = []
for case in cases:
    fact = {
        "id": case["id"], "family": case["family"], "input": case["input"],
        "expected": {key: value for key, value in case["expected"].items() if key not in ASIDES},
    }
    if "tolerance" in case:
        fact["tolerance"] = case["tolerance"]
    if "disputed" in case.get("tags", []):
        fact["tags"] = ["disputed"]
    fact["source"] = sources.index(source(case["source"]))
    lines.append(compact(fact))
print('{"sources":[\n%s\n],"cases":[\n%s\n]}' % (",\n".join(map(compact, sources)), ",\n".join(lines)))
