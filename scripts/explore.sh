#!/bin/sh
# A fixed budget of simulated days: all invariants hold, and every seed lived twice comes out the same.
# usage: scripts/explore.sh VIGIA
set -eu
cd "$(dirname "$0")/.."
"$1" explore --seeds 0:400 --check-determinism
