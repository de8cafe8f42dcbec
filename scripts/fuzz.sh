#!/bin/sh
# libFuzzer on the words of one kind of server: scripts/fuzz.sh IMAP|SMTP [SECONDS]
set -eu
cd "$(dirname "$0")/.."
name=$1
seconds=${2:-60}
out=build/fuzz
mkdir -p "$out/$name"
for module in HAL Device Words; do
  case $module in HAL) folder=hal/HAL ;; *) folder=Sources/$module ;; esac
  find "$folder" -name '*.swift' -print0 | xargs -0 swiftc -O -swift-version 6 -parse-as-library \
    -wmo -module-name "$module" -I "$out" -emit-module -emit-module-path "$out/$module.swiftmodule" \
    -emit-object -o "$out/$module.o"
done
for file in hal/C/linux/*.c; do
  clang -O1 -g -Ihal/C/linux/include -c "$file" -o "$out/$(basename "$file" .c).c.o"
done
printf 'module CLinux { umbrella "%s/hal/C/linux/include" export * }\n' "$PWD" > "$out/module.modulemap"
swiftc -O -gline-tables-only -swift-version 6 -parse-as-library -wmo -module-name Linux -sanitize=fuzzer -I "$out" \
  hal/Linux/Network/*.swift hal/Linux/Reactor.swift hal/Linux/SystemError.swift \
  Tests/Fuzz/MemoryServer.swift "Tests/Fuzz/$name.swift" \
  "$out"/*.o -lcurl -lgps -lasound -o "$out/fuzz-$name"
"$out/fuzz-$name" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=512 \
  -dict="Tests/Fuzz/$name.dict" -artifact_prefix="$out/$name-" \
  "$out/$name" "Tests/Fuzz/$name"
