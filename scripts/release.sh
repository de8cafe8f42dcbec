#!/bin/sh
# The program that people install, optimised as a whole, replays every trace and lives simulated days to the
# same bytes as the one that the tests have judged. With the real traces, where the folder is there.
# usage: scripts/release.sh TESTED_VIGIA RELEASE_VIGIA
set -eu
cd "$(dirname "$0")/.."
tested=$1
release=$2
out=build/release
mkdir -p "$out"

# alike ARGUMENT...: both print the same, and end with the same status.
alike() {
  for program in tested release; do
    status=0
    if [ "$program" = tested ]; then "$tested" "$@" > "$out/tested" 2>&1 || status=$?
    else "$release" "$@" > "$out/release" 2>&1 || status=$?; fi
    echo "status $status" >> "$out/$program"
  done
  cmp "$out/tested" "$out/release" || { echo "release: vigia $* is another" >&2; exit 1; }
}
alike explore --seeds 0:20 --format json
alike replay traces/*.jsonl --format json
alike replay simulations/harms/*.jsonl --format json
real="${VIGIA_SHARED:-../shared}/traces/real"
if [ -d "$real" ]; then
  # The centre hardly matters here: what must agree is every decision.
  for file in "$real"/*.nmea "$real"/*.ubx "$real"/*.log "$real"/*.chk "$real"/*.gpx; do
    alike replay "$file" --perimeter 45.4971,9.1848,1000 --format json
  done
else
  echo "release: SKIPPED the real traces: $real is absent"
fi
echo "release: both programs replay and live alike"
