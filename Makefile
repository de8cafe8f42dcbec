# README's commands. Each does its own set-up on a fresh Debian.
SWIFT ?= swift

.PHONY: all run test bench format clean
all: run

## Replay one of our own traces: timeline here, report in build/.
run:
	@scripts/setup.sh run
	$(SWIFT) build -c release --product vigia
	@mkdir -p build
	$$($(SWIFT) build -c release --show-bin-path)/vigia replay traces/cuenca-1-lanyard.jsonl \
	  --report build/cuenca-1-lanyard.html

## Everything CI runs; the test runner comes last.
test:
	@scripts/setup.sh test
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources hal Tests bench
	scripts/embedded.sh
	$(SWIFT) build -c release --product vigia
	$(SWIFT) build -c release --product steady
	scripts/allocations.sh $$($(SWIFT) build -c release --show-bin-path)/steady
	$(SWIFT) build --build-tests
	scripts/scenarios.sh $$($(SWIFT) build --show-bin-path)/vigia \
	  $$($(SWIFT) build -c release --show-bin-path)/vigia
	$(SWIFT) test --skip-build

## Fixes per second beside gpsbabel and Python, as ratios of one run.
bench:
	@scripts/setup.sh bench
	@test -x build/bench-venv/bin/python || python3 -m venv build/bench-venv
	@build/bench-venv/bin/pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	$(SWIFT) build -c release --product bench
	$$($(SWIFT) build -c release --show-bin-path)/bench build/bench-venv/bin/python

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources hal Tests bench

clean:
	rm -rf .build build
