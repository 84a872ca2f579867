# What a person types. `make` alone prints this list.
#
#   make eval                 prepare everything, bring a world up, run tasks, print a summary, write a report
#     TASKS=representative    which tasks: all, one-per-template, representative, 'shopping.*', an id, @file
#     AGENT=oracle            who acts: oracle, noop, a baseline, replay:<run>, or a command that speaks the protocol
#     WORKERS=n TRIALS=1      how many worlds side by side (two where cores and memory are); how often each task
#     RUN=<id>                resume (or name) a run
#     SEED=7 SALT=k           other data, another draw: their tasks are made first (docs/worlds.md)
#     ARGS='--split test'     any other option of webarium eval
#   make test                 unit and integration tests, with all the set-up they need

TASKS   ?= representative
AGENT   ?= oracle
WORKERS ?= $(if $(filter human,$(AGENT))$(filter -w% --w% --fleet% --sites%,$(ARGS)),,$(TWO))
TRIALS  ?=
RUN     ?=
SEED    ?=
SALT    ?=
ARGS    ?=

# Empty where there is one core, or less than 8 GB of memory: `webarium eval` has one worker without.
TWO := $(shell [ "$$(getconf _NPROCESSORS_ONLN)" -ge 2 ] 2>/dev/null && awk '/^MemTotal:/ && $$2 > 7e6 {print 2}' /proc/meminfo)

VENV     := .venv
PYTHON   := $(VENV)/bin/python
WEBARIUM := $(VENV)/bin/webarium
STAMP    := $(VENV)/.installed-from-lock

.DEFAULT_GOAL := help
.PHONY: help broken venv prepare engine browser jail registry browsergym verifiers plugins images up eval test unit seeds verify down reset status report openenv inspect cdp parity bench ray ray-environment chaos sessions lint lock clean

help:  ## this list
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 14 | sed 's/^/  make /'

# An environment whose Python is gone, by an upgrade of the machine, is made anew.
WORKS  := test -x $(WEBARIUM) && $(PYTHON) -c 'import pip' 2>/dev/null
BROKEN := $(shell $(WORKS) || echo broken)

