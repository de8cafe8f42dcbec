# README's commands. Each does its own set-up on a fresh Debian.
SWIFT ?= swift
PREFIX ?= /usr

.PHONY: all run test check lint device-test lives-test bugs-test unit-test release-test page-test page-speed portal \
  portal-test portal-proof portal-deb relay-test firmware-test module module-test debug \
  bench year perimeter measure mutants soak search fuzz install deb deb-test bare-test format clean
all: run

## Replay one of our own traces: timeline here, report in build/.
run: module
	@scripts/setup.sh run
	$(SWIFT) build -c release --product vigia
	@mkdir -p build
	$$($(SWIFT) build -c release --show-bin-path)/vigia replay traces/cuenca-1-lanyard.jsonl \
	  --report build/cuenca-1-lanyard.html

## Everything that CI runs: the parts below, and the test runner's closing lines once more at the end.
test:
	@scripts/setup.sh test
	$(MAKE) device-test
	$(MAKE) -j2 firmware-test page-test
	$(MAKE) portal-test
	@scripts/tests.sh --closing-lines

## The device: lint, all tests, then simulated days.
device-test:
	@scripts/setup.sh test
	$(MAKE) -j2 lint module
	$(SWIFT) package resolve
	$(MAKE) debug
	$(MAKE) unit-test
	$(MAKE) -j2 lives-test bugs-test
	scripts/scenarios.sh $(DEBUG)/vigia
	$(DEBUG)/vigia explore --seeds 0:100 --check-determinism
	$(DEBUG)/vigia explore --seeds 100:220
	scripts/search.sh --kept $(DEBUG)
	scripts/perimeter.sh $(DEBUG)/vigia-lab

lives-test:
	scripts/lives.sh $(DEBUG)/lives

bugs-test:
	scripts/mutants.py --few $(DEBUG)

unit-test:
	scripts/tests.sh $(DEBUG)/vigiaPackageTests.xctest

## A change of the core: lint, the tests of the core, 50 simulated days.
check:
	@scripts/setup.sh run
	$(MAKE) lint
	scripts/check.sh

## The release program replays and lives, byte for byte, as the one that the tests have judged.
release-test: module
	@scripts/setup.sh run
	$(BUILD_DEBUG) --product vigia
	$(BUILD_DEBUG) --product steady
	$(BUILD_RELEASE) --product vigia
	$(BUILD_RELEASE) --product steady
	scripts/allocations.sh $(RELEASE)/steady $(DEBUG)/steady
	scripts/release.sh $(DEBUG)/vigia $(RELEASE)/vigia

## Pages in a browser: both themes, three widths, both languages; axe-core, scrolling and labels judge.
page-test: module
	@scripts/setup.sh page
	$(BUILD_DEBUG) --product vigia
	scripts/module_test.sh $(DEBUG)/vigia
	scripts/page_test.sh $(DEBUG)/vigia

## The device for the report's page, in build/module; the programs built after it carry it (docs/module.md).
module:
	@scripts/setup.sh run
	@scripts/module.sh

## That module in wasmtime and in Chromium beside `vigia replay`; STEPS=1 also measures a slider's steps.
module-test: module
	@scripts/setup.sh page
	$(BUILD_DEBUG) --product vigia
	scripts/module_test.sh $(DEBUG)/vigia $(STEPS)

## A portal with a simulated family: open the address that it prints (docs/portal.md).
portal:
	@scripts/setup.sh portal
	cd portal && $(BUILD_PORTAL) --product vigia-portal
	cd portal && exec $$($(BUILD_PORTAL) --show-bin-path)/vigia-portal family

## The portal: its tests over HTTP, and its pages in a browser.
portal-test:
	@scripts/setup.sh portal-test
	cd portal && $(BUILD_PORTAL) --build-tests && $(BUILD_PORTAL) --product vigia
	@scripts/page_test.sh --venv
	portal/scripts/test.sh
	portal/scripts/browse.sh

## The same with 200 kills, all pages in both languages, both themes and three widths, a real device, and the package;
## as root; up to two hours.
portal-proof:
	@scripts/setup.sh portal-proof
	@scripts/setup.sh deb-test
	cd portal && $(BUILD_PORTAL) --build-tests && $(BUILD_PORTAL) --product vigia
	$(BUILD_RELEASE) --product vigia
	@scripts/page_test.sh --venv
	scripts/release.sh $(DEBUG)/vigia $(RELEASE)/vigia
	PORTAL_PROOF=1 portal/scripts/test.sh
	PORTAL_PROOF=1 portal/scripts/browse.sh
	build/page-venv/bin/python portal/scripts/real_device.py $(RELEASE)/vigia \
	  "$$(cd portal && $(BUILD_PORTAL) --show-bin-path)/vigia-portal"
	$(MAKE) relay-test
	$(MAKE) portal-deb deb
	portal/scripts/deb-test.sh build/vigia-portal_*.deb
	portal/scripts/board-test.sh build/vigia_*.deb build/vigia-portal_*.deb

