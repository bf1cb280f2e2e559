# The architecture of library and module, by Debian's name: the machine's own, or ARCH=arm64 on x86-64, for which
# PasswordRulesABI/arm64.mk cross-compiles. A build on an arm64 machine has the same flags; nobody has run one yet.

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
# A folder with headers and libraries of Debian's packages, which debian/make-sysroot makes.
SYSROOT := $(abspath $(or $(ARM64_SYSROOT),$(BUILD)/sysroot))
CC      := $(TRIPLE)-gcc --sysroot=$(SYSROOT)
OBJCOPY := $(TRIPLE)-objcopy
# Programs that the build runs use the environment's CC, which must not be the cross compiler.
unexport CC
else
OBJCOPY := objcopy
endif

ifeq ($(ARCH),arm64)
# Without this flag, atomic operations use libgcc, which runs a function when the library is loaded.
ARCH_CFLAGS := -mno-outline-atomics
# Without this flag, variables share sections, so that constants cannot be separated from variables.
ARCH_LTO    := -aarch64-enable-global-merge=false
# Kernels of arm64 have pages of 4, 16 or 64 KiB. The part that the dynamic linker makes read-only must end at the end of a
# page of any of these sizes.
ARCH_LINK   := -Wl,-z,separate-code,-z,max-page-size=65536,-z,common-page-size=65536
# Variables with an initial value are moved to the read-only part. The library never writes to them, because they are
# descriptions of classes, with pointers to code. All variables that it writes to begin as zeros.
ARCH_OBJECT  = readelf --wide --sections $@ | \
  sed -n 's/^ *\[ *[0-9]*\] \(\.data\.[^ ]*\) .*/\1/p' | sed '/^\.data\.rel\.ro/d; s/.*/--rename-section=&=.data.rel.ro/' \
  > $@.constants && $(OBJCOPY) @$@.constants $@
endif
