# The library: Embedded Swift (Package.swift, trait Embedded), so that it needs only libc.

LIBRARY := $(BUILD)/libpasswordrules.so.$(ABI)
# The object file that is linked into both library and module. FAST=1 uses a separate file, so that each is built only once.
OBJECT  := $(BUILD)/$(if $(FAST),fast/)libpasswordrules.o
# The path of the list of common passwords, which presets name.
INSTALLED := $(BUILD)/installed.o
ENGINE  := $(shell find Sources/PasswordRules Sources/NameServices Sources/PasswordRulesSystem $(C_MODULES) \
             -name '*.docc' -prune -o -print) Package.swift
MAP     := Sources/PasswordRulesABI/libpasswordrules.map

# Packagers may set _FORTIFY_SOURCE themselves, some to 3. Without optimization, the flag is an error.
FORTIFY   := $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
               $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-D_FORTIFY_SOURCE=2))
HARDENING := -fstack-protector-strong $(FORTIFY)

# memory.c, in CPasswordRulesSystem, wraps libc's allocator: it provides memory if malloc fails, and wipes
# memory before it is freed.
WRAP := --wrap=posix_memalign --wrap=free
# How the library and the module are linked:
# --as-needed    does not load unused libraries, such as libm
# -z defs        makes an undefined symbol an error here, not in passwd
# -z relro, now  makes the linker's tables read-only before any code runs
# -z nodelete    keeps the library's state after dlclose
# --gc-sections  removes code that no exported function reaches
SHARED := -shared -Wl,--as-needed,-z,defs,-z,relro,-z,now,-z,nodelete,--gc-sections $(WRAP:%=-Wl,%) $(ARCH_LINK)

# Flags for debuggers. Paths in debug information are relative to the top folder, so that the result does not depend on its
# place. Swift writes DWARF 4, which gdb 13 cannot read if DWARF 5 of C is linked with it, so C also writes DWARF 4.
# -no-clang-module-breadcrumbs keeps paths of the compiler's cache out of the debug information. It needs -Xfrontend, because
# otherwise a second `swift build` ends with an error.
DEBUG_SWIFT := -file-prefix-map $(CURDIR)=. -Xfrontend -no-clang-module-breadcrumbs
DEBUG_C     := -ffile-prefix-map=$(CURDIR)=. -gdwarf-4
DEBUG       := $(addprefix -Xswiftc ,$(DEBUG_SWIFT)) $(addprefix -Xcc ,$(DEBUG_C))

# NAME_SERVICES=no leaves out the code that loads the services of nsswitch.conf
# (Sources/CNameServices/README.md). The first build in a folder notes the choice, which later builds and installations keep.
# NAME_SERVICES=yes undoes the choice.
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

# Swift and C are optimized together by the linker (full LTO), starting from the exported functions.
# -Osize, -Os       optimizes for size, because every passwd and sshd loads the library
# --gc-sections     removes code that no exported function reaches
# --version-script  names the exported functions, so that all others can be optimized together
OPTIMIZE_SWIFT := -Osize
OPTIMIZE_C     := -Os
LTO            := --gc-sections $(WRAP) --version-script=$(CURDIR)/$(MAP) $(addprefix -mllvm ,$(ARCH_LTO))

# The C compiler links the resulting object below, because `sudo make install` may have no Swift.
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

# Linked last, so that a new PREFIX needs no Swift.
$(INSTALLED): $(BUILD)/paths
	printf 'const char passwordrules_common_blocklist[] = "%s";\n' '$(DATADIR)/common.blocklist' | $(CC) -O2 -fPIC -c -xc -o $@ -

# This file changes with FAST, so that the tool, and all files that the object is linked into, are made again.
OPTIMIZATION := $(NATIVE_BUILD)/optimization
$(OPTIMIZATION): always | $(NATIVE_BUILD)
	@echo '$(if $(FAST),none,whole)' | Sources/Packaging/update-file $@

$(LIBRARY): $(OBJECT) $(INSTALLED) $(MAP) $(OPTIMIZATION)
	$(CC) $(LDFLAGS) $(SHARED) -o $@ $(OBJECT) $(INSTALLED) -lm -Wl,--version-script=$(MAP),-soname,$(@F)

$(BUILD)/libpasswordrules.so: $(LIBRARY)
	ln -sf $(<F) $@
