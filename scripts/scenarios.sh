#!/bin/sh
# Runs every scenario, checks that the traces in traces/ are what their scenarios write, and that
# debug and release builds replay every trace to the same bytes, twice.
# usage: scripts/scenarios.sh DEBUG_VIGIA RELEASE_VIGIA
set -eu
cd "$(dirname "$0")/.."
debug=$1
release=$2
out=build/scenarios
mkdir -p "$out"

"$release" simulate simulations/*.yaml --format junit > "$out/simulations.xml"
echo "scenarios: $(ls simulations/*.yaml | wc -l) passed"

for trace in traces/*.jsonl; do
  name=$(basename "$trace" .jsonl)
  "$release" simulate "simulations/$name.yaml" --trace "$out/$name.jsonl" > /dev/null
  cmp "$trace" "$out/$name.jsonl"
done
echo "scenarios: traces/ is what simulations/ writes"

# Situations in which an earlier device hurt somebody: each trace with what must happen beside it.
"$release" replay simulations/harms/*.jsonl --format junit > "$out/harms.xml"
echo "scenarios: $(ls simulations/harms/*.jsonl | wc -l) harm traces passed"

# A fixed budget of other noise: what happens to the wearer is the same, so the counts must be too.
for seed in $(seq 101 110); do
  "$release" simulate simulations/*.yaml --seed "$seed" --format junit > "$out/seed.xml" || {
    echo "scenarios: seed $seed fails; to see it: vigia simulate simulations/*.yaml --seed $seed" >&2
    exit 1
  }
done
echo "scenarios: 10 other seeds passed"

"$release" replay traces/*.jsonl --format json > "$out/first"
"$release" replay traces/*.jsonl --format json > "$out/second"
"$debug" replay traces/*.jsonl --format json > "$out/debug"
cmp "$out/first" "$out/second"
cmp "$out/first" "$out/debug"
real="${VIGIA_SHARED:-../shared}/traces/real"
if [ -d "$real" ]; then
  # The centre hardly matters here: what must agree is every decision, in debug and in release.
  for file in "$real"/*.nmea "$real"/*.ubx "$real"/*.log "$real"/*.chk "$real"/*.gpx; do
    "$release" replay "$file" --perimeter 45.4971,9.1848,1000 --format json > "$out/first" 2>/dev/null
    "$debug" replay "$file" --perimeter 45.4971,9.1848,1000 --format json > "$out/debug" 2>/dev/null
    cmp "$out/first" "$out/debug"
  done
  echo "scenarios: debug and release replay alike, the real traces too"
else
  echo "scenarios: debug and release replay alike; SKIPPED the real traces: $real is absent"
fi
