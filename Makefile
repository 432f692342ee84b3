# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CHECKED := src tests bench examples
# Much of a test's time is waiting, for windows, leases and other programs: two more at once than there are processors.
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
WORKERS ?= $(shell expr $(PROCESSORS) + 2)

.PHONY: run test quick test-all clients check bench fuzz soak screenshots format clean

run: $(VENV)/.installed
	@scripts/doctor-tk $(BIN)/python
	@$(BIN)/bellpull up

# Packages are fetched while the others are, and the tests' bytecode, which else each worker would make for itself, is made
# while the types are checked: each of these leaves a processor idle. Which tests come first: tests/support/turns.py.
test: export PYTHONDONTWRITEBYTECODE =
test:
	@scripts/desktop-packages & $(MAKE) -s $(VENV)/.installed-test && \
	    { $(BIN)/pytest --collect-only -qq >/dev/null 2>&1 & $(MAKE) -s check; }; \
	    checked=$$?; wait; exit $$checked
	@PYTHONHASHSEED=0 $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# What starts no program: most of the behaviour, for each time something was changed. QUICK="tests/hub -k nudge" chooses.
quick: export PYTHONDONTWRITEBYTECODE =
quick: $(VENV)/.installed-test
	@PYTHONHASHSEED=0 $(BIN)/pytest -n $(WORKERS) --dist worksteal -q -m "not process and not slow and not clients" $(QUICK)

# All of it, before a release: also what is slow, the soak, the fuzz, and real coding tools.
test-all: test
	@PYTHONHASHSEED=0 $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m slow --ignore=tests/opencode
	@$(MAKE) -s clients
	@$(BIN)/python -m bench.fuzz --requests 20000
	@$(BIN)/python -m bench.soak --minutes 5

# Real coding tools from npm, and what differs from the run that is recorded. NEWEST=1 takes the newest releases in place
# of those that the tests were written with; RECORD=1 records this run, which README's table is held against.
clients: export PYTHONDONTWRITEBYTECODE =
clients: $(VENV)/.installed-test
	@BELLPULL_NEWEST_CLIENTS=$(NEWEST) BELLPULL_RECORD_CLIENTS=$(RECORD) \
	    $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "clients or not clients" tests/coding_tools tests/opencode

check: $(VENV)/.installed-test
	@$(BIN)/ruff check $(CHECKED)
	@$(BIN)/ruff format --check $(CHECKED)
	@$(BIN)/mypy
	@scripts/check-page

bench: $(VENV)/.installed-bench
	@$(BIN)/python -m bench

# What they take: FUZZ="--requests 20000 --seed 7", SOAK="--minutes 2".
fuzz: $(VENV)/.installed-test
	@$(BIN)/python -m bench.fuzz $(FUZZ)

soak: $(VENV)/.installed-test
	@$(BIN)/python -m bench.soak $(SOAK)

screenshots: $(VENV)/.installed-test
	@scripts/desktop-packages
	@PYTHONPATH=tests $(BIN)/python scripts/screenshots

format: $(VENV)/.installed-test
	@$(BIN)/ruff check --fix $(CHECKED)
	@$(BIN)/ruff format $(CHECKED)

$(VENV)/bin/python:
	@scripts/make-venv $(PYTHON) $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@scripts/install $(BIN)/python .
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(VENV)/bin/python
	@scripts/install $(BIN)/python '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml constraints.txt | $(VENV)/bin/python
	@scripts/install $(BIN)/python '.[bench]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
