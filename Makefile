# Everything happens in .venv, made on first use; nothing outside this folder is touched.
PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3.14 python3 python,$(if $(shell $(name) -c 'import sys; print((3, 11) <= sys.version_info[:2] <= (3, 14) or "")' 2>/dev/null),$(name))))
BIN := .venv/bin
READY := .venv/.ready
# Tests start many processes of their own: without compiled files each would compile the whole package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: build test test-all test-engine test-web web bench-web animation check verify-rules games bench docs site screens pins clean help
.DEFAULT_GOAL := help

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "hexwright needs Python 3.11, 3.12, 3.13 or 3.14; name one with: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

build: $(READY) ## build every game into modules_out/
	$(BIN)/hexwright build --all

test: $(READY) ## run the quick tests
	$(BIN)/python -m pytest

test-all: $(READY) ## run all tests: those marked slow too, and every walk that a test names
	HEXWRIGHT_TESTS=all $(BIN)/python -m pytest

test-engine: $(READY) ## run the tests that drive the real VASSAL engine
	@test -n "$$VASSAL_CLASSPATH" || { echo "the tests with the real engine need VASSAL_CLASSPATH: set it to lib/Vengine.jar of an installed VASSAL 3.7.26 or newer (docs/how-to/real-engine.md)" >&2; exit 1; }
	$(BIN)/python -m pytest -m engine $(PYTEST)

# The page's sources are copied out, so that its tools never lie among the files of hexwright.
FRONTEND := builder/hexwright/web/frontend
BUNDLE := builder/hexwright/web/bundle
IN_BROWSER := HEXWRIGHT_BROWSER=chromium HEXWRIGHT_PYODIDE=build/web/node_modules/pyodide $(BIN)/python -m pytest

$(BUNDLE)/index.html: $(shell find $(FRONTEND) -type f)
	@command -v npm >/dev/null || { echo "the page needs Node.js 20 or newer with npm: https://nodejs.org/" >&2; exit 1; }
	mkdir -p build/web
	rm -rf build/web/src && cp -R $(FRONTEND)/. build/web/
	cd build/web && npm ci --silent --ignore-scripts && npm run --silent check && node build.mjs $(abspath $(BUNDLE))

$(BUNDLE)/python.json: $(BUNDLE)/index.html $(shell find builder/hexwright validators/hexwright -name '*.py')
	cd build/web && node python.mjs $(abspath .) $(abspath $(BUNDLE))

web: $(BUNDLE)/python.json ## build the page of `hexwright serve`, after checking its types and style

