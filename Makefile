# Everything a developer does here, one word each. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help up down status monitor logs reset seed audit close-epoch pause-ai resume-ai pause-sign-ups resume-sign-ups pause-tips resume-tips giveaway retry-events rebuild-best grant suspend reinstate delete-member export-member security-events install check k8s-check test test-compose screenshots soak-feed soak-ledger mutants bench-ledger bench-http bench-overload simulate backup restore drill load-seed load load-rolling receiving-accounts cold-storage assign-deposit soak-events pause-deposits resume-deposits referral-report faults attack fuzz mutation-score

# What runs here runs on the version of Node that the images have: it is one of the npm packages, and the machine's own only
# installs them.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

# A process that starts again finds its modules compiled: a third of its time until it is ready.
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.compile-cache

help: ## this list
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1\t/' | expand -t 20

up: ## install what is missing, build, start everything (PORT=9000 STACK=name SEED=0 MONITOR=1)
	@node libs/stack/up.mjs

down: ## stop everything; the data stays
	@node libs/stack/down.mjs

status: ## which processes run, where, and how much memory they take
	@node libs/stack/status.mjs

monitor: ## what the dashboards would show, as text, from every /metrics (WATCH=1 goes on and on)
	@node libs/stack/monitor.mjs

logs: ## follow the logs (P=auth for one process)
	@node libs/stack/logs.mjs

reset: ## stop everything and delete its data (YES=1 does not ask)
	@node libs/stack/reset.mjs

seed: ## fill the running site with a demo
	@node libs/stack/seed.mjs

audit: ## check the ledger's books while it works; fails if anything is wrong
	@node libs/stack/run-in.mjs tipping-ledger cli/audit

close-epoch: ## close a holders' epoch now
	@node libs/stack/run-in.mjs tipping-ledger cli/close-epoch

referral-report: ## newcomers of one network who tip who referred them (days=30 newcomers=2 format=table|json)
	@node libs/stack/run-in.mjs tipping-ledger cli/referral-report days newcomers format

retry-events: ## try events again that failed too often (service=posts, or another that hears events)
	@node libs/stack/run-in.mjs $(service) retry-events

rebuild-best: ## make the ranks of Best by day, week, month and year anew
	@node libs/stack/run-in.mjs posts cli/rebuild-best

pause-ai: ## drafting with AI says that it is paused, until resume-ai
	@node libs/stack/run-in.mjs ai-drafting cli/pause

resume-ai: ## drafting with AI works again
	@node libs/stack/run-in.mjs ai-drafting cli/resume

pause-sign-ups: ## nobody becomes a member, until resume-sign-ups
	@node libs/stack/run-in.mjs auth cli/pause-sign-ups

resume-sign-ups: ## sign-ups work again
	@node libs/stack/run-in.mjs auth cli/resume-sign-ups

pause-tips: ## tips say that they are paused, and epochs and owed bonuses wait, until resume-tips
	@node libs/stack/run-in.mjs tipping-ledger cli/pause-tips

resume-tips: ## tips work again, and what waited follows
	@node libs/stack/run-in.mjs tipping-ledger cli/resume-tips

pause-deposits: ## deposits are found and kept, and nothing is credited, until resume-deposits
	@node libs/stack/run-in.mjs wallet-chain-watcher cli/pause-deposits

resume-deposits: ## deposits are credited again, first those that waited
	@node libs/stack/run-in.mjs wallet-chain-watcher cli/resume-deposits

giveaway: ## giveaways and their entries (do=create|import|list|demo; words in services/giveaway/README.md)
	@node libs/stack/run-in.mjs giveaway cli/operate do id file column title prize audience rules start end winners

backup: ## all of the stack's Postgres in one file with a checksum (DEST=/folder)
	@node libs/stack/backup.mjs

restore: ## the database as in a backup, with all WAL that was received since (from=/file wal=/folder)
	@node libs/stack/restore.mjs

grant: ## what a member may do (user=maya role=moderator|admin|member verified=true|false by=anna why="…")
	@node libs/stack/run-in.mjs auth cli/grant user role verified by why

suspend: ## end a member's sessions, hide the posts and stop tips to them (user=maya by=anna why="…")
	@node libs/stack/run-in.mjs auth cli/suspend user by why

reinstate: ## undo a suspension (user=maya by=anna why="…")
	@node libs/stack/run-in.mjs auth cli/reinstate user by why

delete-member: ## delete an account in some days (user=maya posts=keep|remove days=14 by=anna why="…"; undo=yes)
	@node libs/stack/run-in.mjs auth cli/delete-member user posts days undo by why

export-member: ## all the data of a member as a zip (user=maya to=maya.zip by=anna why="…")
	@node libs/stack/run-in.mjs auth cli/export-member user to by why

security-events: ## what happened to accounts (user=maya kind=sign-in-failed network=… since=7d until=… limit=100 format=json)
	@node libs/stack/run-in.mjs auth cli/security-events user kind network since until limit format

receiving-accounts: ## accounts that are scanned for deposits (do=list | do=add wallet=… | do=current account=… | do=close account=…)
	@node libs/stack/run-in.mjs wallet-chain-watcher cli/receiving-accounts do wallet account

