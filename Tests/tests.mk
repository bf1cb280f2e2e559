# The parts of `make test` and `make proof`, and their programs. Tests/README.md describes each part.

TESTS := $(BUILD)/tests

# The number of tests that run at once. The output of each is shown when it ends.
TEST_JOBS ?= $(shell nproc)
TOGETHER  := --no-print-directory -j$(TEST_JOBS) --output-sync=target

.PHONY: test-swift test-example test-wasm test-web test-musl test-c test-python test-secrets test-bounds test-faults test-traces test-timing \
        test-sanitizers test-fuzz test-debian test-fresh test-servers test-services test-pwquality \
        secrets-programs bench-servers bench-web lint lint-english

# All shell scripts, except those that debhelper writes.
SCRIPTS = $(shell find .ci Sources Tests debian pam -type f -not -path '*/DEBIAN/*' \
            -exec awk 'FNR == 1 && /^\#!\/bin\/(ba)?sh/ { print FILENAME } { nextfile }' {} +)

# Checks layout, dependencies between folders, types, scripts and documentation. Not a part of `make test`.
lint: packages-for-test
	swift format lint --strict --recursive --configuration .swift-format Sources Tests Package.swift
	$(PYTHON) -B Sources/check-layers.py
	$(PYTHON) -B Tests/lint.py
	cd / && MYPYPATH=$(CURDIR)/Sources/Bindings/Python $(PYTHON) -m mypy --strict --cache-dir /dev/null -p passwordrules
	shellcheck $(SCRIPTS)
	@$(MAKE) --no-print-directory documentation

# Lists phrases that may be bad English. Not a part of `make test`.
lint-english:
	@$(PYTHON) -B Tests/lint_english.py $(ONLY)

# FAST=1 builds the tests without the tool. ONLY= selects tests by a part of their names.
test-swift:
ifdef FAST
	swift build --product passwordrulesPackageTests
	swift test --skip-build $(if $(ONLY),--filter $(ONLY))
else
	swift test
endif

# Builds and runs Tests/Example, another package that depends on this one.
test-example: | $(TESTS)
	swift run --package-path Tests/Example --scratch-path .build-example SignUpForm > $(TESTS)/example.txt
	swift run --package-path Tests/Example --scratch-path .build-example Readme >> $(TESTS)/example.txt
	diff -u Tests/Example/expected.txt $(TESTS)/example.txt

$(TESTS):
	mkdir -p $@

