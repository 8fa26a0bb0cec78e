# Chores. `make` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST = $(BIN)/pytest -n 2 --dist worksteal -m "not cuda"
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

TYPESCRIPT := 7.0.2
TYPESCRIPT_FOLDER := build/typescript-$(TYPESCRIPT)
TSC := $(TYPESCRIPT_FOLDER)/node_modules/.bin/tsc
AXE := 4.14.0
AXE_FOLDER := build/axe-core-$(AXE)
NPM := npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
# Tests start many processes; without bytecode on disk each of them would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

help:  ## list the chores
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/ready  ## set the table in the browser
	@$(BIN)/ararat

play-lan: $(VENV)/ready  ## the same, and let the others at home sit down too
	@$(BIN)/ararat --lan

play-terminal: $(VENV)/ready  ## play in the terminal against two bots (without one: watch): make play-terminal GAME=noah
	@if [ -t 0 ] && [ -t 1 ]; then \
		$(BIN)/ararat play $(or $(GAME),animals-on-board) --seats you,cat,cat; \
	else \
		$(BIN)/ararat play $(or $(GAME),animals-on-board) --seats cat,rabbit,chick; \
	fi

test:  ## form and types of the sources, and every test in its short form; CI runs it, and then `make prove`
	@$(MAKE) --no-print-directory -j 2 $(VENV)/ready-test tools
	@$(MAKE) --no-print-directory -j 3 check check-page short-tests

check: $(VENV)/ready-test
	$(BIN)/ruff format --check src tests docs examples benchmarks
	$(BIN)/ruff check src tests docs examples benchmarks
	$(BIN)/mypy

short-tests: $(VENV)/ready-test chromium
	$(PYTEST)

prove: $(VENV)/ready-prove chromium  ## every test in its long form: more matches, positions and options, Ray, bounds checked
	$(PYTEST) --long --ignore-glob 'tests/browser/test_[!gp]*' --ignore tests/browser/test_page.py  # of the page, only matches have a long form

test-cuda:  ## compile the rules for CUDA; needs no GPU, but heavy packages, in a .venv-cuda of their own
	@$(MAKE) --no-print-directory VENV=.venv-cuda .venv-cuda/ready-cuda
	.venv-cuda/bin/pytest tests/cuda -m cuda

bench: $(VENV)/ready-rivals  ## measure speed, beside what a user would pick instead
	PYTHONPATH=benchmarks $(BIN)/python -m speed.games --save benchmarks

bench-server: $(VENV)/ready-test  ## measure one server with a hundred tables
	PYTHONPATH=benchmarks $(BIN)/python -m speed.server --save benchmarks

bench-search: $(VENV)/ready-rivals  ## play our search against OpenSpiel's for ten minutes
	PYTHONPATH=benchmarks $(BIN)/python -m openspiel --save benchmarks

ratings: $(VENV)/ready  ## rate all levels of bots, for days; stop it when you like, it goes on: make ratings GAME=noah
	$(BIN)/ararat ratings --save docs --records build/ratings $(GAME)

golden: $(VENV)/ready-test  ## write the golden playthroughs anew: make golden GAME=animals-on-board
	$(BIN)/python tests/golden/make.py $(GAME)

docs: $(VENV)/ready-test  ## write the pictures, the pages of all commands and moves and the schemas of the protocol anew
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python tests/command_page.py
	$(BIN)/python docs/make_schemas.py
	$(BIN)/python tests/moves_page.py
	@$(MAKE) --no-print-directory screenshots

screenshots: $(VENV)/ready-test chromium  ## take the pictures of all boards in docs/ anew, in a real browser
	$(BIN)/python docs/make_screenshots.py

phones: $(VENV)/ready-test chromium  ## play a match of each game on three phones and write docs/phones.md: make phones GAME=noah
	$(BIN)/python docs/make_phones.py $(GAME)

# One after the other: Debian's packages are installed by one hand at a time.
tools:
	@$(MAKE) --no-print-directory chromium
	@$(MAKE) --no-print-directory typescript
	@$(MAKE) --no-print-directory axe-core

# The tests of the page drive Debian's Chromium; it is installed where that may be done.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing Chromium (once) ..." \
			&& { apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; }; } \
		|| echo "Chromium is missing: install it (sudo apt-get install chromium); the tests of the page are skipped without it, and fail where CI is set."

# The page's types are checked by TypeScript on Debian's Node; both are installed where that may be done.
check-page: typescript  ## check the page's JavaScript and every board by their types
	@if test -e $(TSC); then $(TSC) -p jsconfig.json; else test -z "$$CI"; fi

typescript: node
	@command -v npm >/dev/null && $(MAKE) --no-print-directory $(TSC) \
		|| echo "TypeScript is missing (it needs Node: sudo apt-get install nodejs npm); the types of the page are not checked without it."

node:
	@command -v npm >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing Node (once) ..." \
			&& { apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nodejs npm >/dev/null; }; } || true

$(TSC):
	@echo "Setting up TypeScript $(TYPESCRIPT) (once) ..."
	@$(NPM) $(TYPESCRIPT_FOLDER) typescript@$(TYPESCRIPT)

# What the page is to those who can't see, or can't use a mouse, is looked at by axe-core; it is not shipped.
axe-core: node
	@command -v npm >/dev/null && $(MAKE) --no-print-directory $(AXE_FOLDER) \
		|| echo "axe-core is missing (it needs Node: sudo apt-get install nodejs npm); its tests are skipped without it, and fail where CI is set."

$(AXE_FOLDER):
	@echo "Setting up axe-core $(AXE) (once) ..."
	@$(NPM) $@ axe-core@$(AXE)

format: $(VENV)/ready-test  ## put all sources into their form
	$(BIN)/ruff format src tests docs examples benchmarks
	$(BIN)/ruff check --fix src tests docs examples benchmarks

clean:  ## remove the virtual environment and what tools left behind
	rm -rf $(VENV) .venv-cuda .pytest_cache .mypy_cache .ruff_cache .hypothesis build src/*.egg-info

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Ararat needs Python 3.11 or newer: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/ready: $(VENV)/python pyproject.toml constraints.txt
	@$(PIP) -e .
	@touch $@

$(VENV)/ready-test: $(VENV)/python pyproject.toml constraints.txt
	@$(PIP) -e '.[test]'
	@touch $(VENV)/ready $@

$(VENV)/ready-prove: $(VENV)/ready-test
	@$(PIP) -e '.[test,prove]'
	@touch $@

$(VENV)/ready-rivals: $(VENV)/ready
	@$(PIP) -e '.[rivals]' || echo "The rivals could not be installed; they are skipped."
	@touch $@

$(VENV)/ready-cuda: $(VENV)/ready-test
	@$(PIP) -e '.[test,cuda]'
	@touch $@

.PHONY: help play play-lan play-terminal test check short-tests prove test-cuda bench bench-server bench-search ratings golden docs screenshots phones tools chromium typescript axe-core node check-page format clean
.DEFAULT_GOAL := help
