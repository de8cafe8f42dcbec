#!/usr/bin/env bash
# Runs the portal's tests that are built. With PORTAL_PROOF=1, all that docs/portal.md shows.
# usage: portal/scripts/test.sh [--filter NAME]
set -uo pipefail
cd "$(dirname "$0")/.."
bundle=$(swift build --scratch-path ../.build --show-bin-path)/vigia-portalPackageTests.xctest
mkdir -p ../build/tests
rm -f ../build/tests/portal*.log

# part NAME ARGUMENT...: what it prints comes out at once, and is kept.
part() {
  local log=../build/tests/$1.log status
  shift
  NO_COLOR=1 "$bundle" --testing-library swift-testing "$@" 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  grep -aqE '^. Test run with [1-9][0-9]* tests? in .* passed' "$log" || [ "$status" -ne 0 ] || status=1
  if [ "$status" -ne 0 ]; then
    echo "portal: tests failed, status $status; of them (all is in build/tests/):"
    grep -aE 'recorded an issue|^error:|[Ff]atal error|unexpected signal|^✘ Test run' "$log" | cut -c1-400 | tail -n 40
  fi
  return "$status"
}
if [ $# -gt 0 ]; then
  part portal "$@"
  exit
fi
# Each test of the server starts a portal of its own, and all start at once: in two halves they need half the open files.
status=0
part portal-1 --filter '^PortalServerTests\.[A-L]' || status=1
part portal-2 --skip '^PortalServerTests\.[A-L]' || status=1
exit "$status"