## The relay's SMS and calls, with Debian's gammu on a pretended modem.
relay-test:
	@scripts/setup.sh relay-test
	$(BUILD_DEBUG) --product vigia
	@scripts/page_test.sh --venv
	build/page-venv/bin/python relay/test.py $(DEBUG)/vigia

## The portal as a Debian package of its own, in build/.
portal-deb:
	@scripts/setup.sh portal
	@scripts/setup.sh deb
	cd portal && $(BUILD_PORTAL) -c release --static-swift-stdlib --product vigia-portal
	@mkdir -p build
	rm -f build/vigia-portal_*.deb
	package=$$(portal/scripts/deb.sh \
	  "$$(cd portal && $(BUILD_PORTAL) -c release --show-bin-path)/vigia-portal" build) && \
	  if command -v lintian >/dev/null; then lintian --fail-on warning --allow-root "$$package"; fi

## Steps of the page's radius on a walk of an hour, in milliseconds, beside the replay of this machine.
PAGE_WALK ?= $(REAL)/walk_stuttgart_strava_20240219.gpx
PAGE_HOME ?= 48.7473,9.1008,150
page-speed: module
	@scripts/setup.sh page
	$(BUILD_RELEASE) --product vigia
	@scripts/page_test.sh --venv
	build/page-venv/bin/python scripts/page_speed.py $(RELEASE)/vigia $(PAGE_WALK) $(PAGE_HOME)

## The core for boards without an operating system and for a browser: as Embedded Swift, small, and without allocations.
firmware-test: module
	@scripts/setup.sh run
	scripts/embedded.sh
	$(BUILD_DEBUG) --product steady
	scripts/allocations.sh $(DEBUG)/steady

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Plugins Sources hal Lab Tests bench \
  portal/Package.swift portal/Sources portal/Tests

# Debug builds are optimised where it counts (Package.swift): what is tested also lives the simulated days.
# The two builds have a folder each, so that neither waits for the other's.
# The debug build keeps its index: Swift finds the tests through it.
BUILD_DEBUG = $(SWIFT) build
# In portal/, into the device's folder: what both need is compiled once.
BUILD_PORTAL = $(SWIFT) build --scratch-path ../.build
DEBUG = $$($(SWIFT) build --show-bin-path)
BUILD_RELEASE = $(SWIFT) build -c release --scratch-path .build/optimized
RELEASE = $$($(BUILD_RELEASE) --show-bin-path)
debug: module
	$(BUILD_DEBUG) --build-tests

## A year with a companion: 40 reboots, 32 reminders of the family, both clock changes (docs/quit.md); minutes.
year:
	$(BUILD_RELEASE) --product year
	scripts/year.sh $(RELEASE)/year

## Our perimeter rule and ten of other systems on the same walks (docs/perimeter.md); minutes.
REAL ?= ../shared/traces/real
perimeter:
	@scripts/setup.sh run
	$(SWIFT) build -c release --product vigia-lab
	@mkdir -p build
	$$($(SWIFT) build -c release --show-bin-path)/vigia-lab perimeter bench \
	  $$(test -d $(REAL) && echo --real $(REAL)) --report build/perimeter.html

## Bugs that the explorer must find within 2,000 simulated days; RANDOM=500: by chance (docs/teeth.md).
mutants:
	@scripts/setup.sh test
	$(SWIFT) package resolve
	scripts/mutants.py $(if $(RANDOM),--random $(RANDOM))
	@scripts/setup.sh portal-test
	portal/scripts/mutants.py

## libFuzzer on every parser of strangers' bytes, SECONDS for each TARGET (docs/fuzzing.md); 67 minutes in all.
SECONDS ?= 210
fuzz:
	@scripts/setup.sh run
	scripts/fuzz.sh $(SECONDS) $(TARGET)

## 100,000 simulated days and more, in pieces; a second call goes on where the first was stopped.
FIRST ?= 0
LAST ?= 100000
soak:
	@scripts/setup.sh run
	$(SWIFT) build -c release --product vigia
	scripts/soak.sh $$($(SWIFT) build -c release --show-bin-path)/vigia $(FIRST) $(LAST)

## Changes drawn days, and keeps those that reach what no day before reached (docs/simulation.md).
ROUNDS ?= 2000
search: debug
	scripts/search.sh $(DEBUG) $(ROUNDS)

## Fixes per second beside gpsbabel and Python, as ratios of one run.
bench:
	@scripts/setup.sh bench
	@test -x build/bench-venv/bin/python || python3 -m venv build/bench-venv
	@build/bench-venv/bin/pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	$(SWIFT) build -c release --product bench
	$$($(SWIFT) build -c release --show-bin-path)/bench build/bench-venv/bin/python

