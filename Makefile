# Chores. `make` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST = $(BIN)/pytest --dist worksteal -m "not cuda"
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt

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

# On two cores: tests often wait, for a browser or a process, and a third worker goes on meanwhile.
short-tests: $(VENV)/ready-test chromium
	$(PYTEST) -n 3

prove: $(VENV)/ready-prove chromium nginx postgresql  ## every test in its long form: more matches, positions and options, Ray, bounds checked
	$(PYTEST) -n 3 --long

test-cuda:  ## compile and link all kernels for CUDA, and where there is a GPU compare it with the CPU; needs heavy packages, in a .venv-cuda of their own
	@$(MAKE) --no-print-directory VENV=.venv-cuda .venv-cuda/ready-cuda
	.venv-cuda/bin/pytest tests/cuda -m cuda

bench: $(VENV)/ready-rivals  ## measure speed, beside what a user would pick instead
	PYTHONPATH=benchmarks $(BIN)/python -m speed.games --save benchmarks
	PYTHONPATH=benchmarks $(BIN)/python -m speed.nets

bench-cuda:  ## measure every game on a GPU, beside Pgx and MahJax where they are installed with a JAX for GPUs
	@$(MAKE) --no-print-directory VENV=.venv-cuda .venv-cuda/ready-cuda
	PYTHONPATH=benchmarks .venv-cuda/bin/python -m speed.cuda --save benchmarks

bench-server: $(VENV)/ready-arena postgresql  ## measure a server: what a move costs, a hundred and a thousand tables, a restart, the curve; beside an older one: make bench-server BEFORE=../older/src
	PYTHONPATH=benchmarks $(BIN)/python -m speed.server --save benchmarks --page docs/hosting.md $(if $(BEFORE),--before $(BEFORE))

bench-sharing: $(VENV)/ready-test  ## measure how long cats take beside sixty tables of owls of another address
	PYTHONPATH=benchmarks $(BIN)/python -m speed.sharing

bench-search: $(VENV)/ready-rivals  ## play our search against OpenSpiel's for ten minutes; or a net: make bench-search PAIR=net:FILE,ismcts:1
	ARARAT_GUIDES=benchmarks/guides PYTHONPATH=benchmarks $(BIN)/python -m openspiel --save benchmarks $(if $(PAIR),--pair $(PAIR))

ratings: $(VENV)/ready  ## rate all levels of bots, for days; stop it when you like, it goes on: make ratings GAME=noah
	ARARAT_GUIDES=benchmarks/guides $(BIN)/ararat ratings --save docs --records build/ratings $(GAME)

reliability: $(VENV)/ready-arena  ## measure how reliable the coach's chances are, for an hour; it goes on where it stopped, and writes page, pictures and fits
	$(BIN)/ararat reliability --save build/reliability
	cp build/reliability/reliability.md docs/
	cp build/reliability/pictures/*.svg docs/pictures/
	cp build/reliability/calibration.toml src/ararat/

champions: $(VENV)/ready-arena  ## put what was measured of the champions into their page, with plots (benchmarks/champions)
	PYTHONPATH=benchmarks $(BIN)/python docs/make_champions.py

golden: $(VENV)/ready-test  ## write the golden playthroughs anew: make golden GAME=animals-on-board
	$(BIN)/python tests/golden/make.py $(GAME)

docs: $(VENV)/ready-test  ## write the pictures, the pages of all commands, moves and observations and the schemas of the protocol anew
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python tests/command_page.py
	$(BIN)/python docs/make_schemas.py
	$(BIN)/python tests/moves_page.py
	$(BIN)/python tests/observations_page.py
	@$(MAKE) --no-print-directory screenshots

screenshots: $(VENV)/ready-test chromium  ## take the pictures of all boards in docs/ anew, in a real browser
	$(BIN)/python docs/make_screenshots.py

phones: $(VENV)/ready-test chromium  ## play a match of each game on three phones and write docs/phones.md: make phones GAME=noah
	$(BIN)/python docs/make_phones.py $(GAME)

# One after the other: Debian's packages are installed by one hand at a time.
tools:
	@$(MAKE) --no-print-directory chromium
	@$(MAKE) --no-print-directory nginx
	@$(MAKE) --no-print-directory postgresql
	@$(MAKE) --no-print-directory typescript
	@$(MAKE) --no-print-directory axe-core

# The tests of the page drive Debian's Chromium, by preference without its windows; it is installed where that may be done.
chromium:
	@command -v chromium-headless-shell >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing Chromium (once) ..." \
			&& { apt-get update -qq; export DEBIAN_FRONTEND=noninteractive; \
				apt-get install -y -qq chromium-headless-shell >/dev/null || apt-get install -y -qq chromium >/dev/null; }; } \
		|| command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| echo "Chromium is missing: install it (sudo apt-get install chromium); the tests of the page are skipped without it, and fail where CI is set."

# What docs/hosting.md says is tried with Debian's nginx; the tests start one of their own, without Debian's service.
nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing nginx (once) ..." \
			&& { apt-get update -qq; DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq nginx-light >/dev/null; }; } \
		|| echo "nginx is missing: install it (sudo apt-get install nginx-light); the tests behind a proxy are skipped without it, and fail where CI is set."

# Several processes over one store are tried with Debian's PostgreSQL; the tests start one of their own, without Debian's
# service.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing PostgreSQL (once) ..." \
			&& { apt-get update -qq; DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq postgresql >/dev/null; }; } \
		|| echo "PostgreSQL is missing: install it (sudo apt-get install postgresql); the tests of several processes are skipped without it, and fail where CI is set."

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

$(VENV)/ready-arena: $(VENV)/ready
	@$(PIP) -e '.[arena,postgresql]' || echo "Matplotlib or psycopg could not be installed; there is no plot, or no PostgreSQL."
	@touch $@

$(VENV)/ready-rivals: $(VENV)/ready
	@$(PIP) -e '.[rivals]' || echo "The rivals could not be installed; they are skipped."
	@touch $@

$(VENV)/ready-cuda: $(VENV)/ready-test
	@$(PIP) -e '.[test,cuda]'
	@touch $@

.PHONY: help play play-lan play-terminal test check short-tests prove test-cuda bench bench-cuda bench-server bench-sharing bench-search ratings reliability champions golden docs screenshots phones tools chromium nginx postgresql typescript axe-core node check-page format clean
.DEFAULT_GOAL := help