$(STAMP): requirements.lock pyproject.toml docker/python-env.sh $(wildcard clients/python/src/*/*.py) $(BROKEN)
	@sh docker/python-env.sh $(VENV)

venv: $(STAMP)  ## the Python environment, from the hashed lock

# An hour begins with waiting: packages are unpacked while the environment is made, on another core.
prepare:
	@sh docker/bootstrap.sh packages & $(MAKE) -s --no-print-directory venv; code=$$?; wait; exit $$code

engine:  ## a container engine (installed where root on Debian or Ubuntu)
	@sh docker/bootstrap.sh engine

browser:  ## a Chromium for the harness (likewise)
	@sh docker/bootstrap.sh browser

jail:  ## bubblewrap, in which agents run (likewise)
	@sh docker/bootstrap.sh jail

registry:  ## Debian's docker-registry, which tests of images use (likewise)
	@sh docker/bootstrap.sh registry

images: venv engine  ## build what is missing of the base, gateway and site images
	@$(WEBARIUM) build

up: images  ## start the default world and wait until it is healthy
	@$(WEBARIUM) up

EDITION   = $(if $(filter-out 20260316,$(SEED)),--seed '$(SEED)') $(if $(SALT),--salt '$(SALT)')

eval: prepare engine browser jail  ## run tasks with an agent, summarise, report
	@$(if $(strip $(EDITION)),$(WEBARIUM) worlds new $(EDITION) --tasks '$(TASKS)' $(if $(WORKERS),--workers '$(WORKERS)'))
	@$(WEBARIUM) eval --build $(EDITION) --tasks '$(TASKS)' --agent '$(AGENT)' $(if $(WORKERS),--workers '$(WORKERS)') $(if $(TRIALS),--trials '$(TRIALS)') $(if $(RUN),--run '$(RUN)') $(ARGS)

ON_ALL_CORES = -n auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder
ON_SOME_CORES = -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

unit: venv  ## unit tests only: minutes, no engine
	@$(PYTHON) -m pytest tests/unit $(ON_ALL_CORES) $(ARGS)

seeds: venv  ## the tests of the generators with sixty other worlds, where `make unit` makes five
	@WEBARIUM_TEST_WORLDS=60 $(PYTHON) -m pytest tests/unit/sites $(ON_ALL_CORES) $(ARGS)

test: prepare images browser jail registry  ## all tests, against real containers and a real browser
	@code=0; $(PYTHON) -m pytest tests/unit $(ON_ALL_CORES) $(ARGS) || code=$$?; \
		$(PYTHON) -m pytest tests --ignore tests/unit $(ON_SOME_CORES) $(ARGS) || code=$$?; exit $$code

verify: images browser  ## every task with its oracle, with no agent and with every wrong outcome, twice
	@$(WEBARIUM) tasks verify --tasks all --twice $(if $(WORKERS),--workers '$(WORKERS)') $(ARGS)

reset: venv  ## return the default world to its pristine state
	@$(WEBARIUM) reset

status: venv  ## what is running
	@$(WEBARIUM) status

down: venv  ## stop and remove every world of this checkout
	@$(WEBARIUM) down --all

report: venv  ## write the report of the latest run again
	@$(WEBARIUM) report runs/latest

browsergym: venv  ## BrowserGym and our plug-in in an environment of their own
	@install -d -m 700 .webarium
	@test -x .webarium/browsergym/bin/pytest || { $(PYTHON) -m venv .webarium/browsergym && \
		.webarium/browsergym/bin/python -m pip install -q -e clients/python -e integrations/browsergym pytest; }

openenv: venv  ## OpenEnv and our client for it in an environment of their own
	@install -d -m 700 .webarium
	@test -x .webarium/openenv/bin/pytest || { $(PYTHON) -m venv .webarium/openenv && \
		.webarium/openenv/bin/python -m pip install -q -e integrations/openenv pytest; }

inspect: venv  ## Inspect AI and our plug-in for it in an environment of their own
	@install -d -m 700 .webarium
	@test -x .webarium/inspect/bin/pytest || { $(PYTHON) -m venv .webarium/inspect && \
		.webarium/inspect/bin/python -m pip install -q -e clients/python -e integrations/inspect pytest; }

verifiers: venv  ## verifiers and our taskset for it in an environment of their own
	@install -d -m 700 .webarium
	@test -x .webarium/verifiers/bin/pytest || { $(PYTHON) -m venv .webarium/verifiers && \
		.webarium/verifiers/bin/python -m pip install -q -e clients/python -e integrations/verifiers pytest; }

PLUGINS := browsergym inspect openenv verifiers
plugins: images browser $(PLUGINS)  ## the plug-ins' own tests, each in its environment, on two tasks of the first page
	@place=$$(mktemp -d) && trap 'rm -rf "$$place"' EXIT && code=0; \
	for agent in oracle noop; do \
		$(WEBARIUM) eval --tasks 'home.monthly_use.*' --agent $$agent --run "$$place/$$agent" --no-report >"$$place/said" 2>&1 || \
			{ cat "$$place/said"; exit 1; }; \
	done; \
	for one in $(PLUGINS); do \
		echo "plug-in: $$one"; \
		WEBARIUM_COMMAND=$(CURDIR)/$(WEBARIUM) WEBARIUM_RUNS="$$place/oracle:$$place/noop" \
			.webarium/$$one/bin/pytest -q -p no:cacheprovider integrations/$$one/tests $(ARGS) || code=1; \
	done; exit $$code

cdp: images browser  ## browser-use and Playwright's MCP server play over CDP, in an environment of their own
	@install -d -m 700 .webarium
	@test -x .webarium/cdp/bin/browser-use || { $(PYTHON) -m venv .webarium/cdp && \
		.webarium/cdp/bin/python -m pip install -q 'browser-use==0.13.14'; }
	@test -x .webarium/cdp/node_modules/.bin/playwright-mcp || \
		PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --silent --prefix .webarium/cdp '@playwright/mcp@0.0.83'
	@$(PYTHON) -m pytest tests/clients $(ARGS)

parity: WORLD = parity
parity: images browser browsergym openenv inspect  ## twenty tasks, played in every way with the same actions: the same verdicts?
	@$(WEBARIUM) up --world $(WORLD) home shopping
	@$(PYTHON) -m tests.parity --world $(WORLD) $(ARGS); code=$$?; $(WEBARIUM) down --world $(WORLD); exit $$code

bench: images browser browsergym  ## measure against the usual ways, in the same run: resets, steps, observations, service
	@$(WEBARIUM) bench --sites shopping,forum,gitlab,cms,wiki,map,library,home $(ARGS)
	@$(WEBARIUM) bench --steps
	@$(WEBARIUM) bench --observations
	@$(WEBARIUM) bench --service

ray-environment: venv
	@install -d -m 700 .webarium
	@test -x .webarium/ray/bin/ray || { $(PYTHON) -m venv .webarium/ray && \
		sed -nE 's/^([a-z0-9._-]+==[^ ]+)( ; [^\\]+)? *\\?$$/\1\2/p' requirements.lock >.webarium/ray/versions && \
		.webarium/ray/bin/python -m pip install -q -c .webarium/ray/versions -e '.[ray]' pytest pytest-timeout; }

ray: images browser ray-environment  ## the tests of workers on a Ray cluster, in an environment of their own
	@.webarium/ray/bin/python -m pytest tests/cluster $(ARGS)

chaos: TRIALS = 20
chaos: SEED = 1
chaos: images browser  ## disturb runs from outside and look what is lost: TRIALS=200 SEED=n
	@env -u SEED $(PYTHON) -m tests.chaos --trials $(TRIALS) --seed $(SEED) $(ARGS)

sessions: SESSIONS = 200
sessions: SEED = 1
sessions: images browser  ## disturb sessions of the service and look what is lost: SESSIONS=200 SEED=n
	@env -u SEED $(PYTHON) -m tests.chaos.sessions --sessions $(SESSIONS) --seed $(SEED) $(ARGS)

lint: venv  ## style, types and task templates
	@$(VENV)/bin/ruff check . && $(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy sites/spec.py sites/errors.py reset tasks evaluators harness
	@$(WEBARIUM) tasks lint

lock: venv  ## renew requirements.lock from pyproject.toml
	@$(PYTHON) -m pip install -q uv && $(VENV)/bin/uv pip compile --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
		--no-annotate --no-header --python-version 3.11 --extra dev pyproject.toml -o requirements.lock -q

# Where nothing works and nothing was kept there is neither world nor image: no environment is made to learn that.
clean:  ## stop worlds, remove its images and the Python environment (runs and tasks of other seeds and salts are kept)
	@if ! { $(WORKS); } && find .webarium -mindepth 1 -maxdepth 1 ! -name locks 2>/dev/null | grep -q .; then \
		$(MAKE) --no-print-directory venv; fi
	@if $(WORKS); then $(WEBARIUM) down --all && $(WEBARIUM) build --remove; fi
	@rm -rf $(VENV)
	@! test -d .webarium || find .webarium -mindepth 1 -maxdepth 1 ! -name locks -exec rm -rf {} +
