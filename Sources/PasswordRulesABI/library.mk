# The library: Embedded Swift (Package.swift, trait Embedded), so that it needs nothing but libc.

LIBRARY := $(BUILD)/libpasswordrules.so.$(ABI)
# All code of the library, for the library and the module.
OBJECT  := $(BUILD)/libpasswordrules.o
# Where the list of common passwords is, which presets name.
INSTALLED := $(BUILD)/installed.o
ENGINE  := $(shell find $(addprefix Sources/,PasswordRules PasswordRulesSystem CPasswordRulesSystem) \
             -name '*.docc' -prune -o -print) Package.swift
MAP     := Sources/PasswordRulesABI/libpasswordrules.map

# Packagers set this flag themselves, some of them to 3, and without optimization it is an error.
FORTIFY   := $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
               $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-D_FORTIFY_SOURCE=2))
HARDENING := -fstack-protector-strong $(FORTIFY)

# memory.c, in CPasswordRulesSystem, stands before libc's allocator: it serves what malloc refuses, and wipes what is freed.
WRAP := --wrap=posix_memalign --wrap=free
# How the library and the module are linked. Once loaded they stay, because what they keep for later calls would be lost.
# Relocations are not packed, which would save 8 KB: dynamic linkers read such ones since glibc 2.36. The compiler's start files
# would only look up five functions, most of them nowhere to be found, which is 4 % of the time that loading takes: nothing here
# is constructed before the first call, or destroyed after the last.
SHARED := -shared -nostartfiles -Wl,--as-needed,-z,defs,-z,relro,-z,now,-z,nodelete,--gc-sections $(WRAP:%=-Wl,%) $(ARCH_LINK)

# For debuggers. Paths begin at this folder, so that the same sources make the same files wherever they lie. DWARF 4 is what Swift
# writes, and gdb 13 reads nothing where C's version 5 is linked with it. Of imported C headers Swift would name files in the
# compiler's cache; the option goes by -Xfrontend, because without it a second `swift build` ends with an error.
DEBUG_SWIFT := -file-prefix-map $(CURDIR)=. -Xfrontend -no-clang-module-breadcrumbs
DEBUG_C     := -ffile-prefix-map=$(CURDIR)=. -gdwarf-4
DEBUG       := $(addprefix -Xswiftc ,$(DEBUG_SWIFT)) $(addprefix -Xcc ,$(DEBUG_C))

# All of Swift and C is compiled at once, when it is linked, as far as the exported functions need it: that is smaller than by
# modules, and faster. -Osize does not reach the linker, so the threshold tells it that code which is called from several places
# stands once: 11 KB less. Nor is a function made for each closure that it is called with: `export`, which most exported
# functions call with their bodies, would be there 30 times, 1 KB more. Nothing is inlined into functions of more than 10 basic
# blocks, instead of 400: 17 KB less, for which reading a descriptor takes 10 % more instructions, and counting 28 %. Nothing is
# moved out of loops once code is made of them, 2 KB less. Tables of jumps are for ten cases or more: 1 KB of them less, and calls
# that are faster by up to 8 %. Traps of one function stand once, 4 KB less, and so do functions and
# pieces of functions that are the same, 8 KB less. Functions that are only alike stay apart: one for both of them, which calls
# what differs by its address, made checks of 16 bytes 10 % slower. Tables for unwinding would be 34 KB more: nothing throws, and
# debuggers have tables of their own.
SIZE_SWIFT := -Osize $(addprefix -Xllvm ,-sil-disable-pass=closure-specialize -sil-inline-overall-caller-block-limit=10 \
  -swiftmergefunc-threshold=0) -Xfrontend -mergeable-traps
SIZE_C     := -Oz -fno-asynchronous-unwind-tables
LTO        := --gc-sections $(WRAP) --version-script=$(CURDIR)/$(MAP) \
  $(addprefix -mllvm ,-inline-threshold=0 -enable-merge-functions -enable-machine-outliner=always \
    -disable-machine-licm -min-jump-table-entries=10 $(ARCH_LTO))

# The object that comes out is what is linked below, by the compiler of C, since `sudo make install` may have no Swift.
ifdef CROSS
include Sources/PasswordRulesABI/arm64.mk
else
COMPILED := .build-embedded/libpasswordrules.o

$(OBJECT): $(ENGINE) $(MAP) $(wildcard Sources/PasswordRulesABI/*.swift) $(wildcard Include/*) | $(BUILD)
	@Sources/check-toolchain
	swift build -c release --traits Embedded --scratch-path .build-embedded --product passwordrules \
	  --disable-local-rpath --experimental-lto-mode full $(DEBUG) -Xswiftc -use-ld=lld \
	  $(addprefix -Xswiftc ,$(SIZE_SWIFT)) $(addprefix -Xcc ,$(SIZE_C) $(ARCH_CFLAGS)) $(UNVECTORIZED) $(UNVECTORIZED_LINK) \
	  $(addprefix -Xlinker ,--as-needed -lm $(LTO) --lto-obj-path=$(CURDIR)/$(COMPILED))
	cp $(COMPILED) $@
	$(ARCH_OBJECT)
endif

# Linked in last of all, so that another PREFIX needs no Swift.
$(INSTALLED): $(BUILD)/paths
	printf 'const char passwordrules_common_blocklist[] = "%s";\n' '$(DATADIR)/common.blocklist' | $(CC) -O2 -fPIC -c -xc -o $@ -

$(LIBRARY): $(OBJECT) $(INSTALLED) $(MAP)
	$(CC) $(LDFLAGS) $(SHARED) -o $@ $(OBJECT) $(INSTALLED) -lm -Wl,--version-script=$(MAP),-soname,$(@F)

$(BUILD)/libpasswordrules.so: $(LIBRARY)
	ln -sf $(<F) $@
