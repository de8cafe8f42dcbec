#!/usr/bin/env bash
# Judges a change of the core soon: its tests, the house rules, and 50 simulated days with every invariant.
# The core and its judges are built alone and optimised, in .build/check: a day takes a tenth of a debug build's time.
# usage: scripts/check.sh [SEEDS]    50 unless another number is given
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-50}
export VIGIA_PART=core
build=(swift build --scratch-path .build/check -Xswiftc -O)
"${build[@]}" --build-tests
programs=$("${build[@]}" --show-bin-path)

# lives FIRST STEP: every STEPth day; a day that finds the device wrong is named.
lives() {
  local said
  said=$("$programs/hunt" "$(seq -s, "$1" "$2" $((seeds - 1)))")
  case $said in
    none\ *) ;;
    "caught "*)
      read -r _ seed invariant <<< "$said"
      echo "check: the device of seed $seed breaks $invariant; to see it: vigia explore --seeds $seed:$((seed + 1)) --shrink" >&2
      return 1 ;;
  esac
}
lives 0 2 &
even=$!
lives 1 2 &
odd=$!
status=0
wait "$even" || status=1
wait "$odd" || status=1
[ "$status" -ne 0 ] || echo "check: $seeds simulated days without a finding"
NO_COLOR=1 "$programs/vigiaPackageTests.xctest" --testing-library swift-testing || status=1
exit "$status"
