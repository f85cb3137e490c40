# `make` lists the targets. Everything is built from a clean clone; see README.md.

# rustup and Debian put programs where a plain path does not look.
export PATH := $(PATH):$(HOME)/.cargo/bin:/usr/games

CARGO ?= cargo
HETMAN := target/release/hetman
# What the tests drive: the program as `cargo test` builds it. The release build would take minutes more.
TRIED := target/debug/hetman
PYTHON := .venv/bin/python
FUZZERS := engine epd experiment fen http net pgn polyglot positions syzygy uci unpack word xboard
FUZZ_SECONDS ?= 60

.NOTPARALLEL:
.PHONY: help run build web wire test bench bench-studio lint deny unit endings skipped scripts protocol-smoke protocol-games player-smoke player-games arena-smoke arena-games match-stockfish kills fuzz fuzz-smoke \
	rust node pages prepare tried

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-24s %s\n", $$1, $$2 }'

run: web build ## the laboratory in the browser; STUDIO="--port 8000 --open" passes options on
	@$(HETMAN) studio $(STUDIO)

web: ## the studio's pages, built into the binary; without Node the studio says what is missing
	@if command -v npm >/dev/null; then \
		cd web && { [ node_modules -nt package-lock.json ] || { npm install --no-save && touch node_modules; }; } && npm run --silent build; \
	else \
		echo "Node is missing: the studio will run without its pages (apt-get install nodejs npm)."; \
	fi

build: rust ## the release binary, target/release/hetman
	$(CARGO) build --release

test: rust prepare node web lint unit pages scripts fuzz-smoke protocol-smoke player-smoke arena-smoke skipped ## everything that must hold before a commit

bench: build ## speed as ratios: perft, search, networks and matches against Stockfish, two threads against one
	@command -v python3 >/dev/null || { echo "Python 3 is missing: apt-get install python3" >&2; exit 2; }
	$(CARGO) build --release --package hetman-eval --example net_speed
	$(CARGO) build --release --package hetman-learn --example batch_speed
	$(CARGO) build --release --package hetman-arena --example engine_overhead
	$(CARGO) build --release --package hetman-train --example train_speed
	python3 scripts/bench.py

# Ten minutes, or as many SECONDS as are given; two cores that nobody else uses.
SECONDS ?= 600
bench-studio: node web build prepare ## the studio under load in a browser: latency, event lag, memory; SECONDS=60 is quicker
	cd web && HETMAN=$(CURDIR)/$(HETMAN) BENCH_SECONDS=$(SECONDS) npm run --silent bench

lint:
	@$(CARGO) fmt --version >/dev/null 2>&1 && $(CARGO) clippy --version >/dev/null 2>&1 \
		|| rustup component add rustfmt clippy \
		|| { echo "rustfmt and clippy are missing: rustup component add rustfmt clippy" >&2; exit 2; }
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	@scripts/dependencies.sh

deny: rust ## what is known of the programs of others: licences, versions, advisories; installs cargo-deny
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-deny
	@scripts/dependencies.sh

# Where tests have their temporary files.
TEMPORARY := $(or $(shell scripts/temporary.sh),$(TMPDIR),/tmp)
unit scripts pages protocol-smoke player-smoke arena-smoke: export TMPDIR := $(TEMPORARY)

# What tests could not try, for want of data or programs, they write down here.
SKIPPED := $(CURDIR)/target/skipped.txt

unit:
	@rm -f $(SKIPPED)
	HETMAN_SKIPPED=$(SKIPPED) $(CARGO) test --workspace

endings: rust ## every table of up to four pieces against Syzygy's and published counts; `make test` tries most of them
	HETMAN_ALL_ENDINGS=1 $(CARGO) test --package hetman-endgame all_endings

skipped:
	@if [ -s $(SKIPPED) ]; then echo "$$(wc -l < $(SKIPPED)) SKIPPED:"; sort $(SKIPPED); else echo "Nothing was skipped."; fi

# As `unit` builds it: a plain build would differ in the features of some crates, and build them again.
tried: rust
	$(CARGO) test --workspace --no-run

scripts: tried prepare
	HETMAN=$(TRIED) $(PYTHON) -m unittest discover -s scripts

# The pages: types, style, their own tests, and the real binary driven through a real browser.
pages: node web tried prepare
	cd web && npm run --silent check && npm run --silent test && HETMAN=$(CURDIR)/$(TRIED) npm run --silent test:browser

node:
	@command -v npm >/dev/null || { echo "Node 20 is missing: apt-get install nodejs npm, or see https://nodejs.org." >&2; exit 2; }

# A shared machine stalls for tenths of a second now and then; the full bar below is the one that measures punctuality.
protocol-smoke: tried prepare
	HETMAN=$(TRIED) $(PYTHON) scripts/protocol_games.py --games 2 --concurrency 2 --margin-ms 1000

# Whoever is registered plays over both protocols, in every game that it plays.
PLAYERS := classic:depth=2 giraffe:nodes=300 random king material:depth=1 net:nets/chess.safetensors,depth=1 net:nets/atomic.safetensors,depth=1 hetman:nodes=500

player-smoke: tried prepare
	HETMAN=$(TRIED) $(PYTHON) scripts/protocol_games.py --games 1 --margin-ms 2000 --variant chess --variant atomic \
		--player classic:depth=2 --player random

player-games: build prepare ## 10 games of every player in every variant it plays over both protocols, refereed by python-chess
	$(PYTHON) scripts/protocol_games.py --games 10 --margin-ms 1000 $(foreach player,$(PLAYERS),--player $(player))

protocol-games: build prepare ## 20 games of every variant over both protocols, refereed by python-chess
	$(PYTHON) scripts/protocol_games.py --games 20

# Half a minute of the games below; a shared machine plays them slower than it should, but it must play them right.
arena-smoke: tried prepare
	HETMAN=$(TRIED) scripts/arena_games.sh 2

arena-games: build prepare ## 200 games against Debian's engines at 50 ms a move, replayed by python-chess
	scripts/arena_games.sh 40

match-stockfish: build prepare ## 40 games at 100 ms a move against Stockfish at UCI_Elo 2000
	$(HETMAN) match hetman:movetime=100 \
		uci:stockfish,movetime=100,option.UCI_LimitStrength=true,option.UCI_Elo=2000,name=Stockfish-2000 \
		--games 40 --concurrency 2 --random-plies 8

kills: build ## 500 kills at the start of contests and 300 at random moments: nothing stuck, nothing lost
	python3 scripts/kills.py

fuzz: rust ## random input for everything that reads: files, words, protocols, requests; FUZZ_SECONDS (60) each
	@command -v c++ >/dev/null || { echo "A C++ compiler is missing: apt-get install g++" >&2; exit 2; }
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	@scripts/fuzz.sh $(FUZZ_SECONDS) $(FUZZERS)

fuzz-smoke: rust
	@if $(CARGO) fuzz --version >/dev/null 2>&1 && command -v c++ >/dev/null; then \
		scripts/fuzz.sh 5 $(FUZZERS); \
	else \
		echo "FUZZING SKIPPED: cargo-fuzz is not installed (\`make fuzz\` installs it); the property tests have run."; \
	fi

wire: rust ## the pages' TypeScript types, made from the studio's wire types
	HETMAN_WRITE_WIRE=1 $(CARGO) test --package hetman-studio wire::

prepare:
	@scripts/prepare.sh

rust:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: install it as https://rustup.rs says." >&2; exit 2; }
	@command -v cc >/dev/null || { echo "A C compiler is missing: apt-get install build-essential" >&2; exit 2; }
