# For which architecture library and module are built, in Debian's names: the machine's, or ARCH=arm64 on x86-64, which
# PasswordRulesABI/arm64.mk compiles. A build on an arm64 machine takes the same flags; it has not been run yet.

NATIVE := $(patsubst aarch64,arm64,$(patsubst x86_64,amd64,$(shell uname -m)))
ARCH   ?= $(NATIVE)
CROSS  := $(if $(filter $(NATIVE),$(ARCH)),,$(ARCH))
ifneq ($(filter-out amd64-arm64,$(CROSS:%=$(NATIVE)-%)),)
$(error ARCH must be $(NATIVE)$(if $(filter amd64,$(NATIVE)), or arm64), not "$(ARCH)")
endif

# Programs that run while the rest is built, and files that are the same for all architectures.
NATIVE_BUILD := $(BUILD)

ifdef CROSS
override BUILD := $(NATIVE_BUILD)/$(ARCH)
TRIPLE  := aarch64-linux-gnu
# What Debian's packages bring to compile and to link against; debian/make-sysroot makes it.
SYSROOT := $(abspath $(or $(ARM64_SYSROOT),$(BUILD)/sysroot))
CC      := $(TRIPLE)-gcc --sysroot=$(SYSROOT)
OBJCOPY := $(TRIPLE)-objcopy
# Were it in the environment, it would be for programs of this machine.
unexport CC
else
OBJCOPY := objcopy
endif

ifeq ($(ARCH),arm64)
# Otherwise atomic operations call libgcc, which has a function for them that runs when the library is loaded.
ARCH_CFLAGS := -mno-outline-atomics
# Otherwise variables have no sections of their own, and constants are not told apart from what is written.
ARCH_LTO    := -aarch64-enable-global-merge=false
# Kernels of arm64 have pages of 4, 16 or 64 KiB. What the dynamic linker makes read-only ends where a page of any size ends.
ARCH_LINK   := -Wl,-z,separate-code,-z,max-page-size=65536,-z,common-page-size=65536
# Of the library's variables with a first value none is written: they are classes' descriptions, with pointers to code.
# Those that are written begin as zeros.
ARCH_OBJECT  = readelf --wide --sections $@ | \
  sed -n 's/^ *\[ *[0-9]*\] \(\.data\.[^ ]*\) .*/\1/p' | sed '/^\.data\.rel\.ro/d; s/.*/--rename-section=&=.data.rel.ro/' \
  > $@.constants && $(OBJCOPY) @$@.constants $@
endif
