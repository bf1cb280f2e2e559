# What is the same in several files, such as the numbers of statuses, the functions and the version: `make generate` writes the
# copies, and every build fails where one differs. generate.py says where each fact has its one place.

DECLARED := $(NATIVE_BUILD)/declared.tsv
GENERATE := $(PYTHON) -B Sources/Interface/generate.py

.PHONY: generate check-generated
generate:
# Swift is compiled after what is generated for it.
	$(GENERATE)
	@$(MAKE) --no-print-directory $(DECLARED)
	$(GENERATE) $(DECLARED)

check-generated: $(DECLARED)
	@$(GENERATE) --check $(DECLARED)

# Compiled with the flags of the tool, with which it has all of its modules in common.
$(DECLARED): $(ENGINE) Sources/Interface/main.swift | $(NATIVE_BUILD)
	@$(GENERATE) --check
	@Sources/check-toolchain
	swift build $(if $(FAST),,-c release $(TOOL_FLAGS)) $(TOOL_TRAITS) --product PasswordRulesInterface
	.build/$(if $(FAST),debug,release)/PasswordRulesInterface > $@.new && mv $@.new $@
