#!/usr/bin/env bash
# Runs the tests that are built, in processes: those that wait for servers do not hold up the rest.
# A failure is said once more at the end, where a cut log still has it.
# usage: scripts/tests.sh BUNDLE
#        scripts/tests.sh --closing-lines    those of the last run, once more
set -uo pipefail
cd "$(dirname "$0")/.."
bundle=$1
closing() { cat build/tests/*.log | grep -aE '^. Test run with'; }
if [ "$bundle" = --closing-lines ]; then
  closing
  exit
fi
mkdir -p build/tests
rm -f build/tests/*

# part NAME ARGUMENT...: what it prints comes out at once, and is kept.
part() {
  local name=$1
  shift
  NO_COLOR=1 "$bundle" --testing-library swift-testing "$@" 2>&1 | tee "build/tests/$name.log"
  echo "${PIPESTATUS[0]}" > "build/tests/$name.status"
}
# Tests of live devices wait more than they work, two at a time in each process.
part linux-1 --filter '^LinuxTests\.[A-E]' &
part linux-2 --filter '^LinuxTests\.[F-K]' &
part linux-3 --filter '^LinuxTests\.L' &
part linux-4 --filter '^LinuxTests\.[M-Q]' &
part linux-5 --filter '^LinuxTests\.' --skip '^LinuxTests\.[A-Q]' &
{
  part commands --filter '^CommandTests\.'
  part others --skip '^(LinuxTests|CommandTests)\.'
} &
wait

status=0
for name in commands linux-1 linux-2 linux-3 linux-4 linux-5 others; do
  read -r part < "build/tests/$name.status" || part=1
  # A process without its closing line has not run all that it should have.
  grep -aqE '^. Test run with [1-9][0-9]* tests? in .* passed' "build/tests/$name.log" || [ "$part" -ne 0 ] || part=1
  if [ "$part" -ne 0 ]; then
    echo "tests: $name failed, status $part; of it (all is in build/tests/$name.log):"
    grep -aE 'recorded an issue|^error:|[Ff]atal error|unexpected signal|^✘ Test run' "build/tests/$name.log" |
      cut -c1-400 | tail -n 40
    status=1
  fi
done
closing
exit "$status"
