# Everything a developer does here, one word each. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help up down status logs reset seed audit close-epoch install check test soak-ledger bench-ledger

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

up: ## install what is missing, build, start everything (PORT=9000 STACK=name SEED=0)
	@node libs/stack/up.mjs

down: ## stop everything; the data stays
	@node libs/stack/down.mjs

status: ## which processes run, where, and how much memory they take
	@node libs/stack/status.mjs

logs: ## follow the logs (P=auth for one process)
	@node libs/stack/logs.mjs

reset: ## stop everything and delete its data (YES=1 does not ask)
	@node libs/stack/reset.mjs

seed: ## fill the running site with a demo
	@node libs/stack/seed.mjs

audit: ## check the ledger's books while it works; fails if anything is wrong
	@node libs/stack/run-in.mjs tipping-ledger audit

close-epoch: ## close a holders' epoch now
	@node libs/stack/run-in.mjs tipping-ledger close-epoch

install: ## npm packages, if the lockfile changed
	@node libs/stack/install.mjs

check: install ## types, lint, import walls, format, unused code
	@npm run --silent check

test: ## every test, with all that they need (ONLY=launcher|services|web|browser)
	@node libs/testing/run-all/main.mjs

soak-ledger: ## the ledger against its model, 10,000 sequences, and a minute of load
	@LEDGER_SEQUENCES=$${LEDGER_SEQUENCES:-10000} LEDGER_LOAD_SECONDS=$${LEDGER_LOAD_SECONDS:-60} \
		ONLY=soak-ledger node libs/testing/run-all/main.mjs

bench-ledger: ## tips per second at each layer, on a stack of its own (ROUNDS=1 SECONDS=4)
	@node services/tipping-ledger/bench/main.mjs
