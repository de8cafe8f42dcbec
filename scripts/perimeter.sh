#!/bin/sh
# The small bench: our perimeter rule is nowhere worse than its committed figures.
# usage: scripts/perimeter.sh RELEASE_VIGIA_LAB [--renew]
set -eu
cd "$(dirname "$0")/.."
lab=$1
figures=docs/perimeter-small.jsonl

if [ "${2-}" = --renew ]; then
  "$lab" perimeter bench --small --format json | grep -e '"rule":"OURS"' -e '"summary"' > "$figures"
  exit
fi
mkdir -p build
"$lab" perimeter bench --small --format json --against "$figures" > build/perimeter-small.jsonl
now=$(tail -n 1 build/perimeter-small.jsonl)
before=$(tail -n 1 "$figures")
test "$now" = "$before" || echo "perimeter: the bench changed; scripts/perimeter.sh VIGIA_LAB --renew"
echo "perimeter: ours is nowhere worse than $figures"
