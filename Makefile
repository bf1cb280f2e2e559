# make                  build/libpasswordrules.so.1, build/pam_passwordrules.so, build/passwordrules, and two lists, build/common.*
# make NAME_SERVICES=no the same, without the code that loads services of nsswitch.conf: see Sources/CNameServices/README.md
# make FAST=1           the same without optimization, for developers only: not for installation or packages
# make ARCH=arm64       library and module for arm64 in build/arm64, cross-compiled; also with make install and make deb
# make demo             installs missing packages, builds, and shows the real passwd and chpasswd obeying a policy
# make test             installs missing packages, builds, and runs the tests, TEST_JOBS= at a time
# make test-debian      installs the packages in a fresh Debian of SUITE=bookworm or trixie, and tests them there
# make test-fresh       runs the README's commands in a new Debian of SUITE=, which takes an hour
# make test-web         tests the npm package in Node, and the pages in Chromium
# make test-servers     tests the plugins in the real servers, in a fresh Debian of SUITE=bookworm or trixie
# make test-services    tests real services of nsswitch.conf, such as sssd's, with the real passwd in a fresh Debian of SUITE=
# make proof            runs the longer tests, and then all of their cases, which takes an hour
# make bench-servers    measures a password change in each server, and the server's own check
# make bench            measures this library, libpwquality and libpasswdqc; ONLY= names parts, such as calls or worst
# make bench-web        measures the npm package, and for comparison Apple's parser in the file PARSER=
# make fuzz             fuzzes each target for SECONDS=60, JOBS=1 targets at a time
# make coverage         lists code that no test runs, and fails if the list has changed
# make lint             checks layout, dependencies between folders, scripts and documentation; not part of make test
# make lint-english     lists phrases and names that are not native English; ONLY= is the beginning of a path
# make renew-strength   updates the estimates of Tests/Vectors/strength.tsv after an intended change of the engine
# make install          DESTDIR= PREFIX=/usr/local SECUREDIR=PREFIX/lib/security; Sources/Packaging/paths.mk has more
# make uninstall        removes the installed files; takes the same variables
# make deb              Debian packages and their source package in build/deb
# make deb-from-source  unpacks the source package of make deb, and builds it with no network
# make rpm              RPM packages and their source package in build/rpm, with no network
# make python           the Python package's wheel and source distribution in build/python
# make web              the npm package for pages and Node, with the engine as WebAssembly, and the rules page, in build/web
# make documentation    renders the Swift module's documentation in build/documentation
# make translations     updates the catalogues after a change of messages
# make generate         writes the copies of facts that several files share, such as numbers, functions and the version
# make format           formats the Swift sources
# make clean            removes everything that was built
# make help             prints this

VERSION := 0.1.0
ABI     := 1
BUILD   := build

.DEFAULT_GOAL := all
include Sources/flags.mk
include Sources/architecture.mk
include debian/packages.mk
include Sources/Packaging/paths.mk
include Sources/PasswordRulesABI/library.mk
include Sources/documentation.mk
include Sources/Translations/translations.mk
include pam/module.mk
include Sources/Plugins/plugins.mk
include Sources/Pwquality/pwquality.mk
include Sources/PasswordRulesTool/tool.mk
include Sources/Interface/interface.mk
include Sources/Words/common.mk
include Sources/Bindings/Web/web.mk
include Sources/Packaging/install.mk
include Tests/tests.mk
include Tests/Proof/Arm64/arm64.mk

.PHONY: all
all: check-generated $(LIBRARY) $(BUILD)/libpasswordrules.so $(MODULE) $(PLUGINS) $(PWQUALITY_ALL) $(SHIPPED_TOOL) $(COMMON) $(RANKS) $(COMPLETIONS) $(MESSAGES) \
  $(PLUGIN_DECISION)
	@$(if $(PLUGINS_LEFT_OUT),echo '$(PLUGINS_LEFT_OUT)',true)

$(sort $(BUILD) $(NATIVE_BUILD)):
	mkdir -p $@

.PHONY: demo
demo: packages-for-demo
	@$(MAKE) --no-print-directory all
	@$(SUDO) $(PYTHON) -B Tests/EndToEnd/demo.py $(CURDIR)/$(BUILD)

# ---- Tests and measurements ----

.PHONY: test proof bench fuzz coverage renew-strength
test: packages-for-test
	@$(MAKE) --no-print-directory all
	@$(MAKE) $(TOGETHER) test-python test-swift test-c test-secrets test-pwquality test-example test-wasm
	@echo "All tests passed. make proof runs those that take longer."

