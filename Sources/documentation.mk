# Renders the Swift module's documentation with the toolchain's DocC. Warnings are errors. A web server must serve the result:
#
#     python3 -m http.server -d build/documentation, then http://localhost:8000/documentation/passwordrules

CATALOGUE     := Sources/PasswordRules/PasswordRules.docc
DOCUMENTATION := $(BUILD)/documentation
SYMBOLS       := $(BUILD)/symbols/PasswordRules.symbols.json

$(SYMBOLS): $(ENGINE_SOURCES)
	mkdir -p $(@D)
	swiftc $(ENGINE_FLAGS) -emit-module -emit-module-path $(@D)/PasswordRules.swiftmodule \
	  -emit-symbol-graph -emit-symbol-graph-dir $(@D) -symbol-graph-skip-synthesized-members $(ENGINE_SOURCES)

.PHONY: documentation
documentation: $(SYMBOLS)
	@command -v docc > /dev/null || { echo "passwordrules: this Swift toolchain has no docc" >&2; exit 1; }
	docc convert $(CATALOGUE) --additional-symbol-graph-dir $(<D) --output-dir $(DOCUMENTATION) --warnings-as-errors
