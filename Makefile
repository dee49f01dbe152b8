# What a newcomer needs: `make setup run` and `make test`. The rest measures.
PACKAGES := gnuplot-nox libgnuplot-iostream-dev libboost-iostreams-dev libboost-filesystem-dev \
            libcmark-gfm-dev libcmark-gfm-extensions-dev libxxhash-dev liblapacke-dev libblas-dev zlib1g-dev \
            libfast-float-dev libzmq3-dev libssl-dev libsqlite3-dev libqrencode-dev libjs-codemirror blahtexml fonts-dejavu-core \
            fonts-linuxlibertine fonts-texgyre-math libharfbuzz-bin woff2 python3-venv pkg-config bubblewrap
GIMBAL_DATA ?= $(abspath ../shared/data)
export GIMBAL_DATA

.PHONY: programs test-programs seeds book attacks honest first install uninstall deb deb-repository deb-repository-trial fresh image vsix editors cluster outside docs setup packages build run test prove faults bench grading evaluate peers peers-setup reference rooms messages errors english exchange browser studio-pictures jupyter jupyter-endurance lsp exactness plays tangled fuzz weights lint clean

# Installs those packages of a list that are missing, and nothing else: with everything there it does not call apt-get.
define install
	@missing=$$(for p in $(1); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  echo "installing:" $$missing; \
	  sudo=$$( [ $$(id -u) = 0 ] || echo sudo ); \
	  $$sudo apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
	fi
endef

setup: .venv/typesetting

# The makers of PDF, LaTeX and Word: Python's programs, next to the checkout. Notebooks run
# without them, and `gimbal doctor` says what is missing.
.venv/typesetting: requirements.txt | packages
	@{ python3 -m venv .venv && .venv/bin/pip install --quiet --requirement $< && \
	  ln -sf $$(.venv/bin/python -c 'import pypandoc; print(pypandoc.get_pandoc_path())') .venv/bin/pandoc && \
	  touch $@; } || echo "PDF, LaTeX and Word cannot be made: see “gimbal doctor”"

packages:
	$(call install,$(PACKAGES))

# A checkout that was moved or copied with its build begins again: the compiler's caches hold the old place.
.PHONY: place
place:
	@if [ -e .build ] && [ "$$(cat .build/place 2>/dev/null || echo "$(CURDIR)")" != "$(CURDIR)" ]; then \
	  echo "this build was made in $$(cat .build/place): building anew in $(CURDIR)"; rm -rf .build; fi
	@mkdir -p .build/temporary && echo "$(CURDIR)" > .build/place
	@find .build/temporary -mindepth 1 -path '*/TemporaryDirectory.*' -mtime +0 -delete

# The first time, one notebook's report is there before commands, servers and exchange formats are compiled, and before what
# makes PDF is fetched.
first: packages place
	@[ -x .build/release/gimbal ] || { \
	  echo "building what the first report needs: minutes; the numbers in brackets say how far it is" && \
	  $(BUILD) --product first-report && $(BUILD) --product CellHost && \
	  $(BUILD) --product GimbalKit && .build/release/first-report notebooks/report.md && \
	  echo "and now the rest of the program"; }

build: setup place
	@[ -x .build/release/gimbal ] || echo "building for the first time: minutes; the numbers in brackets say how far it is"
	@$(MAKE) --no-print-directory programs

# What is installed, and what the tests are and start. Benchmarks and other tools are built where they are used, and by `make prove`.
# Folders and locks that the package manager leaves where temporary files go stay with the build.
BUILD := mkdir -p .build/temporary && TMPDIR="$(CURDIR)/.build/temporary" swift build -c release
programs:
	$(BUILD) --product gimbal
	$(BUILD) --product CellHost
	$(BUILD) --product GimbalKit
test-programs: programs
	$(BUILD) --product GimbalPackageTests
	$(BUILD) --product gimbal-evaluate
	$(BUILD) --product gimbal-reference

NOTEBOOKS := $(wildcard notebooks/*.md notebooks/lab/*.md)
run: first build
	@echo "running $(words $(NOTEBOOKS)) notebooks; their reports go to plots/"
	.build/release/gimbal run $(NOTEBOOKS)

# The book of our chapters: site/index.html, and site/book.pdf.
book: build
	.build/release/gimbal book notebooks --output site

# The tests prove the program that is installed: they are built like it, in release. Everything runs, and what failed is reported
# together. A part alone: `make test ONLY=RotationsTests`.
TEST := swift test -c release --disable-testable-imports --disable-xctest
# All chapters with five other seeds each take a quarter of an hour: “make test” tries two of them with one.
SEEDS = $(if $(GIMBAL_PROVE),.build/release/gimbal,--seeds 1 .build/release/gimbal notebooks/rest.md notebooks/stabilisation.md)
define run_tests
	$(call install,poppler-utils)
	$(if $(GIMBAL_PROVE),$(BUILD) --build-tests)
	@$(MAKE) --no-print-directory test-programs
	Tests/run --only '$(or $(ONLY),.)' .build/release \
	  'accepted results=.build/release/gimbal check --strict $(NOTEBOOKS)' \
	  'chapters on other recordings=sh Tests/Chapters/on-recordings .build/release/gimbal $(GIMBAL_DATA)' \
	  'chapters with other seeds=sh Tests/Chapters/with-other-seeds $(SEEDS)'
endef
test: build
	$(run_tests)

# The same and more: what `make test` proves once is repeated thousands of times, with floods, fork bombs and attacks that run into
# their limits. An hour or more.
prove: export GIMBAL_PROVE = 1
prove: build
	$(run_tests)

# Every chapter with simulated data, with five other seeds: a quarter of an hour.
seeds: build
	sh Tests/Chapters/with-other-seeds .build/release/gimbal

# Installs what was built, for everyone (`make install` as root) or for one person (PREFIX=~/.local), and takes it away again.
PREFIX ?= /usr/local
PACKAGING := patchelf dpkg-dev zip
install:
	@[ -x .build/release/gimbal ] || { echo "there is nothing to install yet: run “make build” first" >&2; exit 2; }
	$(call install,$(PACKAGING))
	$(BUILD) --product generate-manual
	sh Packaging/install .build/release $(abspath $(PREFIX))

uninstall:
	sh Packaging/uninstall $(abspath $(PREFIX))

# The Debian package: .build/package/gimbal_VERSION_ARCH.deb, for the Debian that it is built on.
deb: build
	$(call install,$(PACKAGING) lintian)
	$(BUILD) --product generate-manual
	sh Packaging/deb .build/release .build/package
	lintian --fail-on error,warning .build/package/*.deb

# A repository that apt can read, with the package added to those that are there: REPOSITORY=folder, signed by KEY=, a key that
# gpg has. “make deb-repository-trial” tries it with a key that is thrown away, in a bare Debian. As root.
REPOSITORY ?= .build/repository
deb-repository: deb
	$(call install,apt-utils gpg xz-utils)
	sh Packaging/repository .build/package $(REPOSITORY) "$(KEY)"

deb-repository-trial: deb
	$(call install,debootstrap apt-utils gpg xz-utils)
	sh Packaging/repository-trial $$(ls .build/package/*.deb | sort -V | tail -1) .build/fresh

# A bare Debian 12 and 13, and there, as an ordinary user, what the README says. As root; SWIFT= is a toolchain's folder.
SWIFT ?= $(patsubst %/usr/bin/swiftc,%,$(shell command -v swiftc))
fresh:
	$(call install,debootstrap)
	sh Packaging/fresh bookworm $(SWIFT) .build/fresh
	sh Packaging/fresh trixie $(SWIFT) .build/fresh

# The image of the Dockerfile without Docker, in .build/fresh/image, and what it must do: as a user without rights, behind a
# forwarded port, for a hub. As root.
image: deb .venv/editors
	$(call install,debootstrap chromium iproute2)
	sh Packaging/image/build $(SWIFT) .build/fresh
	.venv/bin/python Packaging/image/try.py .build/fresh

.venv/editors: Benchmarks/editors/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement $<
	touch $@

# The extension for VS Code: .build/package/gimbal-VERSION.vsix.
vsix:
	$(call install,zip)
	sh Packaging/vsix .build/package

# Real editors, driven by scripts, against `gimbal lsp`: Neovim, Emacs, JupyterLab, and the extension for VS Code with a stand-in.
# EDITS says how many edits are timed.
editors: build vsix .venv/editors
	$(call install,neovim emacs-nox elpa-eglot elpa-markdown-mode chromium nodejs unzip)
	.venv/bin/python Benchmarks/editors/run.py .build/release/gimbal .build/package Benchmarks/results/editors $(or $(EDITS),200)

# A real Slurm on this machine, a grid on it, and what goes wrong on clusters.
cluster: build .venv/cluster
	$(call install,slurm-wlm munge)
	sh Benchmarks/cluster/run .build/release/gimbal .venv $(GIMBAL_DATA) Benchmarks/results/cluster

.venv/cluster: Benchmarks/cluster/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement $<
	touch $@

# Swift by the toolchain's formatter; scripts, styles, pages and filters of the sources by the grammars that editors use.
lint: .venv/lint
	swift format lint --strict --parallel --recursive Sources Tests Benchmarks Tools Package.swift
	@[ ! -e .venv/lint ] || .venv/bin/python Tools/Lint/programs.py Sources Tools

.venv/lint: Tools/Lint/requirements.txt | packages
	@{ python3 -m venv .venv && .venv/bin/pip install --quiet --requirement $< && touch $@; } || \
	  echo "scripts, styles, pages and filters are not read: their grammars cannot be installed"

# Peers that come as packages of the system: knitr, which runs R notebooks.
peers-setup:
	$(call install,r-cran-knitr r-cran-codetools)

# Faults planted in the sources one at a time, and the test that finds each: FAULTS=3,17 takes some, LIST=--list only names them.
faults: build
	python3 Benchmarks/faults/plant.py --seed $(or $(SEED),1) $(if $(FAULTS),--only $(FAULTS)) $(LIST)

# Speed: ours and peers', in one run; and what the tests cost.
bench: build .venv/made .venv/jupyter peers-setup
	$(BUILD) --product gimbal-bench && .build/release/gimbal-bench
	VIRTUAL_ENV=$(abspath .venv) .build/release/gimbal kernel install --sys-prefix
	PATH=$(abspath .venv/bin):$$PATH .venv/bin/python Benchmarks/peers/kernel_speed.py
	.venv/bin/python Benchmarks/peers/grading_speed.py .build/release/gimbal
	python3 Benchmarks/suite_cost.py .build/measured

# Three hundred submissions, right, wrong, broken and hostile, every tenth of them endless, graded; killed in the middle, and graded
# on. COUNT says how many.
grading: build
	python3 Benchmarks/grading/grade_many.py .build/release/gimbal Benchmarks/results/grading $(or $(COUNT),300)

# Accuracy on recordings: $(GIMBAL_DATA). `gimbal results list|compare|export Benchmarks/results/accuracy` has the figures.
evaluate:
	$(BUILD) --product gimbal-evaluate && .build/release/gimbal-evaluate

# A million mutated recordings through every importer, a million mutated notebooks through reading, setting and writing, ten
# thousand of them through a run, a million mutated messages of the host's channels, a million of editors, a million of phones on
# their way to the disk, and thousands of cells that write garbage to the channels: no trap, no hang. SEED says from which mutant on, COUNT how many of each kind.
fuzz: build
	$(BUILD) --product gimbal-fuzz && .build/release/gimbal-fuzz --seed $(or $(SEED),1) $(if $(COUNT),--numbers $(COUNT) --count $(COUNT) \
	  --notebooks $(COUNT) --messages $(COUNT) --editors $(COUNT) --examined $(COUNT) --phones $(COUNT) --runs $(COUNT) --cells $(COUNT))

# The peers' own tests and tools, run against ours; a score that evo does not confirm, under any alignment, is an error.
peers: build .venv/made
	export GIMBAL_PEERS=1 && $(BUILD) --product RotationsC
	.venv/bin/python Benchmarks/peers/rotations_scipy.py
	$(BUILD) --product gimbal-statistics
	.venv/bin/python Benchmarks/peers/statistics_scipy.py .build/release/gimbal-statistics
	$(BUILD) --product gimbal-calibration
	.venv/bin/python Benchmarks/peers/calibration_scipy.py .build/release/gimbal-calibration
	$(BUILD) --product gimbal-evaluate && .build/release/gimbal-evaluate fusion laws
	$(BUILD) --product gimbal-bench && .build/release/gimbal-bench trajectories
	$(MAKE) exchange

# What other programs make of exported notebooks: nbformat, nbconvert, LaTeX. Installs a typesetter. And a course that nbgrader
# hands out, collects and returns, and Gimbal grades.
exchange: build .venv/made
	$(call install,librsvg2-bin texlive-xetex texlive-fonts-recommended texlive-latex-recommended lmodern)
	.venv/bin/python Benchmarks/peers/notebook_exchange.py .build/release/gimbal notebooks/stabilisation.md notebooks/rotations.md
	.venv/bin/python Benchmarks/peers/nbgrader_exchange.py .build/release/gimbal

# The preview and the reports in real browsers: edits, errors, the stop button, light and dark, narrow and wide, axe-core; and the
# reports in Firefox.
browser: build .venv/made
	$(call install,chromium firefox-esr)
	.venv/bin/python Benchmarks/peers/preview_browser.py .build/release/gimbal Benchmarks/results/preview
	.build/release/gimbal run -q notebooks/stabilisation.md --grid alpha=0.5,1,2 --output Benchmarks/results
	.build/release/gimbal run -q notebooks/*.md --output Benchmarks/results
	.venv/bin/python Benchmarks/peers/report_browser.py Benchmarks/results/pages Benchmarks/results/*/index.html
	.venv/bin/python Benchmarks/peers/firefox_browser.py Benchmarks/results/pages Benchmarks/results/*/index.html
	.venv/bin/python Benchmarks/peers/handed_out_browser.py .build/release/gimbal Benchmarks/results/pages
	.venv/bin/python Benchmarks/peers/slides_browser.py .build/release/gimbal Benchmarks/results/pages
	.venv/bin/python Benchmarks/peers/lessons_browser.py .build/release/gimbal Benchmarks/results/pages
	.venv/bin/python Benchmarks/peers/explore_browser.py .build/release/gimbal Benchmarks/results/pages
	.venv/bin/python Benchmarks/peers/book_browser.py .build/release/gimbal Benchmarks/results/pages
	.build/release/gimbal book -q notebooks --output Benchmarks/results/book
	.venv/bin/python Benchmarks/peers/book_browser.py .build/release/gimbal Benchmarks/results/pages Benchmarks/results/book
	.venv/bin/python Benchmarks/peers/marks_browser.py .build/release/gimbal Benchmarks/results/pages
	.venv/bin/python Benchmarks/peers/studio_browser.py .build/release/gimbal Benchmarks/results/studio $(GIMBAL_DATA)

# The pictures of docs/studio.md, from what `make browser` saw last.
studio-pictures:
	mkdir -p docs/studio
	for p in notebook draw wave record calibrate turn; do cp Benchmarks/results/studio/doc-$$p.png docs/studio/$$p.png; done

.venv/made: Benchmarks/peers/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --requirement $<
	touch $@

# Jupyter's own programs against the kernel: its tests of kernels, jupyter_client, nbclient, nbconvert, papermill, jupytext,
# and JupyterLab in a real browser. The kernel is installed in .venv.
jupyter: build .venv/jupyter
	$(call install,chromium)
	VIRTUAL_ENV=$(abspath .venv) .build/release/gimbal kernel install --sys-prefix
	GIMBAL=$(abspath .build/release/gimbal) PATH=$(abspath .venv/bin):$$PATH .venv/bin/python -m pytest -q -W ignore Tests/Jupyter
	PATH=$(abspath .venv/bin):$$PATH .venv/bin/python Tests/Jupyter/lab_browser.py .build/release/gimbal Benchmarks/results/jupyterlab
	PATH=$(abspath .venv/bin):$$PATH .venv/bin/python Benchmarks/peers/kernel_speed.py

# Twelve kernels at once, a thousand cells in one session, and kill -9 of everything: what stays behind. KERNELS and CELLS say
# how many.
jupyter-endurance: build .venv/jupyter
	VIRTUAL_ENV=$(abspath .venv) .build/release/gimbal kernel install --sys-prefix
	PATH=$(abspath .venv/bin):$$PATH .venv/bin/python Tests/Jupyter/endurance.py $(or $(KERNELS),12) $(or $(CELLS),1000)

.venv/jupyter: .venv/made Tests/Jupyter/requirements.txt
	.venv/bin/pip install --quiet --requirement Tests/Jupyter/requirements.txt
	touch $@

# The language server, by our own client: times after the last key, memory, a long notebook, killed processes. And what it
# says of a thousand random texts against what a run says of them (the tests compare dozens), and a million mutated messages.
# EXAMINED, COUNT and SEED as for the others.
lsp: build
	python3 Benchmarks/peers/lsp_client.py .build/release/gimbal notebooks/stabilisation.md
	$(BUILD) --product gimbal-fuzz && .build/release/gimbal-fuzz --seed $(or $(SEED),1) --numbers 0 --count 0 --notebooks 0 --runs 0 --messages 0 --phones 0 \
	  --cells 0 --editors $(or $(COUNT),1000000) --examined $(or $(EXAMINED),1000)

# What a session keeps against what a clean run gives: ten thousand random notebooks and edits (the tests run hundreds).
# SEQUENCES and SEED say how many, and from which on; SEED=… SEQUENCES=1 makes a failing one again. And what grids and reports
# keep, in two thousand random grids (GRIDS). And five thousand states of pages (EXPLORED), each compared with a run with its values.
exactness: build
	GIMBAL_SEQUENCES=$(or $(SEQUENCES),10000) GIMBAL_SEED=$(or $(SEED),1) $(TEST) --filter ExactnessTests.SequenceTests
	GIMBAL_GRID_SEQUENCES=$(or $(GRIDS),2000) GIMBAL_GRID_SEED=$(or $(SEED),1) $(TEST) --filter GridsTests.SequenceTests
	GIMBAL_EXPLORED=$(or $(EXPLORED),5000) GIMBAL_SEED=$(or $(SEED),1) $(TEST) --filter ExplorationTests.StateTrialTests

# All submissions that mean badly, in both sandboxes, with those that use up their whole time, which `make test` leaves out: minutes.
# ATTACKS=name,name takes some.
attacks: build
	GIMBAL_ATTACKS=$(or $(ATTACKS),all) $(TEST) --filter GradingTests.AttackTests
	GIMBAL_ATTACKS=$(or $(COUNT),all) $(TEST) --filter GradingTests.ForbiddenCallTests

# Three hundred variations of each of twenty correct submissions, half of them in each sandbox, with a line every fifty: none loses a
# point. Hours. HONEST says how many, and FROM from which one on.
honest: build
	GIMBAL_HONEST=$(or $(HONEST),6000) GIMBAL_HONEST_FROM=$(or $(FROM),0) $(TEST) --filter GradingTests.HonestTests

# A thousand random plays at the studio, of a hundred steps each: tabs, people, a phone, a long cell, kills and a full disk (the
# tests play two). PLAYS and SEED as above.
plays: build
	GIMBAL_PLAYS=$(or $(PLAYS),1000) GIMBAL_PLAY_SEED=$(or $(SEED),1) $(TEST) --filter StudioTests.StudioPlayTests

# The programs that notebooks are tangled to print what the notebooks show (the tests try two of them).
tangled: build
	GIMBAL_TANGLED=all $(TEST) --filter TangleTests

# The weights that ship, trained again on generated letters: the same file, byte for byte.
weights:
	$(BUILD) --product gimbal && .build/release/gimbal train --shipped Sources/Kit/Learning/Gestures/Letters/ShippedWeights.csv --force

clean:
	swift package clean
	rm -rf .gimbal-cache Benchmarks/results

# A program outside the package that depends on Rotations and Inertial alone: it needs neither gnuplot nor boost nor cmark.
outside:
	swift run --package-path Tests/Outside --scratch-path .build/outside
	@if ldd .build/outside/debug/outside | grep -E 'boost|cmark|gnuplot'; then echo "more than Inertial needs"; exit 1; fi

# Every call of the kit by task, as pages that can be read anywhere: docs/reference, from the comments and from examples that run.
reference:
	$(BUILD) --product gimbal-reference
	.build/release/gimbal-reference

# The pictures of the wings and their rooms in docs, from Package.swift; and every text that a user may read, with its place.
rooms:
	$(call install,graphviz)
	$(BUILD) --product gimbal-house && .build/release/gimbal-house pictures

messages:
	@$(BUILD) --quiet --product gimbal-house && .build/release/gimbal-house messages

# The page of the commonest messages, each with an example and the remedy: docs/howto/errors.md.
errors:
	$(BUILD) --quiet --product gimbal-house && .build/release/gimbal-house errors

# Every comment and name of a test with a pattern of docs/writing.md, and the counts.
english:
	@$(BUILD) --quiet --product gimbal-house && .build/release/gimbal-house english

# The API reference, from the comments, by the toolchain's DocC; a warning is an error.
DOCUMENTED := Rotations Traces Recordings Stabilization Fusion Evaluation Simulation Gestures Networks InertialNetworks
docs:
	rm -rf .build/symbols && mkdir -p .build/symbols .build/docs
	$(BUILD)
	@set -e; for m in $(DOCUMENTED); do mkdir -p .build/symbols/$$m; \
	  swift symbolgraph-extract -module-name $$m -I .build/release/Modules -target $$(uname -m)-unknown-linux-gnu \
	    $$(find Sources .build/release/CInertial.build -name module.modulemap -printf '-Xcc -fmodule-map-file=%p ') \
	    -minimum-access-level public -skip-synthesized-members -output-dir .build/symbols/$$m; \
	  docc convert $$(find Sources -path "*/$$m/$$m.docc") --additional-symbol-graph-dir .build/symbols/$$m --fallback-display-name $$m \
	    --fallback-bundle-identifier gimbal.$$m --output-dir .build/docs/$$m --warnings-as-errors; done
	@echo "the reference is in .build/docs"
