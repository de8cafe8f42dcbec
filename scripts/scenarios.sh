#!/bin/sh
# Runs every scenario, checks that the traces in traces/ are what their scenarios write, and that every trace
# replays to the same bytes twice.
# usage: scripts/scenarios.sh VIGIA
set -eu
cd "$(dirname "$0")/.."
vigia=$1
out=build/scenarios
mkdir -p "$out"

"$vigia" simulate simulations/*.yaml --format junit > "$out/simulations.xml"
echo "scenarios: $(ls simulations/*.yaml | wc -l) passed"

# Days on which the product is known to be wrong. One that passes has been mended, and moves up.
for day in simulations/open/*.yaml; do
  status=0
  "$vigia" simulate "$day" > "$out/open.txt" 2>&1 || status=$?
  [ "$status" = 1 ] || { echo "scenarios: $day ends with $status; expected 1, or a place in simulations/" >&2; exit 1; }
done
echo "scenarios: $(ls simulations/open/*.yaml | wc -l) days are open"

for trace in traces/*.jsonl; do
  name=$(basename "$trace" .jsonl)
  "$vigia" simulate "simulations/$name.yaml" --trace "$out/$name.jsonl" > /dev/null
  cmp "$trace" "$out/$name.jsonl"
done
echo "scenarios: traces/ is what simulations/ writes"

# Situations in which an earlier device hurt somebody: each trace with what must happen beside it.
"$vigia" replay simulations/harms/*.jsonl --format junit > "$out/harms.xml"
echo "scenarios: $(ls simulations/harms/*.jsonl | wc -l) harm traces passed"

# A fixed budget of other noise: what happens to the wearer is the same, so the counts must be too.
seeds() {
  for seed in $(seq "$1" 2 104); do
    "$vigia" simulate simulations/*.yaml --seed "$seed" --format junit > "$out/seed-$1.xml" || {
      echo "scenarios: seed $seed fails; to see it: vigia simulate simulations/*.yaml --seed $seed" >&2
      return 1
    }
  done
}
seeds 101 &
odd=$!
seeds 102
wait "$odd"
echo "scenarios: 4 other seeds passed"

"$vigia" replay traces/*.jsonl --format json > "$out/first"
"$vigia" replay traces/*.jsonl --format json > "$out/second"
cmp "$out/first" "$out/second"
echo "scenarios: traces/ replays twice to the same bytes"