# The program as it is installed: all of Swift in it, of ICU's tables only those for time zones.
BUILD_INSTALLED = tables=$$(SWIFT="$(SWIFT)" scripts/zones.sh build) && \
  $(SWIFT) build -c release --static-swift-stdlib --product vigia $$tables
LARGEST = 45000000
# The day of what is built: that of its commit, else of its changelog.
LAST_DAY = $$(date -u -d "@$$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)" +%Y-%m-%d)

## The device as a service (docs/appliance.md), below DESTDIR for a packager.
install: module
	@scripts/setup.sh run
	$(BUILD_INSTALLED)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/lib/systemd/system" \
	  "$(DESTDIR)$(PREFIX)/lib/sysusers.d" "$(DESTDIR)$(PREFIX)/lib/udev/rules.d" \
	  "$(DESTDIR)$(PREFIX)/share/doc/vigia" \
	  "$(DESTDIR)/etc/vigia"
	install -s -m 0755 "$$($(SWIFT) build -c release --show-bin-path)/vigia" \
	  "$(DESTDIR)$(PREFIX)/bin/vigia"
	@size=$$(stat -c %s "$(DESTDIR)$(PREFIX)/bin/vigia") && echo "vigia: $$size bytes" && \
	  if [ $$size -gt $(LARGEST) ]; then echo "make install: vigia has $$size bytes, expected $(LARGEST)" \
	    "at most; its linker took more of ICU's tables than scripts/zones.sh gave it?" >&2; exit 1; fi
	sed 's|/usr/|$(PREFIX)/|' packaging/vigia.service > \
	  "$(DESTDIR)$(PREFIX)/lib/systemd/system/vigia.service"
	chmod 0644 "$(DESTDIR)$(PREFIX)/lib/systemd/system/vigia.service"
	sed 's|/usr/|$(PREFIX)/|' packaging/vigia-setup.service > \
	  "$(DESTDIR)$(PREFIX)/lib/systemd/system/vigia-setup.service"
	chmod 0644 "$(DESTDIR)$(PREFIX)/lib/systemd/system/vigia-setup.service"
	install -m 0644 packaging/vigia-setup.timer "$(DESTDIR)$(PREFIX)/lib/systemd/system/vigia-setup.timer"
	install -m 0644 packaging/vigia.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/vigia.conf"
	install -m 0644 packaging/vigia.udev "$(DESTDIR)$(PREFIX)/lib/udev/rules.d/60-vigia.rules"
	install -m 0644 README.md LICENSE docs/*.md "$(DESTDIR)$(PREFIX)/share/doc/vigia"
	umask 022 && "$(DESTDIR)$(PREFIX)/bin/vigia" help-files "$(DESTDIR)$(PREFIX)" --day "$(LAST_DAY)" \
	  --documents "$(PREFIX)/share/doc/vigia"
	rm -f "$(DESTDIR)/etc/vigia/profile.yaml.example"
	"$(DESTDIR)$(PREFIX)/bin/vigia" profile init "$(DESTDIR)/etc/vigia/profile.yaml.example"
	chmod 0644 "$(DESTDIR)/etc/vigia/profile.yaml.example"
	@said=$$("$(DESTDIR)$(PREFIX)/bin/vigia" profile check "$(DESTDIR)/etc/vigia/profile.yaml.example" 2>&1) || \
	  { echo "$$said" >&2; exit 1; }

## The same as a Debian package, in build/.
deb:
	@scripts/setup.sh deb
	rm -rf build/deb build/vigia_*.deb
	umask 022 && $(MAKE) install DESTDIR=build/deb PREFIX=/usr
	package=$$(scripts/deb.sh build/deb build) && if command -v lintian >/dev/null; then \
	  lintian --fail-on warning --allow-root "$$package"; fi

## That package in a fresh Debian 12: installed, run, removed, purged; an earlier one updated to it, and back; as root.
deb-test: deb
	@scripts/setup.sh deb-test
	earlier=$$(scripts/deb-before.sh) && scripts/deb-test.sh build/vigia_*.deb "$$earlier"

## `make run` and `make test` of a clean clone in a new Debian 12 with nothing but Swift; as root; long.
bare-test:
	@scripts/setup.sh bare-test
	scripts/bare-test.sh

## The figures of docs/measurements.md, all or PARTS="rest day"; MEASURE_SECONDS=3600: an hour at 1 Hz.
measure: module
	@scripts/setup.sh measure
	$(BUILD_INSTALLED)
	python3 -B scripts/measure "$$($(SWIFT) build -c release --show-bin-path)/vigia" $(PARTS)

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Plugins Sources hal Lab Tests bench \
	  portal/Package.swift portal/Sources portal/Tests

clean:
	rm -rf .build build
