#!/usr/bin/env bash
# Runs the portal's tests that are built. With PORTAL_PROOF=1, all that docs/portal.md shows.
# usage: portal/scripts/test.sh [--filter NAME]
set -uo pipefail
cd "$(dirname "$0")/.."
bundle=$(swift build --scratch-path ../.build --show-bin-path)/vigia-portalPackageTests.xctest
mkdir -p ../build/tests
log=../build/tests/portal.log
NO_COLOR=1 "$bundle" --testing-library swift-testing "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
grep -aqE '^. Test run with [1-9][0-9]* tests? in .* passed' "$log" || [ "$status" -ne 0 ] || status=1
if [ "$status" -ne 0 ]; then
  echo "portal: tests failed, status $status; of them (all is in build/tests/portal.log):"
  grep -aE 'recorded an issue|^error:|[Ff]atal error|unexpected signal|^✘ Test run' "$log" | cut -c1-400 | tail -n 40
fi
exit "$status"
