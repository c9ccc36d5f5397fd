# Every command works on a bare machine with Python 3.11+, make and git; nothing else need be installed.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DEFAULT_GOAL := help
.PHONY: help setup demo up test check lock schema clean

help: ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## the virtual environment with the service and all that its tests need

$(STAMP): pyproject.toml requirements.lock
	@test -n "$(PYTHON)" || { echo "Jide needs Python 3.11, 3.12 or 3.13 on the PATH (or: make PYTHON=/path/to/python)" >&2; exit 1; }
	@$(BIN)/pip --version >/dev/null 2>&1 || { echo "· making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv --clear $(VENV) || { echo "$(PYTHON) cannot make virtual environments; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }; }
	@echo "· installing (about a minute the first time)"
	@$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(STAMP) ## replay a real bilingual conversation and show what was learned
	@$(BIN)/jide demo

up: $(STAMP) ## engines, migrations, web server and worker, in the foreground
	@$(BIN)/jide up

test: $(STAMP) ## everything the tests need, all tests
	$(BIN)/pytest -n auto --dist loadgroup

check: $(STAMP) ## ruff, mypy --strict, import contracts, generated files fresh, file and function sizes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tests.house

lock: ## rewrite requirements.lock from pyproject.toml, for every supported Python and platform
	@test -x $(BIN)/uv || $(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links --extra dev --extra embedded -o requirements.lock pyproject.toml

schema: $(STAMP) ## rewrite sql/schema.sql from the migrations and policies
	$(BIN)/jide schema --write

clean: ## remove the virtual environment and the embedded engines' data
	@for link in .jide/engines .jide/demo/engines; do case "$$(readlink $$link)" in /var/lib/jide/?*) rm -rf "$$(readlink $$link)";; esac; done
	rm -rf $(VENV) .jide
