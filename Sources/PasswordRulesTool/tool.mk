# The tool: ordinary Swift, with the standard library linked in.

TOOL        := $(BUILD)/passwordrules
COMPLETIONS := $(addprefix $(BUILD)/completions/passwordrules.,bash zsh fish)

# The source package brings the tool's one dependency along; Package.swift takes it from there.
VENDORED := $(wildcard vendor/swift-argument-parser)
ifneq ($(VENDORED),)
export PASSWORDRULES_ARGUMENT_PARSER := $(VENDORED)
endif
ARGUMENT_PARSER := $(or $(VENDORED),.build/checkouts/swift-argument-parser)

$(ARGUMENT_PARSER):
	swift package resolve

$(TOOL): $(ENGINE) $(shell find $(addprefix Sources/,PasswordRulesTool PasswordRulesBlocklist PasswordRulesImport \
         PasswordRulesTerminal CPasswordRulesTerminal)) | $(BUILD)
	@Sources/check-toolchain
	swift build -c release --product passwordrules-tool --static-swift-stdlib --disable-local-rpath $(DEBUG) \
	  -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker -z -Xlinker now
	install -m 755 .build/release/passwordrules-tool $@

# Shells read these and do not run them, so they name no interpreter.
$(BUILD)/completions/passwordrules.%: $(TOOL)
	mkdir -p $(@D)
	$(TOOL) --generate-completion-script $* | sed '1{/^#!/d}' > $@
