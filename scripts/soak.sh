#!/usr/bin/env bash
# Lives a long range of seeds in pieces, and goes on where it was interrupted.
# usage: scripts/soak.sh VIGIA FIRST LAST [PIECE]
set -euo pipefail
cd "$(dirname "$0")/.."
vigia=$1
first=$2
last=$3
piece=${4:-1000}
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
out=build/soak/$commit
mkdir -p "$out"

a=$first
pieces=
while [ "$a" -lt "$last" ]; do
  b=$((a + piece))
  [ "$b" -gt "$last" ] && b=$last
  if [ ! -s "$out/$a-$b.json" ]; then
    "$vigia" explore --seeds "$a:$b" --keep-going --format json > "$out/part" || true
    mv "$out/part" "$out/$a-$b.json"
    echo "soak: $a:$b $(grep -c '"event":"failure"' "$out/$a-$b.json" || true) failures" >&2
  fi
  pieces="$pieces $out/$a-$b.json"
  a=$b
done
# A situation that no life comes to is one in which nothing is judged.
# shellcheck disable=SC2086 -- a list of names without spaces
"$vigia" explore --merge $pieces | tee "$out/all" && status=0 || status=1
if missing=$(grep -o '"[a-z-]*":0[,}]' "$out/all" | grep -v '"failures"' | cut -d'"' -f2); then
  echo "soak: never reached, and expected in so many days: $(echo $missing)" >&2
  status=1
fi
exit "$status"
