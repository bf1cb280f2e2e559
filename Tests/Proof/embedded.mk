# The library's modules of Embedded Swift, compiled for TARGET into OUT. What includes this file links them with C.

ROOT    := $(abspath ../../..)
MODULES := $(addprefix $(OUT)/,PasswordRules.o PasswordRulesSystem.o PasswordRulesABI.o)

sources        = $(shell find $(ROOT)/Sources/$(1) -name '*.swift')
compile_module = swiftc -target $(TARGET) -Osize $(LANGUAGE_FLAGS) \
                 -enable-experimental-feature Embedded -I $(OUT) -I $(ROOT)/Include \
                 -Xcc -fmodule-map-file=$(ROOT)/Sources/CPasswordRulesSystem/include/module.modulemap -module-name $(basename $(@F)) \
                 -Xfrontend -function-sections -emit-module -emit-module-path $(@:.o=.swiftmodule) -c $(filter %.swift,$^) -o $@

$(OUT)/PasswordRules.o: $(call sources,PasswordRules) $(MAKEFILE_LIST) | $(OUT)
	$(compile_module)
$(OUT)/PasswordRulesSystem.o: $(call sources,PasswordRulesSystem) $(OUT)/PasswordRules.o
	$(compile_module)
$(OUT)/PasswordRulesABI.o: $(call sources,PasswordRulesABI) $(OUT)/PasswordRulesSystem.o $(wildcard $(ROOT)/Include/*.h)
	$(compile_module)

$(OUT):
	mkdir -p $@