# Tests/README.md has the results of the last run. test-timing runs alone, because it measures time.
proof: packages-for-test
	@$(MAKE) --no-print-directory all
	@$(MAKE) $(TOGETHER) test-bounds test-traces test-musl test-debian test-services test-faults test-sanitizers test-fuzz
# In Debian 13, all cases run, which also build packages there.
	PASSWORDRULES_SUITE=trixie $(PYTEST) -m "" Tests/Debian
	@$(MAKE) --no-print-directory test-web
	@$(MAKE) --no-print-directory test-servers
	@$(MAKE) --no-print-directory test-servers SUITE=trixie
	for folder in desktop pwquality; do $(PYTEST) -m "" Tests/Servers/$$folder || exit; done
	@$(MAKE) --no-print-directory test-timing
	@$(MAKE) --no-print-directory test-arm64
	@$(MAKE) --no-print-directory -C Tests/Proof/Sanitizers long $(IN)
	@$(MAKE) --no-print-directory -C Tests/Proof/Faults long $(IN)
	@$(MAKE) --no-print-directory -C Tests/Proof/Traces long $(IN)
	PASSWORDRULES_ROUNDS=10 swift test
	$(PYTEST) -m "" Tests/Packages

bench: packages-for-bench
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory -C Tests/Bench run $(IN) ONLY='$(ONLY)'

fuzz: packages-for-test
	@$(MAKE) --no-print-directory -C Tests/Proof/Fuzz fuzz $(IN) $(if $(SECONDS),SECONDS=$(SECONDS)) $(if $(JOBS),JOBS=$(JOBS))

coverage: packages-for-test
	@$(MAKE) --no-print-directory all $(MODULE_TESTS)
	@$(MAKE) --no-print-directory -C Tests/Proof/Coverage $(IN)

renew-strength: $(BUILD)/libpasswordrules.so $(RANKED_WORDS_OF_TESTS)
	LD_LIBRARY_PATH=$(BUILD) PYTHONPATH=Sources/Bindings/Python $(PYTHON) -B Tests/Vectors/strength.py $(RANKED_WORDS_OF_TESTS)

# ---- Installation and packages ----

.PHONY: install uninstall
install: all $(BUILD)/passwordrules.pc $(BUILD)/passwordrules.conf
	@printf '%s\n' $(MANIFEST) | $(INSTALLATION) Sources/Packaging/install libpasswordrules.so.$(ABI)

uninstall:
	@printf '%s\n' $(MANIFEST) | $(INSTALLATION) Sources/Packaging/uninstall $(STACKS)

# Files that take long to build, and do not depend on paths or flags, are not built again. Library and module are linked
# again, because Debian's packages have different flags and paths.
.PHONY: deb deb-from-source rpm python
deb: packages-for-deb
	@$(MAKE) --no-print-directory all $(ARGUMENT_PARSER) $(ZXCVBN)/frequency_lists.py
	CROSS=$(CROSS) ARM64_SYSROOT=$(SYSROOT) AARCH64_TOOLCHAIN=$(AARCH64_TOOLCHAIN) \
	  debian/build-packages $(VERSION) $(ARGUMENT_PARSER) $(ZXCVBN) $(BUILD)/deb $(NATIVE_BUILD) \
	  $(patsubst $(NATIVE_BUILD)/%,%,$(OPTIMIZATION) $(NAME_SERVICES_NOTE) $(DECLARED) $(OBJECT) $(TOOL) $(NATIVE_BUILD)/common.words $(COMMON) $(RANKS) $(COMPLETIONS))

deb-from-source: packages-for-deb
	debian/build-from-source $(BUILD)/deb

rpm: packages-for-rpm
	@$(MAKE) --no-print-directory $(ARGUMENT_PARSER) $(ZXCVBN)/frequency_lists.py
	Sources/Packaging/build-rpms $(VERSION) $(ARGUMENT_PARSER) $(ZXCVBN) $(BUILD)/rpm $(RPMBUILD_OPTIONS)

python: packages-for-python
	Sources/Bindings/Python/build-distributions $(PYTHON) $(BUILD)/python

# ---- House-keeping ----

.PHONY: translations format clean help
translations:
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) Sources/Translations/update.py

format:
	swift format --in-place --recursive --configuration .swift-format Sources Tests Package.swift

clean:
	rm -rf $(BUILD) .build .build-embedded .build-example

help:
	@sed -n '/^#/!q; s/^# //p' Makefile
