# The architecture of library and module, by Debian's name: the machine's, or ARCH=arm64 on x86-64, which
# PasswordRulesABI/arm64.mk compiles. A build on an arm64 machine has the same flags; nobody has run it yet.

NATIVE := $(patsubst aarch64,arm64,$(patsubst x86_64,amd64,$(shell uname -m)))
ARCH   ?= $(NATIVE)
CROSS  := $(if $(filter $(NATIVE),$(ARCH)),,$(ARCH))
ifneq ($(filter-out amd64-arm64,$(CROSS:%=$(NATIVE)-%)),)
$(error ARCH must be $(NATIVE)$(if $(filter amd64,$(NATIVE)), or arm64), not "$(ARCH)")
endif

# Programs that the build runs, and files that are the same for all architectures.
NATIVE_BUILD := $(BUILD)

ifdef CROSS
override BUILD := $(NATIVE_BUILD)/$(ARCH)
TRIPLE  := aarch64-linux-gnu
# Headers and libraries from Debian's packages; debian/make-sysroot makes it.
SYSROOT := $(abspath $(or $(ARM64_SYSROOT),$(BUILD)/sysroot))
CC      := $(TRIPLE)-gcc --sysroot=$(SYSROOT)
OBJCOPY := $(TRIPLE)-objcopy
# In the environment, CC would be for programs of this machine.
unexport CC
else
OBJCOPY := objcopy
endif

ifeq ($(ARCH),arm64)
# Otherwise atomic operations use libgcc, which runs a function when the library is loaded.
ARCH_CFLAGS := -mno-outline-atomics
# Otherwise variables have no sections of their own, so constants cannot be separated from variables.
ARCH_LTO    := -aarch64-enable-global-merge=false
# Kernels of arm64 have pages of 4, 16 or 64 KiB. The part that the dynamic linker makes read-only must end at
# a page of any size.
ARCH_LINK   := -Wl,-z,separate-code,-z,max-page-size=65536,-z,common-page-size=65536
# The library's variables with an initial value are never written: they are descriptions of classes, with
# pointers to code. Variables that are written begin as zeros.
ARCH_OBJECT  = readelf --wide --sections $@ | \
  sed -n 's/^ *\[ *[0-9]*\] \(\.data\.[^ ]*\) .*/\1/p' | sed '/^\.data\.rel\.ro/d; s/.*/--rename-section=&=.data.rel.ro/' \
  > $@.constants && $(OBJCOPY) @$@.constants $@
endif
