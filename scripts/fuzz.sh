#!/usr/bin/env bash
# libFuzzer, with the address sanitizer, on every parser of strangers' bytes: docs/fuzzing.md.
# Inputs that it finds interesting stay in build/fuzz/TARGET, for the next call; findings in build/fuzz/TARGET.found.
# usage: scripts/fuzz.sh SECONDS [TARGET…]   (SECONDS for each; all targets unless some are named)
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  mapfile -t targets < <(find Tests/Fuzz -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
fi

build=(swift build -c release --scratch-path .build/fuzz --product fuzz
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -DLIBFUZZER -Xswiftc -gline-tables-only
  -Xcc -fsanitize=fuzzer-no-link,address -Xcc -gline-tables-only)
"${build[@]}" >&2
fuzz=$("${build[@]}" --show-bin-path)/fuzz

# longest TARGET: bytes of an input. Mails are as long as the device takes them, so that slow ones are found, too.
longest() {
  case $1 in
    mailBody) echo 65536 ;;
    mailHeaders) echo 16384 ;;
    command) echo 512 ;;
    gpsd | gpx | nmea | lines | profile | scenario | imap) echo 8192 ;;
    *) echo 4096 ;;
  esac
}

# number NAME LOG: a figure that libFuzzer prints at its end.
number() { sed -n "s/^stat::$1: *\([0-9]*\).*/\1/p" "$2" | tail -n 1; }

status=0
row='%-12s %8s %12s %8s %9s %9s\n'
table=$(mktemp)
trap 'rm -f "$table"' EXIT
for target in "${targets[@]}"; do
  corpus=build/fuzz/$target
  mkdir -p "$corpus" "$corpus.found"
  log=$corpus.log
  options=(-max_total_time="$seconds" -max_len="$(longest "$target")" -timeout=10 -rss_limit_mb=1024
    -print_final_stats=1 -use_value_profile=1 -artifact_prefix="$corpus.found/")
  [ ! -f "Tests/Fuzz/$target.dict" ] || options+=(-dict="Tests/Fuzz/$target.dict")
  begun=$(date +%s)
  VIGIA_FUZZ=$target SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    "$fuzz" "${options[@]}" "$corpus" "Tests/Fuzz/$target" > "$log" 2>&1 ||
    { status=1; grep -aE 'FOUND|Fatal error|ERROR:|SUMMARY|Test unit written' "$log" >&2 || tail -n 20 "$log" >&2; }
  found=$(find "$corpus.found" -type f | wc -l)
  covered=$(grep -aoE 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -n 1) || covered=
  # shellcheck disable=SC2086 # four words
  set -- ${covered:-cov: 0 ft: 0}
  # shellcheck disable=SC2059
  printf "$row" "$target" "$(($(date +%s) - begun))" "$(number number_of_executed_units "$log")" "$2" "$4" \
    "$found" | tee -a "$table" >&2
  [ "$found" -eq 0 ] || status=1
done
# shellcheck disable=SC2059
printf "$row" target seconds executions coverage features findings
cat "$table"
awk '{ s += $2; e += $3; f += $6 } END { printf "%-12s %8d %12d %8s %9s %9d\n", "all", s, e, "", "", f }' "$table"
exit "$status"
