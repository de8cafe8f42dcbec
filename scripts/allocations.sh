#!/bin/sh
# Counts the heap allocations of the core's steady state: malloc and its kin are interposed in a program that lives one
# busy day, then three. The two counts must be equal, and the device small.
# usage: scripts/allocations.sh STEADY [OTHER_STEADY]    the other build must live the same days
set -eu
cd "$(dirname "$0")/.."
steady=$1
out=build/allocations
mkdir -p "$out"
cc -O2 -shared -fPIC -o "$out/count.so" Tests/Steady/count.c -ldl

count() { LD_PRELOAD="$out/count.so" "$steady" "$1" 2>&1 >"$out/$1" | sed -n 's/^allocations //p'; }
one=$(count 1)
three=$(count 3)
cat "$out/3"
if [ -z "$one" ] || [ "$one" -eq 0 ] || [ "$one" != "$three" ]; then
  echo "allocations: one day $one, three days $three; expected the same, and not none" >&2
  exit 1
fi
if [ $# -gt 1 ]; then
  "$2" 3 > "$out/other"
  cmp "$out/3" "$out/other"
fi
size=$(sed -n 's/^size //p' "$out/3")
if [ "$size" -gt 28672 ]; then
  echo "allocations: a device takes $size bytes; expected 28,672 at most" >&2
  exit 1
fi
echo "allocations: none per event ($one at start-up, after one day as after three)"
