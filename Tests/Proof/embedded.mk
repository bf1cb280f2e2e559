# Compiles the library's modules as Embedded Swift for TARGET into OUT. The including Makefile links them with the C sources.

ROOT    := $(abspath ../../..)
MODULES := $(SWIFT_MODULES:%=$(OUT)/%.o)

sources        = $(shell find $(ROOT)/Sources/$(1) -name '*.swift')
compile_module = swiftc -target $(TARGET) -Osize $(LANGUAGE_FLAGS) \
                 -enable-experimental-feature Embedded -I $(OUT) -I $(ROOT)/Include \
                 $(C_MAPS) -module-name $(basename $(@F)) \
                 -Xfrontend -function-sections -emit-module -emit-module-path $(@:.o=.swiftmodule) -c $(filter %.swift,$^) -o $@

$(OUT)/PasswordRules.o: $(call sources,PasswordRules) $(MAKEFILE_LIST) | $(OUT)
	$(compile_module)
$(OUT)/NameServices.o: $(call sources,NameServices) $(OUT)/PasswordRules.o
	$(compile_module)
$(OUT)/PasswordRulesSystem.o: $(call sources,PasswordRulesSystem) $(OUT)/NameServices.o
	$(compile_module)
$(OUT)/PasswordRulesABI.o: $(call sources,PasswordRulesABI) $(OUT)/PasswordRulesSystem.o $(wildcard $(ROOT)/Include/*.h)
	$(compile_module)

$(OUT):
	mkdir -p $@
