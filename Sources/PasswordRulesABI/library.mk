# The library: Embedded Swift (Package.swift, trait Embedded), so that it needs nothing but libc.

LIBRARY := $(BUILD)/libpasswordrules.so.$(ABI)
# All code of the library, for the library and the module. With FAST=1 it is another file, so that each is made only once.
OBJECT  := $(BUILD)/$(if $(FAST),fast/)libpasswordrules.o
# Where the list of common passwords is, which presets name.
INSTALLED := $(BUILD)/installed.o
ENGINE  := $(shell find Sources/PasswordRules Sources/NameServices Sources/PasswordRulesSystem $(C_MODULES) \
             -name '*.docc' -prune -o -print) Package.swift
MAP     := Sources/PasswordRulesABI/libpasswordrules.map

# Packagers set this flag themselves, some of them to 3, and without optimization it is an error.
FORTIFY   := $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
               $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-D_FORTIFY_SOURCE=2))
HARDENING := -fstack-protector-strong $(FORTIFY)

# memory.c, in CPasswordRulesSystem, stands before libc's allocator: it serves what malloc refuses, and wipes what is freed.
WRAP := --wrap=posix_memalign --wrap=free
# How the library and the module are linked:
# --as-needed    what is linked but not used, such as libm, is not loaded
# -z defs        a symbol that nothing defines is an error here, not in passwd
# -z relro, now  the linker's tables are read-only from the first instruction on
# -z nodelete    what the library keeps for later calls survives dlclose
# --gc-sections  nothing that no exported function reaches
SHARED := -shared -Wl,--as-needed,-z,defs,-z,relro,-z,now,-z,nodelete,--gc-sections $(WRAP:%=-Wl,%) $(ARCH_LINK)

# For debuggers. Paths begin at this folder, so that the same sources make the same files wherever they lie. DWARF 4 is what Swift
# writes, and gdb 13 reads nothing where C's version 5 is linked with it. Of imported C headers Swift would name files in the
# compiler's cache; the option goes by -Xfrontend, because without it a second `swift build` ends with an error.
DEBUG_SWIFT := -file-prefix-map $(CURDIR)=. -Xfrontend -no-clang-module-breadcrumbs
DEBUG_C     := -ffile-prefix-map=$(CURDIR)=. -gdwarf-4
DEBUG       := $(addprefix -Xswiftc ,$(DEBUG_SWIFT)) $(addprefix -Xcc ,$(DEBUG_C))

# NAME_SERVICES=no leaves out the code that loads the services of nsswitch.conf (Sources/CNameServices/README.md). The first build
# in a folder notes which it is, and later targets build and install the same; yes decides anew.
NAME_SERVICES       ?=
NAME_SERVICES_NOTE  := $(NATIVE_BUILD)/name-services
HAS_NAME_SERVICES   := $(or $(NAME_SERVICES),$(file < $(NAME_SERVICES_NOTE)),yes)
ifneq ($(filter-out yes no,$(HAS_NAME_SERVICES)),)
$(error NAME_SERVICES must be yes or no, not "$(HAS_NAME_SERVICES)")
endif
WITHOUT_NAME_SERVICES := $(filter no,$(HAS_NAME_SERVICES))
NAME_SERVICES_C       := $(WITHOUT_NAME_SERVICES:no=-DPASSWORDRULES_WITHOUT_NAME_SERVICES)

$(NAME_SERVICES_NOTE): always | $(NATIVE_BUILD)
	@echo '$(HAS_NAME_SERVICES)' | Sources/Packaging/update-file $@

# All of Swift and C is compiled at once, when it is linked (full LTO), from the exported functions down.
# -Osize, -Os       the code is for a library that every passwd and sshd loads
# --gc-sections     nothing that no exported function reaches
# --version-script  says which functions are exported, so that all others can be optimized together
OPTIMIZE_SWIFT := -Osize
OPTIMIZE_C     := -Os
LTO            := --gc-sections $(WRAP) --version-script=$(CURDIR)/$(MAP) $(addprefix -mllvm ,$(ARCH_LTO))

# The object that comes out is what is linked below, by the compiler of C, since `sudo make install` may have no Swift.
ifdef FAST
include Sources/PasswordRulesABI/fast.mk
else ifdef CROSS
include Sources/PasswordRulesABI/arm64.mk
else
COMPILED := .build-embedded/libpasswordrules.o

$(OBJECT): $(ENGINE) $(MAP) $(wildcard Sources/PasswordRulesABI/*.swift) $(wildcard Include/*) $(NAME_SERVICES_NOTE) | $(BUILD)
	@Sources/check-toolchain
	swift build -c release --traits Embedded$(WITHOUT_NAME_SERVICES:no=,WithoutNameServices) --scratch-path .build-embedded --product passwordrules \
	  --disable-local-rpath --experimental-lto-mode full $(DEBUG) -Xswiftc -use-ld=lld \
	  $(addprefix -Xswiftc ,$(OPTIMIZE_SWIFT)) $(addprefix -Xcc ,$(OPTIMIZE_C) $(ARCH_CFLAGS)) $(UNVECTORIZED) $(UNVECTORIZED_LINK) \
	  $(addprefix -Xlinker ,--as-needed -lm $(LTO) --lto-obj-path=$(CURDIR)/$(COMPILED))
	cp $(COMPILED) $@
	$(ARCH_OBJECT)
endif

# Linked in last of all, so that another PREFIX needs no Swift.
$(INSTALLED): $(BUILD)/paths
	printf 'const char passwordrules_common_blocklist[] = "%s";\n' '$(DATADIR)/common.blocklist' | $(CC) -O2 -fPIC -c -xc -o $@ -

# Changes when FAST does: what is linked with the object, and the tool, are then made again.
OPTIMIZATION := $(NATIVE_BUILD)/optimization
$(OPTIMIZATION): always | $(NATIVE_BUILD)
	@echo '$(if $(FAST),none,whole)' | Sources/Packaging/update-file $@

$(LIBRARY): $(OBJECT) $(INSTALLED) $(MAP) $(OPTIMIZATION)
	$(CC) $(LDFLAGS) $(SHARED) -o $@ $(OBJECT) $(INSTALLED) -lm -Wl,--version-script=$(MAP),-soname,$(@F)

$(BUILD)/libpasswordrules.so: $(LIBRARY)
	ln -sf $(<F) $@
