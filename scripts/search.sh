#!/usr/bin/env bash
# Changes drawn days and keeps those that reach what is new, on every core: docs/simulation.md.
# usage: scripts/search.sh BUILT ROUNDS [FIRST]   (BUILT: the folder of a debug build; ROUNDS for each core)
#        scripts/search.sh BUILT DAY…             (a day such as 4711.12.7, as it names them)
#        scripts/search.sh --choose               (writes Tests/Kept/days.txt anew, of the days that are kept)
#        scripts/search.sh --kept BUILT           (judges the days of Tests/Kept/days.txt on every core)
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$1" = --choose ]; then
  for kept in build/search/*/kept; do
    tail -n +100 "$kept" | sort -k2,2nr | awk 'NR <= 75 { print $1 }'
  done | sort -n > Tests/Kept/days.txt
  exit
fi
if [ "$1" = --kept ]; then
  mkdir -p build/search
  xargs -P "$(nproc)" -n 38 "$2/search" build/search < Tests/Kept/days.txt > build/search/judged || true
  grep -v ': well$' build/search/judged && exit 1
  # A day that ends the program leaves the others of its row out.
  days=$(wc -l < Tests/Kept/days.txt)
  [ "$(wc -l < build/search/judged)" -eq "$days" ] || { echo "search: a kept day ended the program" >&2; exit 1; }
  echo "search: $days kept days are well"
  exit
fi
built=$1
shift
list=$built/search.product/Objects.LinkFileList
[ -s "$list" ] || { echo "search: $built has no search; expected the folder of a debug build (make debug)" >&2; exit 2; }

# The core once more, with a counter for each of its edges; all else is what the tests have built.
made=build/search/objects
mkdir -p "$made"
core=$(find Sources/Device -name '*.swift' | LC_ALL=C sort)
program=build/search/search
# shellcheck disable=SC2086
stamp=$(cat $core scripts/search.sh "$built"/{HAL,Checkers,Simulator,search}.build/*.o | sha256sum)
if [ "$(cat "$made/stamp" 2>/dev/null)" != "$stamp" ]; then
  # shellcheck disable=SC2086
  swiftc -package-name vigia -swift-version 6 -parse-as-library -wmo -O -suppress-warnings -profile-generate \
    -I "$built/Modules" -module-name Device -c $core -o "$made/Device.o"
  { grep -v '/Device\.build/' "$list"; echo "$made/Device.o"; } > "$made/list"
  swiftc -emit-executable -Xlinker --defsym -Xlinker main=search_main "@$made/list" -lm -lz -lexpat -lcrypto -o "$program"
  echo "$stamp" > "$made/stamp"
fi
if [[ $# -gt 2 || $1 == *.* ]]; then exec "$program" build/search "$@"; fi

# Each core has its own seeds and its own kept days, so that the same call lives the same days.
rounds=$1
first=${2:-1000000}
cores=$(nproc)
started=()
for part in $(seq "$cores"); do
  mkdir -p "build/search/$part"
  "$program" "build/search/$part" "$rounds" $((first + part * 1000000)) > "build/search/$part.log" &
  started+=($!)
done
status=0
for one in "${started[@]}"; do wait "$one" || status=1; done
tail -n 30 build/search/*.log
exit "$status"
