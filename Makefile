# make            build/libpasswordrules.so.1, build/pam_passwordrules.so, build/passwordrules, build/common.blocklist
# make demo       installs what is missing, builds, and shows real passwd and chpasswd obeying a policy
# make test       installs what is missing, builds, and runs the tests; make proof, those that take longer
# make bench      measures beside libpwquality and libpasswdqc
# make fuzz       SECONDS=60 for each target; make coverage
# make install    DESTDIR= PREFIX=/usr/local SECUREDIR=PREFIX/lib/security; make uninstall, with the same, takes it all away
# make deb        Debian packages and their source package in build/deb
# make python     the Python package's wheel and source distribution in build/python
# make deb-from-source  unpacks that source package and builds it with no network
# make format     lays out the Swift sources; make translations brings the catalogues up to date
# make clean      removes all that was made

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:

VERSION   := 0.1.0
ABI       := 1
PREFIX    ?= /usr/local
DESTDIR   ?=
LIBDIR    ?= $(PREFIX)/lib
MANDIR    ?= $(PREFIX)/share/man
LOCALEDIR ?= $(PREFIX)/share/locale
DATADIR   := $(PREFIX)/share/passwordrules
DOCDIR    ?= $(PREFIX)/share/doc/passwordrules
BASHCOMPDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHCOMPDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHCOMPDIR ?= $(PREFIX)/share/fish/vendor_completions.d
# Where libpam looks for modules is libpam's matter, not PREFIX's.
SECUREDIR ?= $(if $(filter /usr /usr/,$(PREFIX)),/usr/lib$(MULTIARCH:%=/%)/security,$(PREFIX)/lib/security)
MULTIARCH := $(shell $(CC) -print-multiarch 2>/dev/null)
# These are written into C, pkg-config's data and lists; DESTDIR is not, and may be any path.
PATHS     := PREFIX LIBDIR MANDIR LOCALEDIR DOCDIR BASHCOMPDIR ZSHCOMPDIR FISHCOMPDIR SECUREDIR
UNUSUAL   := : ; = % & | < > ( ) * ? [ ] { } $$ ` ' " \ \#
usual      = $(and $(filter 1,$(words $($(1)))),$(filter /%,$($(1))),$(if $(strip \
               $(foreach character,$(UNUSUAL),$(findstring $(character),$($(1))))),,yes))
$(foreach path,$(PATHS),$(if $(call usual,$(path)),,$(error \
  $(path) must be an absolute path of ordinary characters without spaces, not "$($(path))")))
PYTHON    ?= /usr/bin/python3
SUDO      := $(if $(filter 0,$(shell id -u)),,sudo)
CFLAGS    ?= -O2 -g
WARNINGS  := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wconversion -Werror
# Packagers set this flag themselves, some of them to 3, and without optimization it is an error.
FORTIFY   := $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
               $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-D_FORTIFY_SOURCE=2))
HARDENING := -fstack-protector-strong $(FORTIFY)

BUILD   := build
LIBRARY := $(BUILD)/libpasswordrules.so.$(ABI)
ARCHIVE := $(BUILD)/libpasswordrules.a
MODULE  := $(BUILD)/pam_passwordrules.so
TOOL    := $(BUILD)/passwordrules
COMMON  := $(BUILD)/common.blocklist
# Where the list of common passwords is, which presets name.
INSTALLED := $(BUILD)/installed.o
ENGINE  := $(shell find Sources/PasswordRules Sources/PasswordRulesSystem Sources/CPasswordRulesSystem) Package.swift
MAP     := Sources/PasswordRulesABI/libpasswordrules.map

COMPLETIONS := $(addprefix $(BUILD)/completions/passwordrules.,bash zsh fish)
LANGUAGES   := $(basename $(notdir $(wildcard Sources/Translations/*.po)))
MESSAGES    := $(LANGUAGES:%=$(BUILD)/locale/%/LC_MESSAGES/passwordrules.mo)

# The source package brings the tool's one dependency along; Package.swift takes it from there.
VENDORED := $(wildcard vendor/swift-argument-parser)
ifneq ($(VENDORED),)
export PASSWORDRULES_ARGUMENT_PARSER := $(VENDORED)
endif

.PHONY: all
all: $(LIBRARY) $(BUILD)/libpasswordrules.so $(MODULE) $(TOOL) $(COMMON) $(COMPLETIONS) $(MESSAGES)

$(BUILD):
	mkdir -p $@

# Changes when a path does that is written into a product.
$(BUILD)/paths: always | $(BUILD)
	@printf '%s\n' $(foreach path,PREFIX LIBDIR LOCALEDIR,'$(path)=$($(path))') | cmp -s - $@ || \
	  printf '%s\n' $(foreach path,PREFIX LIBDIR LOCALEDIR,'$(path)=$($(path))') > $@

.PHONY: always
always:

# ---- The library: Embedded Swift (Package.swift, trait Embedded), so that it needs nothing but libc ----

TARGET := $(shell swiftc -print-target-info 2>/dev/null | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
RESOURCES := $(shell swiftc -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
comma := ,
space := $(subst ,, )
# Relocations in an eighth of the room, which dynamic linkers understand since glibc 2.36.
RELR := $(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "-z pack-relative-relocs" }')
# Memory that runs out and memory that is freed are memory.c's matter, in Sources/CPasswordRulesSystem.
WRAP := --wrap=posix_memalign --wrap=free
SCRIPT := $(MAP:.map=.ld)
# The library and the module are linked by the linker that comes with Swift, and with nothing that runs when they are loaded:
# neither has constructors. What is the same stands once, code and constants alike. `sudo make install` may have no Swift on its
# PATH and has the module to link, so where its tools are is written down.
TOOLS := $(if $(RESOURCES),$(abspath $(RESOURCES)/../../bin),$(shell cat $(BUILD)/tools 2>/dev/null))
SHARED := -shared -nostartfiles -B$(TOOLS) -fuse-ld=lld \
          -Wl,--as-needed,-z,defs,-z,relro,-z,now,-z,nodelete,--gc-sections,--icf=all,--ignore-data-address-equality,-T,$(SCRIPT),-s \
          -Wl,$(subst $(space),$(comma),$(strip $(RELR) $(WRAP)))

.PHONY: check-toolchain
check-toolchain:
	@command -v swift >/dev/null || { echo "passwordrules: Swift 6.3 or newer is needed, and there is no swift on the PATH" >&2; exit 1; }
	@test -e "$(RESOURCES)/embedded/Swift.swiftmodule/$(TARGET).swiftmodule" || { \
	  echo "passwordrules: this Swift toolchain has no Embedded Swift for $(TARGET), which the library is built as;" >&2; \
	  echo "the toolchains that swift.org publishes for x86_64 Linux have it" >&2; exit 1; }

# All of Swift and C is translated at once, when it is linked, as far as the exported functions need it: that is smaller than by
# modules, and faster. -Osize does not reach the linker, so the threshold tells it that code which is called from several places
# stands once. What comes out is linked again, because the linker looks for what is the same among constants only, and to Swift
# the descriptions of its types are variables, though they never change. An archive holds it, for the module too.
OBJECT := .build-embedded/passwordrules.o

$(ARCHIVE): $(ENGINE) $(MAP) $(SCRIPT) $(wildcard Sources/PasswordRulesABI/*.swift) $(wildcard Include/*) | $(BUILD)
	@$(MAKE) --no-print-directory check-toolchain
	swift build -c release --traits Embedded --scratch-path .build-embedded --product passwordrules \
	  --disable-local-rpath --experimental-lto-mode full -Xswiftc -use-ld=lld -Xswiftc -Osize -Xcc -Os -Xcc -fno-asynchronous-unwind-tables \
	  $(addprefix -Xlinker ,--as-needed -lm --gc-sections -mllvm -inline-threshold=10 $(WRAP) --version-script=$(CURDIR)/$(MAP) \
	    --lto-obj-path=$(CURDIR)/$(OBJECT).all)
	readelf --wide --sections $(OBJECT).all | sed -n > $(OBJECT).constants \
	  's/^ *\[ *[0-9]*\] \(\.data\.\($$e[^ ]*N\|$$es23_swiftEmptyArrayStorage[^ ]*\)\) .*/--rename-section=\1=.data.rel.ro/p'
	objcopy --strip-debug @$(OBJECT).constants $(OBJECT).all $(OBJECT)
	rm -f $(ARCHIVE)
	ar crsD $(ARCHIVE) $(OBJECT)
	echo $(TOOLS) > $(BUILD)/tools

# Linked in last of all, so that another PREFIX needs no Swift: `sudo make install` may have none.
$(INSTALLED): $(BUILD)/paths
	printf 'const char passwordrules_common_blocklist[] = "%s";\n' '$(DATADIR)/common.blocklist' | $(CC) -O2 -fPIC -c -xc -o $@ -

$(LIBRARY): $(ARCHIVE) $(INSTALLED) $(MAP) $(SCRIPT)
	$(CC) $(SHARED) -o $@ -Wl,--whole-archive $(ARCHIVE) -Wl,--no-whole-archive $(INSTALLED) -lm \
	  -Wl,--version-script=$(MAP),-soname,libpasswordrules.so.$(ABI)

$(BUILD)/libpasswordrules.so: $(LIBRARY)
	ln -sf $(<F) $@

# ---- The PAM module: C, on the public header alone ----

# The library is linked in: passwd, which lives for one change, has one file to find and to map instead of two, and the module
# cannot be left without its library.
MODULE_SOURCES := $(sort $(wildcard pam/*.c pam/*.h)) pam/pam_passwordrules.map Include/passwordrules.h $(SCRIPT)

# Where the translations are is the argument.
compile_module = $(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(WARNINGS) $(HARDENING) -DLOCALEDIR='"$(1)"' -fPIC -fvisibility=hidden \
  -IInclude -o $@ $(filter %.c,$^) $(LDFLAGS) $(SHARED) $(ARCHIVE) $(INSTALLED) -lm -lpam -Wl,--version-script=pam/pam_passwordrules.map

$(MODULE): $(MODULE_SOURCES) $(ARCHIVE) $(INSTALLED) $(BUILD)/paths
	@test -e /usr/include/security/pam_ext.h || { echo "passwordrules: libpam's headers are missing: apt-get install libpam0g-dev" >&2; exit 1; }
	$(call compile_module,$(LOCALEDIR))

$(BUILD)/locale/%/LC_MESSAGES/passwordrules.mo: Sources/Translations/%.po
	@command -v msgfmt >/dev/null || { echo "passwordrules: there is no msgfmt: apt-get install gettext" >&2; exit 1; }
	mkdir -p $(@D)
	msgfmt --check -o $@ $<

# ---- The tool: ordinary Swift, with the standard library linked in ----

$(TOOL): $(ENGINE) $(shell find $(addprefix Sources/,PasswordRulesTool PasswordRulesBlocklist PasswordRulesImport \
         PasswordRulesTerminal CPasswordRulesTerminal)) | $(BUILD)
	@$(MAKE) --no-print-directory check-toolchain
	swift build -c release --product passwordrules-tool --static-swift-stdlib --disable-local-rpath \
	  -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker -z -Xlinker now
	install -m 755 -s .build/release/passwordrules-tool $@

# Shells read these and do not run them, so they name no interpreter.
$(BUILD)/completions/passwordrules.%: $(TOOL)
	mkdir -p $(@D)
	$(TOOL) --generate-completion-script $* | sed '1{/^#!/d}' > $@

# ---- The default list of common passwords: Debian's word lists, and patterns of our own ----

# Of the packages cracklib-runtime (LGPL-2.1-or-later) and python3-zxcvbn (MIT).
CRACKLIB_WORDS ?= /usr/share/dict/cracklib-small
ZXCVBN_WORDS   ?= /usr/lib/python3/dist-packages/zxcvbn/frequency_lists.py

.PHONY: check-words
check-words:
	@test -e "$(CRACKLIB_WORDS)" -a -e "$(ZXCVBN_WORDS)" || { \
	  echo "passwordrules: the word lists are missing: apt-get install --no-install-recommends cracklib-runtime python3-zxcvbn" >&2; \
	  exit 1; }

# Each list is one line there, from "NAME": " to ".split(",").
$(BUILD)/common.words: $(TOOL) $(wildcard $(CRACKLIB_WORDS) $(ZXCVBN_WORDS)) | check-words
	export LC_ALL=C; { \
	  cat "$(CRACKLIB_WORDS)"; \
	  sed -n 's/^ *"[a-z_]*": "\(.*\)"\.split(","),*$$/\1/p' "$(ZXCVBN_WORDS)" | tr , '\n'; \
	  sed -n 's/^ *"[fe]*male_names": "\(.*\)"\.split(","),*$$/ilove\1/p' "$(ZXCVBN_WORDS)" | sed 's/,/,ilove/g' | tr , '\n'; \
	} | tr A-Z a-z | awk '{ gsub(/\\/, ""); print } \
	  /\047/ { sub(/^\047/, ""); sub(/\047s$$/, ""); print } \
	  /^[a-z][a-z][a-z]$$/ { print $$0 $$0; print $$0 "123" }' > $@.lists
	test "$$(wc -l < $@.lists)" -ge 150000 || { echo "passwordrules: the word lists are not what they were" >&2; exit 1; }
	$(TOOL) blocklist patterns | LC_ALL=C sort -u - $@.lists > $@
	rm $@.lists

$(COMMON): $(BUILD)/common.words
	$(TOOL) blocklist build --match mangled -o $@ $<
	test "$$(wc -c < $@)" -le 2000000 || { echo "passwordrules: the list of common passwords is longer than 2 MB" >&2; exit 1; }

# ---- What the targets below need beyond Swift, git, make and a C compiler ----

BUILD_PACKAGES := libpam0g-dev cracklib-runtime python3-zxcvbn gettext
DEMO_PACKAGES  := $(BUILD_PACKAGES) passwd util-linux libc-bin perl-base python3 python3-pexpect
PYTHON_PACKAGES := python3 python3-build python3-setuptools python3-wheel
DEB_PACKAGES   := $(BUILD_PACKAGES) build-essential debhelper dh-python pybuild-plugin-pyproject python3-all python3-setuptools \
                  dpkg-dev xz-utils lintian
TEST_PACKAGES  := $(DEMO_PACKAGES) $(DEB_PACKAGES) $(PYTHON_PACKAGES) binutils g++ valgrind libcmocka-dev pkg-config \
                  python3-pytest python3-pytest-timeout python3-pip mypy man-db zsh fish libffi-platypus-perl python3-pyte \
                  libpwquality-dev libpasswdqc-dev mmdebstrap abigail-tools locales libnss-extrausers libnss-systemd
# None of these touches the machine's PAM stack; the peers' modules are unpacked below build/ and not installed.
BENCH_PACKAGES := $(BUILD_PACKAGES) binutils python3 libpwquality-dev libpasswdqc-dev

# Installs those of the packages that are not there. Machines without Debian's package manager are left alone.
define install_packages
	@if command -v dpkg-query >/dev/null; then \
	  missing=; for p in $(1); do \
	    dpkg-query -W -f '$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || missing="$$missing $$p"; done; \
	  if [ -n "$$missing" ]; then echo "Installing:$$missing"; \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get -qq update; \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$missing >/dev/null; fi; \
	else echo "No dpkg here: install the equivalents of $(1) yourself."; fi
endef

.PHONY: packages-for-demo packages-for-test packages-for-python packages-for-bench packages-for-deb
packages-for-demo: ; $(call install_packages,$(DEMO_PACKAGES))
packages-for-test: ; $(call install_packages,$(TEST_PACKAGES))
packages-for-python: ; $(call install_packages,$(PYTHON_PACKAGES))
packages-for-bench: ; $(call install_packages,$(BENCH_PACKAGES))
packages-for-deb: ; $(call install_packages,$(DEB_PACKAGES))

.PHONY: demo
demo: packages-for-demo
	@$(MAKE) --no-print-directory all
	@$(SUDO) $(PYTHON) -B Tests/EndToEnd/demo.py $(CURDIR)/$(BUILD)

# ---- Tests ----

TESTS := $(BUILD)/tests

# How many of the tests run at the same time. What a test says is shown as a whole when it ends.
TEST_JOBS ?= $(shell nproc)
TOGETHER  := --no-print-directory -j$(TEST_JOBS) --output-sync=target

.PHONY: test test-swift test-example test-wasm test-c test-python test-secrets test-faults test-traces test-timing \
        test-sanitizers test-fuzz test-debian lint
test: packages-for-test
	@$(MAKE) --no-print-directory all
	@$(MAKE) $(TOGETHER) lint test-python test-swift test-c test-secrets test-example test-wasm
	@echo "All tests passed. make proof runs those that take longer."

lint:
	swift format lint --strict --recursive --configuration .swift-format Sources Tests Package.swift
	$(PYTHON) -B Sources/check-layers.py

test-swift:
	swift test

# Another package can depend on this one.
test-example: | $(TESTS)
	swift run --package-path Tests/Example --scratch-path .build-example SignUpForm > $(TESTS)/example.txt
	swift run --package-path Tests/Example --scratch-path .build-example Readme >> $(TESTS)/example.txt
	diff -u Tests/Example/expected.txt $(TESTS)/example.txt

# Sign-up pages can run the engine: it compiles for WebAssembly, where there is no libc.
test-wasm: | $(TESTS)
	swiftc -target wasm32-unknown-none-wasm -swift-version 6 -O -wmo -parse-as-library -warnings-as-errors -strict-memory-safety \
	  $(addprefix -enable-experimental-feature ,Embedded Lifetimes) \
	  $(addprefix -enable-upcoming-feature ,ExistentialAny InternalImportsByDefault MemberImportVisibility) \
	  -package-name passwordrules -module-name PasswordRules -c $(shell find Sources/PasswordRules -name '*.swift') \
	  -o $(TESTS)/PasswordRules.wasm.o

$(TESTS):
	mkdir -p $@

ABI_TESTS := $(sort $(wildcard Tests/ABI/abi*.c))
$(TESTS)/abi: $(ABI_TESTS) $(wildcard Tests/ABI/*.h) Include/passwordrules.h $(BUILD)/libpasswordrules.so | $(TESTS)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -D_POSIX_C_SOURCE=200809L -IInclude -o $@ $(ABI_TESTS) -L$(BUILD) -lpasswordrules -lcmocka -lpthread

$(TESTS)/vectors: Tests/ABI/vectors.c Include/passwordrules.h $(BUILD)/libpasswordrules.so | $(TESTS)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -D_POSIX_C_SOURCE=200809L -IInclude -o $@ $< -L$(BUILD) -lpasswordrules

$(TESTS)/example: Tests/ABI/example.cpp Include/passwordrules.h $(BUILD)/libpasswordrules.so | $(TESTS)
	$(CXX) -std=c++17 $(CFLAGS) -Wall -Wextra -Wpedantic -Wconversion -Werror -IInclude -o $@ $< -L$(BUILD) -lpasswordrules

$(TESTS)/conversation: Tests/PAM/conversation.c Tests/PAM/vsyslog.h | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -D_GNU_SOURCE -rdynamic -o $@ $< -lpam

# Our module with the translations that are not installed yet.
$(TESTS)/pam_translated.so: $(MODULE_SOURCES) $(ARCHIVE) $(INSTALLED) $(MESSAGES) | $(TESTS)
	$(call compile_module,$(CURDIR)/$(BUILD)/locale)

# The module before or behind ours in the stack, which says what it finds in PAM_AUTHTOK.
$(TESTS)/pam_witness.so: Tests/PAM/pam_witness.c | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -fPIC -shared -o $@ $< -lpam -Wl,-z,defs

# Bound at once: binding late leaves registers on the stack, and with them passwords.
$(TESTS)/memory: Tests/PAM/memory.c | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -D_GNU_SOURCE -o $@ $< -lpam -Wl,-z,now

# What the peers say of a password, one process for many.
$(TESTS)/%_verdicts: Tests/Peers/%_verdicts.c $(wildcard Tests/Peers/*.h) | $(TESTS)
	$(CC) -std=c11 $(CFLAGS) $(WARNINGS) -D_GNU_SOURCE -o $@ $< -l$(*)

VALGRIND := valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
  --suppressions=Tests/ABI/services.supp

test-c: $(TESTS)/abi $(TESTS)/vectors $(TESTS)/example
	LD_LIBRARY_PATH=$(BUILD) $(VALGRIND) $(TESTS)/abi
	LD_LIBRARY_PATH=$(BUILD) $(VALGRIND) $(TESTS)/example
	LD_LIBRARY_PATH=$(BUILD) $(TESTS)/vectors Tests/Vectors/parse.tsv Tests/Vectors/check.tsv Tests/Vectors/lenient.tsv

PYTEST := PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m pytest -q -p no:cacheprovider --timeout=120 -rs

test-python: $(TESTS)/conversation $(TESTS)/memory $(TESTS)/pam_witness.so $(TESTS)/pam_translated.so \
             $(TESTS)/pwquality_verdicts $(TESTS)/passwdqc_verdicts
# The end-to-end tests move their process into a namespace of its own, so they have a process of their own.
	$(PYTEST) Tests/Library Tests/Tool Tests/Peers Tests/PAM
	$(PYTEST) Tests/Bench
	$(PYTEST) Tests/Python Tests/Bindings Tests/Translations
	$(PYTEST) --timeout=900 Tests/Packages
	$(PYTEST) Tests/EndToEnd

# Each of these has a Makefile, which builds what it needs and says what it does.
IN := BUILD=$(CURDIR)/$(BUILD) PYTHON=$(PYTHON)
test-secrets:    ; @$(MAKE) --no-print-directory -C Tests/Secrets test $(IN)
test-faults:     ; @$(MAKE) --no-print-directory -C Tests/Faults test $(IN)
test-traces:     ; @$(MAKE) --no-print-directory -C Tests/Traces traces $(IN)
test-timing:     ; @$(MAKE) --no-print-directory -C Tests/Traces timing $(IN)
test-sanitizers: ; @$(MAKE) --no-print-directory -C Tests/Sanitizers test $(IN)
test-fuzz:       ; @$(MAKE) --no-print-directory -C Tests/Fuzz test $(IN)

# What takes longer, and then the same at length, which takes an hour. Tests/README.md says when that was last run, and what came of
# it. Time is measured with nothing else running.
.PHONY: proof fuzz coverage renew-abi
proof: packages-for-test
	@$(MAKE) --no-print-directory all
	@$(MAKE) $(TOGETHER) test-traces test-debian test-faults test-sanitizers test-fuzz
	@$(MAKE) --no-print-directory test-timing
	@$(MAKE) --no-print-directory -C Tests/Sanitizers long $(IN)
	@$(MAKE) --no-print-directory -C Tests/Faults long $(IN)
	@$(MAKE) --no-print-directory -C Tests/Traces long $(IN)

fuzz: packages-for-test
	@$(MAKE) --no-print-directory -C Tests/Fuzz fuzz $(IN) $(if $(SECONDS),SECONDS=$(SECONDS)) $(if $(JOBS),JOBS=$(JOBS))

coverage: packages-for-test
	@$(MAKE) --no-print-directory all $(TESTS)/conversation $(TESTS)/memory $(TESTS)/pam_witness.so $(TESTS)/pam_translated.so
	@$(MAKE) --no-print-directory -C Tests/Coverage $(IN)

# After an addition to the C interface that is meant to stay.
renew-abi: packages-for-test
	@$(MAKE) --no-print-directory -C Tests/Library renew-abi PYTHON=$(PYTHON)

# A whole Debian, so a process of its own as well.
test-debian:
	$(if $(wildcard Tests/Debian),$(PYTEST) --timeout=900 Tests/Debian)

# ---- Measurements ----

.PHONY: bench
bench:
	@$(MAKE) --no-print-directory -C Tests/Bench before $(IN)
	@$(MAKE) --no-print-directory packages-for-bench
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory -C Tests/Bench run $(IN)

# ---- Installation ----

$(BUILD)/passwordrules.pc: Makefile $(BUILD)/paths
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$(LIBDIR)' '' \
	  'Name: passwordrules' 'Description: Check and generate passwords by a password rules descriptor' \
	  'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lpasswordrules' > $@

# The example names the list of common passwords where it is installed.
$(BUILD)/passwordrules.conf: pam/passwordrules.conf $(BUILD)/paths
	sed 's|/usr/share/passwordrules|$(DATADIR)|' $< > $@

PAGES     := $(wildcard Sources/Manual/*.[1-8])
FUNCTIONS := $(shell sed -n 's/^ *\(passwordrules_[a-z0-9_]*\);$$/\1/p' $(MAP))

# Mode, source and destination of all that is installed: `install` and `uninstall` read the same list. Nothing goes to /etc:
# what is there is the administrator's, neither to be overwritten by an update nor to be removed.
MANIFEST = 644:$(LIBRARY):$(LIBDIR)/libpasswordrules.so.$(ABI) \
  link:libpasswordrules.so.$(ABI):$(LIBDIR)/libpasswordrules.so \
  644:$(BUILD)/passwordrules.pc:$(LIBDIR)/pkgconfig/passwordrules.pc \
  644:Include/passwordrules.h:$(PREFIX)/include/passwordrules.h \
  644:$(COMMON):$(DATADIR)/common.blocklist \
  755:$(TOOL):$(PREFIX)/bin/passwordrules \
  644:$(MODULE):$(SECUREDIR)/pam_passwordrules.so \
  644:$(BUILD)/completions/passwordrules.bash:$(BASHCOMPDIR)/passwordrules \
  644:$(BUILD)/completions/passwordrules.zsh:$(ZSHCOMPDIR)/_passwordrules \
  644:$(BUILD)/completions/passwordrules.fish:$(FISHCOMPDIR)/passwordrules.fish \
  $(foreach language,$(LANGUAGES),644:$(BUILD)/locale/$(language)/LC_MESSAGES/passwordrules.mo:$\
    $(LOCALEDIR)/$(language)/LC_MESSAGES/passwordrules.mo) \
  $(foreach page,$(PAGES),644:$(page):$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
  $(if $(filter %/passwordrules.3,$(PAGES)),$(FUNCTIONS:%=link:passwordrules.3:$(MANDIR)/man3/%.3)) \
  $(foreach file,README.md CHANGELOG.md SECURITY.md LICENSE $(BUILD)/passwordrules.conf,644:$(file):$(DOCDIR)/$(notdir $(file)))

LDCONFIG ?= ldconfig
STACKS   ?= /etc/pam.d/* /etc/pam.conf

# DESTDIR goes by the environment, so that any characters can be in it.
.PHONY: install uninstall
install uninstall: export DESTDIR := $(DESTDIR)

# Each file is complete before it has its name: passwd may load the module at any moment.
install: all $(BUILD)/passwordrules.pc $(BUILD)/passwordrules.conf
	@printf '%s\n' $(MANIFEST) | while IFS=: read -r mode source destination; do \
	  to="$$DESTDIR$$destination"; \
	  if [ "$$mode" = link ]; then mkdir -p "$${to%/*}"; ln -sfn "$$source" "$$to"; \
	  else install -D -m "$$mode" "$$source" "$$to.new"; mv -fT "$$to.new" "$$to"; fi; done
	@echo "Installed below $$DESTDIR$(PREFIX), and the module in $$DESTDIR$(SECUREDIR)."
	@if [ -z "$$DESTDIR" ] && command -v $(LDCONFIG) >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then $(LDCONFIG); fi; \
	  $(LDCONFIG) -p 2>/dev/null | sed -n 's/^[[:space:]]*libpasswordrules\.so\.$(ABI) .*=> //p' | \
	    while read -r known; do if [ "$$known" -ef $(LIBDIR)/libpasswordrules.so.$(ABI) ]; then echo it; fi; done | grep it >/dev/null || \
	    echo "The dynamic linker does not know $(LIBDIR): add it to its configuration, /etc/ld.so.conf.d, and run ldconfig."; fi

# Directories go that are empty then, but not those that a system has anyhow, and none outside PREFIX. All go from a DESTDIR.
KEPT := $(PREFIX) $(LIBDIR) $(addprefix $(PREFIX)/,bin include lib share share/man)

uninstall:
	@printf '%s\n' $(MANIFEST) | while IFS=: read -r _ _ destination; do rm -f -- "$$DESTDIR$$destination"; done
	@printf '%s\n' $(MANIFEST) | while IFS=: read -r _ _ destination; do \
	  directory="$${destination%/*}"; \
	  while [ -n "$$directory" ]; do \
	    if [ -z "$$DESTDIR" ]; then \
	      case " $(KEPT) " in *" $$directory "*) break;; esac; \
	      case "$$directory" in $(PREFIX)/*) ;; *) break;; esac; fi; \
	    rmdir -- "$$DESTDIR$$directory" 2>/dev/null || [ ! -e "$$DESTDIR$$directory" ] || break; \
	    directory="$${directory%/*}"; done; done
	@if [ -z "$$DESTDIR" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v $(LDCONFIG) >/dev/null; then $(LDCONFIG); fi; \
	  named="$$(grep -lsE '^[^#]*pam_passwordrules\.so' $(STACKS) || true)"; \
	  if [ -n "$$named" ]; then \
	    echo "passwordrules: password changes are refused as long as a stack names a module that is gone; look into:" >&2; \
	    echo "$$named" >&2; fi; fi

# ---- The Python package: a wheel for any machine, since the library is the machine's own ----

# Made in a copy, because setuptools leaves files behind where it builds.
.PHONY: python
python: packages-for-python
	rm -rf $(BUILD)/python
	mkdir -p $(BUILD)/python
	cp -rL Sources/Python $(BUILD)/python/source
	cd $(BUILD)/python/source && $(PYTHON) -m build --no-isolation --outdir .. >../build.log 2>&1 || { cat ../build.log >&2; exit 1; }
	rm -rf $(BUILD)/python/source $(BUILD)/python/build.log
	@ls -l $(BUILD)/python

# ---- Debian packages ----

ARGUMENT_PARSER := $(or $(VENDORED),.build/checkouts/swift-argument-parser)

$(ARGUMENT_PARSER):
	swift package resolve

# What takes long and is the same everywhere is not built again. The library and the module are linked again, because Debian has
# flags and paths of its own.
.PHONY: deb deb-from-source
deb: packages-for-deb
	@$(MAKE) --no-print-directory all $(ARGUMENT_PARSER)
	debian/build-packages $(VERSION) $(ARGUMENT_PARSER) $(BUILD)/deb $(BUILD) \
	  $(patsubst $(BUILD)/%,%,$(ARCHIVE) $(TOOL) $(BUILD)/common.words $(COMMON) $(COMPLETIONS))

deb-from-source: packages-for-deb
	debian/build-from-source $(BUILD)/deb

# ---- House-keeping ----

# After a message was changed: writes the template, and shows translators what is new.
.PHONY: translations
translations:
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) Sources/Translations/update.py

.PHONY: format clean
format:
	swift format --in-place --recursive --configuration .swift-format Sources Tests Package.swift

clean:
	rm -rf $(BUILD) .build .build-embedded .build-example
