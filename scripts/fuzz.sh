#!/bin/sh
# libFuzzer on the words of one kind of server: scripts/fuzz.sh IMAP|SMTP [SECONDS]
set -eu
cd "$(dirname "$0")/.."
name=$1
seconds=${2:-60}
out=build/fuzz
mkdir -p "$out/$name"
for module in HAL Device Names Words; do
  case $module in HAL) folder=hal/HAL ;; *) folder=Sources/$module ;; esac
  find "$folder" -name '*.swift' -print0 | xargs -0 swiftc -O -swift-version 6 \
    -package-name vigia -parse-as-library -wmo -module-name "$module" -I "$out" -emit-module -emit-module-path "$out/$module.swiftmodule" \
    -emit-object -o "$out/$module.o"
done
swiftc -O -gline-tables-only -swift-version 6 -package-name vigia -parse-as-library -wmo -module-name Mail \
  -sanitize=fuzzer -I "$out" Sources/Mail/*.swift Tests/Fuzz/MemoryServer.swift "Tests/Fuzz/$name.swift" \
  "$out/HAL.o" "$out/Device.o" "$out/Names.o" "$out/Words.o" -lm -o "$out/fuzz-$name"
"$out/fuzz-$name" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=512 \
  -dict="Tests/Fuzz/$name.dict" -artifact_prefix="$out/$name-" \
  "$out/$name" "Tests/Fuzz/$name"
