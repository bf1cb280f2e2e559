# `make FAST=1` builds library and tool without optimization, in a third of the time, for a developer's tests. Only the
# optimized library is tested for wiping secrets, so FAST=1 refuses to install, package or measure. The next make without
# FAST=1 builds the optimized library again.

ifdef CROSS
$(error FAST=1 builds for this machine alone)
endif
FAST_GOALS := all plugins generate check-generated lint lint-english format clean help test-swift test-c test-python $(BUILD)/%
ifneq ($(filter-out $(FAST_GOALS),$(MAKECMDGOALS)),)
$(error A library built with FAST=1 may leave passwords in memory: run \
  "make $(filter-out $(FAST_GOALS),$(MAKECMDGOALS))" without FAST=1)
endif

FAST_BUILD   := $(BUILD)/fast
FAST_MODULES := $(SWIFT_MODULES:%=$(FAST_BUILD)/%.o)
FAST_SHIM    := $(patsubst %.c,$(FAST_BUILD)/%.o,$(notdir $(C_SOURCES)))

# Each module imports earlier ones.
$(FAST_BUILD)/PasswordRules.o: $(shell find Sources/PasswordRules -name '*.swift')
$(FAST_BUILD)/NameServices.o: $(FAST_BUILD)/PasswordRules.o $(wildcard Sources/NameServices/*.swift)
$(FAST_BUILD)/PasswordRulesSystem.o: $(FAST_BUILD)/NameServices.o $(wildcard Sources/PasswordRulesSystem/*.swift)
$(FAST_BUILD)/PasswordRulesABI.o: $(FAST_BUILD)/PasswordRulesSystem.o $(wildcard Sources/PasswordRulesABI/*.swift Include/*)

$(FAST_MODULES): $(FAST_BUILD)/%.o: $(C_HEADERS) | $(FAST_BUILD)
	@Sources/check-toolchain
	swiftc -Onone $(LANGUAGE_FLAGS) -DEmbedded -enable-experimental-feature Embedded -I $(FAST_BUILD) -I Include \
	  $(C_MAPS) -Xcc -fPIC -module-name $* -emit-module -emit-module-path $(@:.o=.swiftmodule) -c $(filter %.swift,$^) -o $@

vpath %.c $(C_MODULES)
$(FAST_SHIM): $(FAST_BUILD)/%.o: %.c $(C_HEADERS) $(NAME_SERVICES_NOTE) | $(FAST_BUILD)
	$(CC) -O1 -g -DPASSWORDRULES_EMBEDDED $(NAME_SERVICES_C) -fPIC $(WARNINGS) $(C_INCLUDES) -c -o $@ $<

$(FAST_BUILD):
	mkdir -p $@

$(OBJECT): $(FAST_MODULES) $(FAST_SHIM)
	$(LD) -r -o $@ $^
