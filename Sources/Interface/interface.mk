# Facts that several files share, such as numbers of statuses, functions and the version: `make generate`
# writes the copies, and every build fails if one differs. generate.py names the source of each fact.

DECLARED := $(NATIVE_BUILD)/declared.tsv
GENERATE := $(PYTHON) -B Sources/Interface/generate.py

.PHONY: generate check-generated
generate:
# The first run writes the copies that do not need Swift, so that the Swift sources compile.
	$(GENERATE)
	@$(MAKE) --no-print-directory $(DECLARED)
	$(GENERATE) $(DECLARED)

check-generated: $(DECLARED)
	@$(GENERATE) --check $(DECLARED)

# Compiled with the flags of the tool, because it uses the same modules.
$(DECLARED): $(ENGINE) Sources/Interface/main.swift | $(NATIVE_BUILD)
	@$(GENERATE) --check
	@Sources/check-toolchain
	swift build $(if $(FAST),,-c release $(TOOL_FLAGS)) $(TOOL_TRAITS) --product PasswordRulesInterface
	.build/$(if $(FAST),debug,release)/PasswordRulesInterface > $@.new && mv $@.new $@
