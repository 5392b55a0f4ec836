# Two commands on a fresh machine do everything: `make kits` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: kits test test-slow bench lint play pictures clean

kits: $(READY)          ## print every kit in cards/ into output/
	$(BIN)/pnp build

test: $(READY)          ## run the tests
	$(BIN)/python -m pytest

test-slow: $(READY)     ## run the long searches too
	$(BIN)/python -m pytest -m "slow"

bench: $(READY)         ## print speed and memory figures
	$(BIN)/python -m pytest -m bench -n 0 -s tests/bench

lint: $(READY)          ## what .ci/run checks besides the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict pnp companion
	$(BIN)/lint-imports

play: $(READY)          ## open a table for the phones around it
	$(BIN)/companion serve --open

pictures: kits          ## make the README's pictures from the printed kits
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_phone_pictures.py

clean:                  ## remove what the other commands made
	rm -rf $(VENV) output dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable '.[test]'
	touch $(READY)
