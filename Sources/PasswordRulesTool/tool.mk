# The tool `passwordrules`, in ordinary Swift with the standard library linked in.

TOOL        := $(NATIVE_BUILD)/passwordrules
COMPLETIONS := $(addprefix $(NATIVE_BUILD)/completions/passwordrules.,bash zsh fish)

# The tool that is installed. For arm64, it is built only with AARCH64_TOOLCHAIN: the path, up to and including usr, of
# swift.org's toolchain for aarch64 and this system, in the version of the compiler here. Nobody has run that build yet.
AARCH64_TOOLCHAIN ?=
SHIPPED_TOOL := $(if $(CROSS),$(if $(AARCH64_TOOLCHAIN),$(BUILD)/passwordrules),$(TOOL))

# The source package contains the tool's only dependency, and Package.swift takes it from there.
VENDORED := $(wildcard vendor/swift-argument-parser)
ifneq ($(VENDORED),)
export PASSWORDRULES_ARGUMENT_PARSER := $(VENDORED)
endif
ARGUMENT_PARSER := $(or $(VENDORED),.build/checkouts/swift-argument-parser)

$(ARGUMENT_PARSER):
	swift package resolve

TOOL_TRAITS := $(WITHOUT_NAME_SERVICES:no=--traits WithoutNameServices)
TOOL_FLAGS := --static-swift-stdlib --disable-local-rpath $(DEBUG) $(UNVECTORIZED) -Xswiftc -use-ld=lld -Xlinker --gc-sections \
  -Xlinker -z -Xlinker now

$(TOOL): $(ENGINE) $(shell find $(addprefix Sources/,PasswordRulesTool PasswordRulesLists PasswordRulesImport \
         PasswordRulesTerminal CPasswordRulesTerminal) pam/Hashes) $(OPTIMIZATION) $(NAME_SERVICES_NOTE) | $(NATIVE_BUILD)
	@Sources/check-toolchain
ifdef FAST
	swift build --product passwordrules-tool $(TOOL_TRAITS)
	install -m 755 .build/debug/passwordrules-tool $@
else
	swift build -c release --product passwordrules-tool $(TOOL_TRAITS) $(TOOL_FLAGS)
	install -m 755 .build/release/passwordrules-tool $@
endif

# Shells read the completions and do not run them as programs, so the line that names an interpreter is removed.
$(NATIVE_BUILD)/completions/passwordrules.%: $(TOOL)
	mkdir -p $(@D)
	$(TOOL) --generate-completion-script $* | sed '1{/^#!/d}' > $@

ifdef CROSS
$(BUILD)/destination.json: | $(BUILD)
	printf '{"version": 1, "target": "aarch64-unknown-linux-gnu", "sdk": "%s", "toolchain-bin-dir": "%s", "extra-cc-flags": [],\
	  "extra-cpp-flags": [], "extra-swiftc-flags": ["-static-stdlib", "-resource-dir", "%s/lib/swift_static"]}\n' \
	  '$(SYSROOT)' "$$(dirname "$$(command -v swiftc)")" '$(AARCH64_TOOLCHAIN)' > $@

$(BUILD)/passwordrules: $(TOOL) $(BUILD)/destination.json | $(SYSROOT)
	swift build -c release --product passwordrules-tool $(TOOL_TRAITS) --destination $(BUILD)/destination.json --scratch-path .build-$(ARCH) \
	  --disable-local-rpath $(DEBUG) -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker -z -Xlinker now
	install -m 755 .build-$(ARCH)/release/passwordrules-tool $@
endif
