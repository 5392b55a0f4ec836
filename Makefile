# Two commands on a fresh machine do everything: `make kits` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TESTED := $(VENV)/.ready-for-tests
WRITTEN := $(VENV)/.ready-for-docs
TOOLS  := .tools
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What is installed is compiled when it is imported first: most of it never is.
INSTALL := install --no-compile --require-hashes
PINS    = $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
          --no-emit-index-url --no-emit-find-links --custom-compile-command 'make pins' $(UPGRADE)

.PHONY: kits test test-fast test-landing test-slow bench mutants golden lint camera play site release docs pictures pins notice sbom audit clean

kits: $(READY)          ## print every kit in cards/ into output/
	$(BIN)/pnp build

test: $(TESTED)         ## run the tests; where a change lands (CI is set), those of test-landing with them
	$(BIN)/python -m pytest $(if $(CI),-m "not slow and not bench")

FAST := tests/pnp tests/companion/engine tests/companion/games tests/companion/tables
test-fast: $(TESTED)    ## what needs no browser, no server, no database beside it, for each save
	$(BIN)/python -m pytest -n 2 -m "not slow and not landing and not bench and not outside and not long" $(FAST)

test-landing: $(TESTED) ## look at more pages, kits and faults than those
	$(BIN)/python -m pytest -m "landing and not slow"

test-slow: $(TESTED)    ## run the long searches too
	$(BIN)/python -m pytest -m "slow"

bench: $(TESTED)        ## print speed and memory figures
	$(BIN)/python -m pytest -m bench -n 0 -s tests/bench


mutants: $(TESTED)      ## plant sixty faults, one at a time, and list which of them the tests notice
	$(BIN)/python tools/mutants.py

golden: $(TESTED)       ## record anew what tests/golden compares; look at the difference before it lands
	PYTHONPATH=tests/pnp:tests/companion:tests/porting $(BIN)/python tests/golden/corpus.py

lint: $(TESTED) $(TOOLS)/.ready  ## what .ci/run checks besides the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict pnp companion
	$(BIN)/lint-imports
	$(TOOLS)/bin/hadolint Containerfile

camera: $(READY)        ## bring what measures a printer from photographs
	$(PIP) $(INSTALL) --requirement requirements/camera.txt

play: $(READY)          ## open a table for the phones around it
	$(BIN)/companion serve --open

site: $(READY)          ## write the companion as static files, for any static host, into output/site; needs npm
	$(BIN)/companion site output/site

ADDRESS ?= http://silkroad.local:8000
release: $(READY)       ## write kits as ZIP, wheel, static site and checksums into output/release; needs npm
	$(BIN)/python tools/release.py --address $(ADDRESS)

docs: $(WRITTEN)        ## make the documents and the reference pages in output/docs
	$(BIN)/python -m sphinx --quiet --fail-on-warning --jobs auto --doctree-dir build/docs docs output/docs

pictures: $(TESTED)     ## make the pictures of README and tutorial
	$(BIN)/python tools/make_pictures.py
	$(BIN)/python tools/make_phone_pictures.py
	$(BIN)/python tools/make_studio_picture.py

pins: $(TOOLS)/.ready   ## pin what pyproject.toml asks for, with hashes; UPGRADE=--upgrade takes newer ones
	$(PINS) --fork-strategy fewest pyproject.toml --extra all --output-file requirements/run.txt
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["sight"][1:], sep="\n")' \
	  | $(PINS) --fork-strategy fewest - --constraint requirements/run.txt --output-file requirements/camera.txt
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["openspiel"][1:], sep="\n")' \
	  | $(PINS) --fork-strategy fewest - --constraint requirements/run.txt --constraint requirements/camera.txt --output-file requirements/openspiel.txt
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["test"], sep="\n")' \
	  | $(PINS) - --constraint requirements/run.txt --constraint requirements/camera.txt --output-file requirements/test.txt
	$(PINS) --group pyproject.toml:build --constraint requirements/run.txt --constraint requirements/test.txt --output-file requirements/build.txt
	$(PINS) --fork-strategy fewest --group pyproject.toml:docs --constraint requirements/run.txt --constraint requirements/test.txt --output-file requirements/docs.txt
	$(PINS) --group pyproject.toml:tools --output-file requirements/tools.txt
	$(MAKE) notice

notice: $(TESTED)       ## write down whose work it stands on, by which licence
	$(BIN)/python tools/make_notice.py

sbom: $(TOOLS)/.ready   ## list what it is made of, for programs (CycloneDX), in output/sbom.json
	$(PYTHON) -m venv --clear --without-pip build/run
	$(TOOLS)/bin/python -m pip --python build/run/bin/python --quiet install --require-hashes --requirement requirements/run.txt
	mkdir -p output
	$(TOOLS)/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --output-file output/sbom.json build/run/bin/python

audit: $(TOOLS)/.ready  ## ask for known weaknesses of what is pinned; needs the network
	$(TOOLS)/bin/pip-audit --strict --disable-pip --requirement requirements/run.txt --requirement requirements/camera.txt --requirement requirements/openspiel.txt --requirement requirements/test.txt --requirement requirements/build.txt --requirement requirements/docs.txt

clean:                  ## remove what the other commands made
	rm -rf $(VENV) $(TOOLS) output/* dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml requirements/build.txt requirements/run.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(PIP) $(INSTALL) --requirement requirements/build.txt --requirement requirements/run.txt
	$(PIP) install --no-build-isolation --no-deps --editable .
	touch $(READY)

# OpenSpiel is not made for every machine; in CI nothing is left untried.
$(TESTED): $(READY) requirements/camera.txt requirements/openspiel.txt requirements/test.txt
	$(PIP) $(INSTALL) --requirement requirements/camera.txt --requirement requirements/test.txt \
	  $(if $(CI),--requirement requirements/openspiel.txt)
	touch $(TESTED)

$(WRITTEN): $(READY) requirements/docs.txt
	$(PIP) $(INSTALL) --requirement requirements/docs.txt
	touch $(WRITTEN)

$(TOOLS)/.ready: requirements/tools.txt
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip --disable-pip-version-check --quiet $(INSTALL) --requirement requirements/tools.txt
	touch $(TOOLS)/.ready
