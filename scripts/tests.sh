#!/usr/bin/env bash
# Runs the tests that are built. A failure is said once more at the end, where a cut log still has it.
# usage: scripts/tests.sh SWIFT
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
"$1" test --skip-build 2>&1 | tee build/tests.log
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  echo "tests: what failed (all of it is in build/tests.log):"
  grep -aE 'recorded an issue|^error:|[Ff]atal error|unexpected signal|^✘ Test run' build/tests.log |
    cut -c1-400 | tail -n 40
  echo "tests: failed, status $status"
fi
exit "$status"
