#!/usr/bin/env bash
# Makes pages and looks at them in a browser: our own walks in both languages, a day of walks, several traces
# with misses, and, where the folder is there, a real hour and a real hike. Pictures stay in build/pages.
# The tools of the pages are used, too (page_tools.py).
# usage: scripts/page_test.sh VIGIA | --venv      --venv only installs what Python needs
set -euo pipefail
cd "$(dirname "$0")/.."
vigia=$1
real=${REAL:-${VIGIA_SHARED:-../shared}/traces/real}
pages=build/pages
if [ ! -x build/page-venv/bin/python ]; then python3 -m venv build/page-venv; fi
build/page-venv/bin/pip install --quiet --disable-pip-version-check -r scripts/page-requirements.txt
if [ "$vigia" = --venv ]; then exit 0; fi
rm -rf "$pages"
mkdir -p "$pages"

# page NAME MOST_BYTES ARGUMENT...: makes a page; a missed expectation is no failure here.
page() {
  local file="$pages/$1.html" most=$2
  shift 2
  "$vigia" replay "$@" --report "$file" >/dev/null 2>"$pages/words" || [ $? -eq 1 ] || { cat "$pages/words"; exit 1; }
  local size
  size=$(stat -c %s "$file")
  if [ "$size" -gt "$most" ]; then
    echo "page_test: $file has $size bytes, expected $most at most" >&2
    exit 1
  fi
  echo "page_test: $file: $size bytes"
  # A signed page holds against its inputs.
  "$vigia" verify "$file" >/dev/null
}

page walk-es 490000 traces/cuenca-1-lanyard.jsonl --language es --time-zone Europe/Madrid \
  --sweep radius=100..1000:50
page walk-en 450000 traces/cuenca-1-lanyard.jsonl
printf 'home: first fix\nradius_m: 100\nexpect:\n- {event: perimeter.exit, of_crossing: true, within_s: 5}\n' \
  > "$pages/home.yaml"
page several-es 900000 traces/cuenca-*.jsonl --language es --expect "$pages/home.yaml"
# A day at 1 Hz: four walks of an hour each, and home in between, with noise that repeats.
python3 scripts/page_day.py > "$pages/day.jsonl"
page day-es 1500000 "$pages/day.jsonl" --language es --expect "$pages/home.yaml"
if [ -d "$real" ]; then
  page hour-es 400000 "$real/walk_stuttgart_strava_20240219.gpx" --language es --expect "$pages/home.yaml"
  page outings-es 430000 "$real/walk_stuttgart_strava_20240219.gpx" --language es --perimeter 48.7473,9.1008,150
  page hike-en 1500000 "$real/hike_genolhac_etrex_20230527.gpx" --expect "$pages/home.yaml"
else
  echo "page_test: SKIPPED the real recordings: $real is absent"
fi

# beside COMMAND...: starts it; `finish` waits for all of these, and fails if one has failed.
started=()
beside() { "$@" & started+=($!); }
finish() {
  local status=0 one
  for one in "${started[@]}"; do wait "$one" || status=1; done
  started=()
  return "$status"
}
python=build/page-venv/bin/python
# Every second page for each core: the long ones lie side by side in the alphabet.
files=("$pages"/*.html)
odd=() even=()
for i in "${!files[@]}"; do if ((i % 2)); then odd+=("${files[i]}"); else even+=("${files[i]}"); fi; done
beside "$python" scripts/page_look.py "${odd[@]}" --into "$pages"
beside "$python" scripts/page_look.py "${even[@]}" --into "$pages"
finish
for language in es en; do
  beside "$python" scripts/page_tools.py "$vigia" traces/cuenca-1-lanyard.jsonl --into "$pages" --language "$language"
done
finish
