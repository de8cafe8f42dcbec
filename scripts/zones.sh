#!/bin/sh
# Foundation brings ICU's tables of all languages, calendars and time zones, 34 MB of which the program
# reads those for time zones. This script makes an object of these alone, in FOLDER, and prints the flags
# of `swift build` that link it in their place. A use of Foundation that needs another table (DateFormatter,
# Locale's names, comparing as a language does) would fail in the installed program and nowhere else.
# usage: scripts/zones.sh FOLDER
set -eu

# ICU opens these for TimeZone: the rules of the zones, and their other names. docs/measurements.md says
# how to see what it opens.
tables="keyTypeData.res timezoneTypes.res zoneinfo64.res"

fail() {
  echo "scripts/zones.sh: $*" >&2
  echo "scripts/zones.sh: compare ICU's tables in this release of Swift with what the script expects" >&2
  exit 1
}

[ $# -eq 1 ] || { echo "usage: scripts/zones.sh FOLDER" >&2; exit 2; }
folder=$1
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

libraries=$("${SWIFT:-swift}" -print-target-info -static-stdlib |
  sed -n '/"runtimeLibraryPaths"/,/]/ s/^ *"\(\/.*\)",\{0,1\}$/\1/p' | head -n 1)
archive=$libraries/lib_FoundationICU.a
[ -f "$archive" ] || fail "there is no $archive"

# The symbol has ICU's version in its name: icudt76_dat. It must be the only one of its kind, and the
# first byte of its section.
found=$(nm -A --defined-only "$archive" 2>/dev/null |
  sed -n 's/^.*:\([^:]*\):0* R \(icudt[0-9]*_dat\)$/\1 \2/p')
[ "$(echo "$found" | wc -w)" -eq 2 ] || fail "$archive defines \"$found\", not one icudtNN_dat"
symbol=${found#* }
ar p "$archive" "${found% *}" > "$work/member.o"
objcopy -O binary -j .rodata "$work/member.o" "$work/all"

# The data is a header, the number of tables, two offsets for each (name and bytes, from behind the header),
# the names in the same order, and the bytes.
number() { od -An -v "-tu$1" -j "$2" -N "$1" "$work/all" | tr -d ' '; }
[ "$(od -An -v -tx1 -j 2 -N 2 "$work/all")" = " da 27" ] || fail "$symbol has no header of ICU's"
[ "$(tail -c +13 "$work/all" | head -c 4)" = CmnD ] || fail "$symbol is no table of tables"
header=$(number 2 0)
count=$(number 4 "$header")
od -An -v -tu4 -w8 -j $((header + 4)) -N $((8 * count)) "$work/all" > "$work/offsets"
tail -c +$((header + 5 + 8 * count)) "$work/all" | tr '\0' '\n' | LC_ALL=C head -n "$count" \
  > "$work/names"
paste -d ' ' "$work/offsets" "$work/names" | LC_ALL=C awk \
  -v symbol="$symbol" -v header="$header" -v size="$(stat -c %s "$work/all")" -v tables="$tables" \
  -v file="$work/all" '
  BEGIN {
    wanted = split(tables, list, " ")
    for (i in list) isWanted[list[i]] = 1
  }
  # The names stand one behind the other, so that the line of a name is that of its offsets.
  NR > 1 && $1 != name { broken = 1; exit }
  {
    name = $1 + length($3) + 1
    if (open) { bytes[found] = $2 - start[found]; open = 0 }
    base = $3
    sub(/^[^\/]*\//, "", base)
    if (base in isWanted) { found++; title[found] = $3; start[found] = $2; open = 1 }
  }
  END {
    if (broken || found != wanted) exit 1
    if (open) bytes[found] = size - header - start[found]
    print ".section .rodata\n.balign 16\n.globl vigia_zones\n.hidden vigia_zones"
    print "vigia_zones:\n.incbin \"" file "\", 0, " header
    print "contents:\n.long " found
    for (i = 1; i <= found; i++) print ".long name" i " - contents, bytes" i " - contents"
    for (i = 1; i <= found; i++) print "name" i ":\n.asciz \"" title[i] "\""
    for (i = 1; i <= found; i++) {
      print ".balign 16\nbytes" i ":\n.incbin \"" file "\", " header + start[i] ", " bytes[i]
    }
    print ".section .note.GNU-stack, \"\", @progbits"
  }' > "$work/zones.s" || fail "$symbol does not hold $tables in the order that ICU writes"
# SwiftPM looks at the flags only: another object needs another name.
as -o "$work/zones.o" "$work/zones.s"
sum=$(cksum < "$work/zones.o")
object=$folder/zones-${sum%% *}.o
mv "$work/zones.o" "$object"
echo "-Xlinker $object -Xlinker --defsym=$symbol=vigia_zones"