cold-storage: ## wallets that keep deposited LIKE (do=list | do=declare wallet=… opening=all|none | do=accept wallet=… amount=… | do=remove wallet=… | do=undeclare wallet=…)
	@node libs/stack/run-in.mjs wallet-chain-watcher cli/cold-storage do wallet opening amount

assign-deposit: ## give an unclaimed deposit to who has shown that it is theirs (tx=… user=maya by=anna why="…")
	@node libs/stack/run-in.mjs wallet-chain-watcher cli/assign-deposit tx user by why

install: ## npm packages, if the lockfile changed
	@node libs/stack/install.mjs

# Whichever of them is the first in a checkout.
up test test-compose attack bench-http bench-ledger bench-overload drill faults fuzz mutants mutation-score screenshots simulate soak-events soak-feed soak-ledger: install

# Two at a time, the longest first; lint and types read what tsc -b has built.
CHECKS := lint types boundaries format unused packages
check: install ## types, lint, import boundaries, format, unused code, packages
	@npm run --silent compile
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(CHECKS:%=check-%)

check-%:
	@npm run --silent check:$*

k8s-check: install ## render k8s/ and hold it against the API's schemas and our policy (the first time with Go)
	@node k8s/check/main.mjs

test: ## every test, with all that they need (ONLY=launcher|services|simulation|web|browser|outages|faults|fuzz)
	@node libs/testing/run-all/main.mjs

test-compose: ## build the images, bring docker-compose.yml up, walk through it, restart each container, back up and restore
	@ONLY=compose node libs/testing/run-all/main.mjs

screenshots: ## every screen and modal of the running stack, in both themes and sizes, into web/screenshots
	@node libs/testing/run-all/screenshots.mjs

soak-feed: ## a feed of 10,000 posts, scrolled to its end in a browser
	@FEED_POSTS=$${FEED_POSTS:-10000} ONLY=soak-feed node libs/testing/run-all/main.mjs

soak-ledger: ## the ledger against its model, 10,000 sequences, and a minute of load
	@LEDGER_SEQUENCES=$${LEDGER_SEQUENCES:-10000} LEDGER_LOAD_SECONDS=$${LEDGER_LOAD_SECONDS:-60} \
		ONLY=soak-ledger node libs/testing/run-all/main.mjs

soak-events: ## ten minutes of 2,000 events a second, and how big their tables become (SECONDS=60 RATE=500)
	@EVENT_SOAK_SECONDS=$(or $(SECONDS),600) EVENT_SOAK_RATE=$(or $(RATE),2000) EVENT_SOAK_RETENTION_SECONDS=$(or $(RETENTION),30) \
		ONLY=soak-events node libs/testing/run-all/main.mjs

mutants: ## plants bugs in the code of money and access and demands that a named test fails for each (LIST=access|audit|events|ledger|simulation|trail|watcher)
	@ONLY=mutants node libs/testing/run-all/main.mjs

attack: ## every attack that we know of, against a stack in production settings, as a table (ONLY=T2,live)
	@node libs/testing/attacks/main.mjs

fuzz: ## calls made up from the description of the API, with and without a session (CALLS=1000 SEED=7; a finding names its seed)
	@FUZZ_CALLS=$(or $(CALLS),100000) FUZZ_SEED=$(SEED) ONLY=fuzz node libs/testing/run-all/main.mjs

mutation-score: ## changes rules of money and access in every small way; their unit tests must notice 90 % (LIST=ledger,draw)
	@node libs/testing/mutation-score/main.mjs

bench-ledger: ## tips per second at each layer, on a stack of its own (ROUNDS=1 SECONDS=4)
	@node services/tipping-ledger/bench/main.mjs

bench-http: ## reads and tips a second at the gateway beside a bare Fastify, on a stack of its own (ROUNDS=5 SECONDS=4)
	@node gateway/bench/main.mjs

bench-overload: ## tips settled over tips offered, up to five times what is possible, on a stack of its own (ROUNDS=1 SECONDS=6)
	@node gateway/bench/overload.mjs

simulate: ## the real services on a seeded clock, network and faults (SEED=1 MINUTES=2; a finding names its seed)
	@SIMULATION_SEED=$(SEED) SIMULATION_MINUTES=$(or $(MINUTES),2) ONLY=simulate node libs/testing/run-all/main.mjs

drill: ## load, kill -9 Postgres, remove its data, restore, audit: on a stack of its own
	@ONLY=drill node libs/testing/run-all/main.mjs

faults: ## 13 components, six faults each, under load (CELLS=nats/kill,redis SECONDS=40 RATE=40 WRITE=1 for the page of results)
	@FAULT_SECONDS=$(or $(SECONDS),40) FAULT_RATE=$(or $(RATE),40) ONLY=fault-matrix node libs/testing/run-all/main.mjs

load-seed: ## members with sessions, money and posts for load tests (members=100000)
	@node load-tests/seed.mjs

load: ## a load test with k6, and the books after it (journey=mixed-day RATE=200 DURATION=5m)
	@node load-tests/run.mjs

load-rolling: ## two replicas of everything, restarted in turn under load (RATE=100 only=auth,gateway)
	@node load-tests/rolling.mjs
