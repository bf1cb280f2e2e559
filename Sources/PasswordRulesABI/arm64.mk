# `make ARCH=arm64` on x86-64. Swift's toolchain for x86-64 has no standard library for arm64 Linux, but it has one for
# machines without an operating system. For Embedded Swift the two are the same. So the modules are compiled to bitcode for
# such a machine, and the linker compiles the bitcode for Linux, together with the C sources. library.mk explains the flags.

# Debian's packages for arm64 that compiling, linking and the tests need.
SYSROOT_PACKAGES := libc6 libc6-dev linux-libc-dev libpam0g libpam0g-dev libcrypt1 libcrypt-dev libaudit1 libcap-ng0 libcmocka0 libcmocka-dev
ifneq ($(AARCH64_TOOLCHAIN),)
# The tool contains Swift's standard library, which is partly C++.
SYSROOT_PACKAGES += libgcc-s1 libstdc++6 $(patsubst %,%-$(shell $(CC) -dumpversion)-dev,libgcc libstdc++)
endif

$(SYSROOT):
	@command -v $(firstword $(CC)) >/dev/null || { \
	  echo "passwordrules: $(firstword $(CC)) is missing: apt-get install gcc-$(TRIPLE)" >&2; exit 1; }
	debian/make-sysroot $(ARCH) $@ $(SYSROOT_PACKAGES)

BITCODE := $(BUILD)/bitcode
PARTS   := $(patsubst %,$(BITCODE)/%.o,$(notdir $(C_SOURCES)) $(SWIFT_MODULES))

$(BITCODE):
	mkdir -p $@

vpath %.c $(C_MODULES)
$(BITCODE)/%.c.o: %.c $(C_HEADERS) $(NAME_SERVICES_NOTE) | $(BITCODE) $(SYSROOT)
	clang --target=$(TRIPLE) --sysroot=$(SYSROOT) -DPASSWORDRULES_EMBEDDED $(NAME_SERVICES_C) $(C_INCLUDES) -Wall -Wextra -Werror -fPIC -g \
	  $(DEBUG_C) $(OPTIMIZE_C) $(ARCH_CFLAGS) $(UNVECTORIZED_C) -fno-omit-frame-pointer -flto=full -c -o $@ $<

# Each module imports earlier ones.
$(BITCODE)/PasswordRulesABI.o: $(BITCODE)/PasswordRulesSystem.o
$(BITCODE)/PasswordRulesSystem.o: $(BITCODE)/NameServices.o
$(BITCODE)/NameServices.o: $(BITCODE)/PasswordRules.o

$(SWIFT_MODULES:%=$(BITCODE)/%.o): $(BITCODE)/%.o: $(ENGINE) | $(BITCODE) $(SYSROOT)
	@Sources/check-toolchain aarch64-none-none-elf
	swiftc -target aarch64-none-none-elf -module-name $* -emit-module -emit-module-path $(BITCODE)/$*.swiftmodule \
	  -c $$(find Sources/$* -name '*.swift' | sort) -o $@ -lto=llvm-full -g $(LANGUAGE_FLAGS) -DEmbedded \
	  -enable-experimental-feature Embedded -I $(BITCODE) \
	  $(C_MAPS) -Xcc -fmodule-map-file=$(CURDIR)/Include/module.modulemap \
	  $(DEBUG_SWIFT) $(OPTIMIZE_SWIFT) -Xllvm $(UNVECTORIZED_LLVM) $(addprefix -Xcc ,-fPIC $(DEBUG_C) $(OPTIMIZE_C) $(ARCH_CFLAGS) -fno-omit-frame-pointer \
	    -isystem $(SYSROOT)/usr/include/$(TRIPLE) -isystem $(SYSROOT)/usr/include)

$(BITCODE)/PasswordRulesABI.o: $(wildcard Sources/PasswordRulesABI/*.swift Include/*)

$(OBJECT): $(PARTS) $(MAP)
	clang --target=$(TRIPLE) --sysroot=$(SYSROOT) -fuse-ld=lld -nostdlib -shared -flto=full -Os -Wno-override-module \
	  -o $(BITCODE)/linked.so $(PARTS) -lc $(addprefix -Xlinker ,$(LTO) -mllvm $(UNVECTORIZED_LLVM) --lto-obj-path=$@)
	$(ARCH_OBJECT)