test-web: $(READY) web ## run the tests of the page in Chromium; both are installed if they are missing
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || true
	@command -v chromium >/dev/null || { echo "the tests of the page need Chromium, which can't be installed here: install Debian's package chromium" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement tests/web/browser/requirements.txt
# A browser on a busy machine may miss a time limit; what failed is tried once more.
	$(IN_BROWSER) -n 2 tests/web/browser $(PYTEST) || $(IN_BROWSER) -n 0 --last-failed tests/web/browser $(PYTEST)

bench-web: $(READY) web ## time visits of a site of two games, and clicks in them, in Chromium
	$(BIN)/hexwright site battle-for-moscow moscow-campaign --no-files --pyodide build/web/node_modules/pyodide --out build/bench-site
	$(BIN)/python -m tests.web.browser.visit_times build/bench-site

animation: $(READY) web ## draw README's animated picture of the page anew: a new user's first steps, in Chromium
	HEXWRIGHT=$(BIN)/hexwright $(BIN)/python -m tests.web.browser.new_user docs/images/page.webp build/page-story

check: $(READY) ## run ruff, mypy, import-linter and the quick tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

verify-rules: $(READY) ## compare the modules with the rules reference at length, and write reports/verification.md
	$(BIN)/hexwright prove --jobs 2 --report reports/verification.md $(PROVE)

games: $(READY) ## make N games at random and try each on all sides; what fails is left in build/games
	$(BIN)/python -m tests.generated -n $(or $(N),100)

bench: $(READY) ## run the benchmarks
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.rules.bench

docs: $(READY) ## write the generated documents, schemas and pictures anew
	$(BIN)/python -m hexwright.load.format_documentation
	$(BIN)/python -m hexwright.vassal.module.module_texts
	$(BIN)/python -m hexwright.module_checks
	$(BIN)/python -m hexwright.cli.command_page
	$(BIN)/python -m hexwright.cli.picture_page
	$(BIN)/python -m hexwright.cli.style_pictures battle-for-moscow 0803
	$(BIN)/hexwright render battle-for-moscow --out build
	mkdir -p docs/images
	cp build/battle-for-moscow-*-pictures/preview-map.png docs/images/map.png
	cp build/battle-for-moscow-*-pictures/preview-counters.png docs/images/counters.png
	$(BIN)/hexwright render moscow-embattled --out build
	cp build/moscow-embattled-*-pictures/preview-map.png docs/images/moscow-embattled-map.png
	cp build/moscow-embattled-*-pictures/preview-counters.png docs/images/moscow-embattled-counters.png
	$(BIN)/hexwright render moscow-campaign --out build
	cp build/moscow-campaign-*-pictures/preview-map.png docs/images/moscow-campaign-map.png
	cp build/moscow-campaign-*-pictures/preview-counters.png docs/images/moscow-campaign-counters.png
	$(BIN)/hexwright render battle-of-moscow --out build
	cp build/battle-of-moscow-*-pictures/preview-map.png docs/images/battle-of-moscow-map.png
	cp build/battle-of-moscow-*-pictures/preview-counters.png docs/images/battle-of-moscow-counters.png
	@if [ -n "$$VASSAL_CLASSPATH" ]; then \
	  $(BIN)/hexwright build battle-for-moscow --out build && \
	  $(BIN)/python -m tests.vassal.enforcement.pictures build/battle-for-moscow-*.vmod docs/images && \
	  $(BIN)/hexwright build moscow-embattled --out build && \
	  $(BIN)/python -m tests.vassal.enforcement.pictures build/moscow-embattled-*.vmod docs/images && \
	  $(BIN)/hexwright build moscow-campaign --out build && \
	  $(BIN)/python -m tests.vassal.enforcement.pictures build/moscow-campaign-*.vmod docs/images && \
	  $(BIN)/hexwright build battle-of-moscow --out build && \
	  $(BIN)/python -m tests.vassal.enforcement.pictures build/battle-of-moscow-*.vmod docs/images; \
	else echo "the pictures of play stay as they are: VASSAL_CLASSPATH is unset (docs/how-to/real-engine.md)"; fi

site: $(READY) web ## build the documentation into build/site, with a game to play; a dead link is an error
	$(BIN)/zensical build --strict
	$(BIN)/hexwright site battle-for-moscow --out build/site/games

screens: $(READY) ## take screens of the games in play, in sizes players have, into build/screens
	@test -n "$$VASSAL_CLASSPATH" || { echo "VASSAL_CLASSPATH is unset (docs/how-to/real-engine.md)" >&2; exit 1; }
	$(BIN)/hexwright build --all --out build
	for module in build/battle-for-moscow-*.vmod build/moscow-embattled-*.vmod build/moscow-campaign-*.vmod build/battle-of-moscow-*.vmod; do \
	  $(BIN)/python -m tests.vassal.enforcement.pictures --screens "$$module" build/screens $(SCREENS) || exit 1; \
	done

pins: ## choose the newest versions of all libraries anew, and write them with their hashes
	@command -v uv >/dev/null || { echo "uv is missing: https://docs.astral.sh/uv/" >&2; exit 1; }
	mkdir -p build
	uv pip compile pyproject.toml --quiet --extra cluster --extra dev --extra docs --extra geo --extra slim --extra tune --extra web --extra xlsx --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --upgrade --no-header --no-annotate --no-build -o build/pins.txt
	(sed -n '/^#/p' constraints.txt; cat build/pins.txt) > build/constraints.txt && mv build/constraints.txt constraints.txt

clean: ## delete outputs and the virtual environment
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find modules_out -mindepth 1 ! -name README.md -delete
