#!/bin/sh
# A fixed budget of simulated days: all invariants hold, every seed lived twice comes out the same,
# and debug and release agree.
# usage: scripts/explore.sh DEBUG_VIGIA RELEASE_VIGIA
set -eu
cd "$(dirname "$0")/.."
debug=$1
release=$2
out=build/explore
mkdir -p "$out"

"$release" explore --seeds 0:400 --check-determinism
"$release" explore --seeds 0:2 --format json > "$out/release"
"$debug" explore --seeds 0:2 --format json > "$out/debug"
cmp "$out/release" "$out/debug"
echo "explore: debug and release live alike"
