# Each command does its own set-up. Extra words go in ARGS: make play ARGS="--help"

PYTHON ?= python3
ARGS ?=
DEVELOP = $(PYTHON) scripts/develop.py

.DEFAULT_GOAL := help
.PHONY: help play test check fuzz balance sample bench wheel lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: ## open a table for a fight
	@$(DEVELOP) play $(ARGS)

test: ## run every test, browser tests and web tests included
	@$(DEVELOP) test $(ARGS)

check: ## run the linters, type checkers and house rules
	@$(DEVELOP) check $(ARGS)

fuzz: ## play a thousand fights of every system by each kind of bot
	@$(DEVELOP) fuzz $(ARGS)

balance: ## see whether more foes and better weapons weigh as they should
	@$(DEVELOP) balance $(ARGS)

sample: ## hold exact odds against dice that are thrown
	@$(DEVELOP) sample $(ARGS)

bench: ## run the benchmarks
	@$(DEVELOP) bench $(ARGS)

wheel: ## build the source archive and the wheel into dist/
	@$(DEVELOP) wheel $(ARGS)

lock: ## pin the packages anew (ARGS=--upgrade for the newest)
	@$(DEVELOP) lock $(ARGS)

clean: ## remove everything that the commands above have made
	rm -rf .venv dist build web/node_modules src/affray/server/static
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
	find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
