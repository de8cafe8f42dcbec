#!/bin/sh
# Lives the days of Tests/Kept/lives and compares what came of them with Tests/Kept/lives.txt.
# usage: scripts/lives.sh LIVES [--renew]
set -eu
cd "$(dirname "$0")/.."
kept=Tests/Kept/lives.txt
out=build/lives.txt
mkdir -p build
"$1" Tests/Kept/lives/*.yaml > "$out"
if [ "${2:-}" = --renew ]; then cp "$out" "$kept"; fi
if ! diff "$kept" "$out"; then
  echo "lives: a day is lived otherwise (the second digest: in what the device does). A fault, or a line in" >&2
  echo "CHANGELOG.md and: scripts/lives.sh LIVES --renew" >&2
  exit 1
fi
echo "lives: $(wc -l < "$kept") kept days are lived as before"
