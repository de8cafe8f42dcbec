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
  awk '/recorded an issue|^Fatal|Fatal error/ { said = 12 } said-- > 0 && !/^◇|^✔/' build/tests.log |
    cut -c1-400 | head -40
  echo "tests: failed, status $status"
fi
exit "$status"