ABI_TESTS := $(sort $(wildcard Tests/ABI/abi*.c))
$(TESTS)/abi: $(ABI_TESTS) $(wildcard Tests/ABI/*.h) $(wildcard Include/*.h) $(BUILD)/libpasswordrules.so | $(TESTS)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -D_POSIX_C_SOURCE=200809L -IInclude -o $@ $(ABI_TESTS) \
	  -L$(BUILD) -lpasswordrules -lcmocka -lpthread

$(TESTS)/vectors: Tests/ABI/vectors.c Tests/ABI/tables.h $(wildcard Include/*.h) $(BUILD)/libpasswordrules.so | $(TESTS)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -D_POSIX_C_SOURCE=200809L -IInclude -o $@ $< -L$(BUILD) -lpasswordrules

# The ranked words for the estimates in Tests/Vectors/strength.tsv.
RANKED_WORDS_OF_TESTS := $(NATIVE_BUILD)/tests/strength.ranks
$(RANKED_WORDS_OF_TESTS): Tests/Vectors/ranked-words.txt $(TOOL)
	mkdir -p $(@D)
	$(TOOL) ranks build -o $@ $<

# The arguments of the program `vectors`: the tables, and the list of ranked words.
VECTORS := $(addprefix Tests/Vectors/,parse.tsv check.tsv lenient.tsv strength.tsv) $(RANKED_WORDS_OF_TESTS)

$(TESTS)/example: Tests/ABI/example.cpp $(wildcard Include/*.h) $(BUILD)/libpasswordrules.so | $(TESTS)
	$(CXX) -std=c++17 $(CFLAGS) $(filter-out -Wshadow -Wstrict-prototypes,$(WARNINGS)) -IInclude -o $@ $< -L$(BUILD) -lpasswordrules

$(TESTS)/conversation: Tests/PAM/conversation.c Tests/PAM/process.h Tests/PAM/vsyslog.h | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -D_GNU_SOURCE -rdynamic -o $@ $< -lpam

# The module, with the translations in the build folder instead of the installed ones.
$(TESTS)/pam_translated.so: $(MODULE_SOURCES) $(OBJECT) $(INSTALLED) $(MESSAGES) $(OPTIMIZATION) | $(TESTS)
	$(call compile_module,$(CURDIR)/$(BUILD)/locale)

# Another module for PAM stacks, before or after ours. It reports the contents of PAM_AUTHTOK.
$(TESTS)/pam_witness.so: Tests/PAM/pam_witness.c | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -fPIC -shared -o $@ $< -lpam -Wl,-z,defs

# Prints the verdicts of libpwquality and libpasswdqc on many passwords, in one process.
$(TESTS)/verdicts: Tests/Peers/verdicts.c | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -D_GNU_SOURCE -o $@ $< -lpwquality -lpasswdqc

VALGRIND := valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
  --suppressions=Tests/ABI/services.supp

test-c: $(COMMON) $(RANKS) $(RANKED_WORDS_OF_TESTS) $(TESTS)/abi $(TESTS)/vectors $(TESTS)/example
	LD_LIBRARY_PATH=$(BUILD) $(VALGRIND) $(TESTS)/abi
	LD_LIBRARY_PATH=$(BUILD) $(VALGRIND) $(TESTS)/example
	LD_LIBRARY_PATH=$(BUILD) $(TESTS)/vectors $(VECTORS)
	@$(MAKE) --no-print-directory -C Tests/Proof/Compilers test $(IN)

MODULE_TESTS := $(addprefix $(TESTS)/,conversation pam_witness.so pam_translated.so)

# The module without the services of nsswitch.conf, not optimized, for Tests/PAM/test_pam_without_name_services.py.
WITHOUT := $(BUILD)/without-name-services
.PHONY: module-without-name-services
module-without-name-services:
	@$(MAKE) --no-print-directory FAST=1 NAME_SERVICES=no BUILD=$(WITHOUT) $(addprefix $(WITHOUT)/,libpasswordrules.so.$(ABI) pam_passwordrules.so)

test-python: $(MODULE_TESTS) $(TESTS)/verdicts module-without-name-services
# The end-to-end tests need a separate process, because they move their process into a namespace.
	$(PYTEST) Tests/Library Tests/Tool Tests/Peers Tests/PAM
	$(PYTEST) Tests/Bench
	$(PYTEST) Tests/Bindings Tests/Translations
	$(PYTEST) Tests/Packages
	$(PYTEST) Tests/EndToEnd

# These tests need a separate process, because they move their process into a namespace.
test-pwquality: $(PWQUALITY_ALL) $(TESTS)/verdicts
	$(PYTEST) Tests/Pwquality

# Each of these parts has its own Makefile, which describes the part and builds its programs.
IN := BUILD=$(CURDIR)/$(BUILD) PYTHON=$(PYTHON)
secrets-programs: ; @$(MAKE) --no-print-directory -C Tests/Proof/Secrets all $(IN)
test-secrets test-pwquality: secrets-programs
test-secrets:    ; @$(MAKE) --no-print-directory -C Tests/Proof/Secrets test $(IN)
test-faults:     ; @$(MAKE) --no-print-directory -C Tests/Proof/Faults test $(IN)
test-bounds:     ; @$(MAKE) --no-print-directory -C Tests/Proof/Bounds test $(IN)
test-traces:     ; @$(MAKE) --no-print-directory -C Tests/Proof/Traces traces $(IN)
test-timing:     ; @$(MAKE) --no-print-directory -C Tests/Proof/Traces timing $(IN)
test-wasm test-musl: $(RANKED_WORDS_OF_TESTS)
test-wasm:       ; @$(MAKE) --no-print-directory -C Tests/Proof/WebAssembly test $(IN)
test-musl:       ; @$(MAKE) --no-print-directory -C Tests/Proof/Musl test $(IN)
# Tests the npm package in Node and in Chromium, and compares it with the library.
test-web: packages-for-test-web
	@$(MAKE) --no-print-directory $(WEB_ARCHIVE) $(RULES_PAGE) $(LIBRARY) $(MESSAGES) $(TOOL)
	$(PYTEST) Tests/Web

# Measures the package's times in Node, and its size. PARSER= is a file to compare it with:
# tools/PasswordRulesParser.js of apple/password-manager-resources.
bench-web: packages-for-test-web
	@$(MAKE) --no-print-directory $(WEB_ARCHIVE) $(LIBRARY)
	$(PYTHON) -B Tests/Web/bench.py $(PARSER)
test-sanitizers: ; @$(MAKE) --no-print-directory -C Tests/Proof/Sanitizers test $(IN)
test-fuzz:       ; @$(MAKE) --no-print-directory -C Tests/Proof/Fuzz test $(IN)

SUITE := bookworm
# Tests each plugin in a server, in a Debian of this suite. Each folder needs a separate process, because the tests move
# their process into namespaces. pytest's status 5 means that a folder has only long tests.
test-servers:
	$(foreach folder,$(wildcard Tests/Servers/*/),{ PASSWORDRULES_SUITE=$(SUITE) $(PYTEST) $(folder) || \
	  test $$? -eq 5; } &&) true

# Tests real services of nsswitch.conf with the real passwd, in a Debian of this suite.
test-services: $(MODULE)
	$(call install_packages,mmdebstrap)
	PASSWORDRULES_SUITE=$(SUITE) $(PYTEST) Tests/NameServices

# Measures a password change in each server, with our plugin and with the server's own check.
bench-servers:
	$(foreach file,$(wildcard Tests/Servers/*/bench_*.py),PASSWORDRULES_SUITE=$(SUITE) $(PYTEST) -s $(file) &&) true

# Tests the packages in a whole Debian of this suite. These tests also need a separate process.
test-debian:
	$(if $(wildcard Tests/Debian),PASSWORDRULES_SUITE=$(SUITE) $(PYTEST) Tests/Debian)

# Runs the README's commands in a new Debian of this suite, in which nothing was installed by hand. Takes 5 GB in TMPDIR=.
test-fresh:
	$(call install_packages,mmdebstrap)
	Tests/Proof/Fresh/fresh-machine $(SUITE) Tests/Proof/Fresh/commands
