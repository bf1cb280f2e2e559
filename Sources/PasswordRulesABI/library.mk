# The library: Embedded Swift (Package.swift, trait Embedded), so that it needs nothing but libc.

# Packagers set this flag themselves, some of them to 3, and without optimization it is an error.
FORTIFY   := $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
               $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-D_FORTIFY_SOURCE=2))
HARDENING := -fstack-protector-strong $(FORTIFY)

LIBRARY := $(BUILD)/libpasswordrules.so.$(ABI)
ARCHIVE := $(BUILD)/libpasswordrules.a
# Where the list of common passwords is, which presets name.
INSTALLED := $(BUILD)/installed.o
ENGINE  := $(shell find Sources/PasswordRules Sources/PasswordRulesSystem Sources/CPasswordRulesSystem) Package.swift
MAP     := Sources/PasswordRulesABI/libpasswordrules.map

RESOURCES := $(shell swiftc -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
comma := ,
space := $(subst ,, )
# Relocations in an eighth of the room, which dynamic linkers understand since glibc 2.36.
RELR := $(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "-z pack-relative-relocs" }')
# Memory that runs out and memory that is freed are memory.c's matter, in Sources/CPasswordRulesSystem.
WRAP := --wrap=posix_memalign --wrap=free
SCRIPT := $(MAP:.map=.ld)
# The library and the module are linked by the linker that comes with Swift, and with nothing that runs when they are loaded:
# neither has constructors. What is the same stands once, code and constants alike. `sudo make install` may have no Swift on its
# PATH and has the module to link, so where its tools are is written down.
TOOLS := $(if $(RESOURCES),$(abspath $(RESOURCES)/../../bin),$(shell cat $(BUILD)/tools 2>/dev/null))
SHARED := -shared -nostartfiles -B$(TOOLS) -fuse-ld=lld \
          -Wl,--as-needed,-z,defs,-z,relro,-z,now,-z,nodelete,--gc-sections,--icf=all,--ignore-data-address-equality,-T,$(SCRIPT),-s \
          -Wl,$(subst $(space),$(comma),$(strip $(RELR) $(WRAP)))

# All of Swift and C is translated at once, when it is linked, as far as the exported functions need it: that is smaller than by
# modules, and faster. -Osize does not reach the linker, so the threshold tells it that code which is called from several places
# stands once. What comes out is linked again, because the linker looks for what is the same among constants only, and to Swift
# the descriptions of its types are variables, though they never change. An archive holds it, for the module too.
OBJECT := .build-embedded/passwordrules.o

$(ARCHIVE): $(ENGINE) $(MAP) $(SCRIPT) $(wildcard Sources/PasswordRulesABI/*.swift) $(wildcard Include/*) | $(BUILD)
	@Sources/check-toolchain
	swift build -c release --traits Embedded --scratch-path .build-embedded --product passwordrules \
	  --disable-local-rpath --experimental-lto-mode full -Xswiftc -use-ld=lld -Xswiftc -Osize -Xcc -Os -Xcc -fno-asynchronous-unwind-tables \
	  $(addprefix -Xlinker ,--as-needed -lm --gc-sections -mllvm -inline-threshold=10 $(WRAP) --version-script=$(CURDIR)/$(MAP) \
	    --lto-obj-path=$(CURDIR)/$(OBJECT).all)
	readelf --wide --sections $(OBJECT).all | sed -n > $(OBJECT).constants \
	  's/^ *\[ *[0-9]*\] \(\.data\.\($$e[^ ]*N\|$$es23_swiftEmptyArrayStorage[^ ]*\)\) .*/--rename-section=\1=.data.rel.ro/p'
	objcopy --strip-debug @$(OBJECT).constants $(OBJECT).all $(OBJECT)
	rm -f $(ARCHIVE)
	ar crsD $(ARCHIVE) $(OBJECT)
	echo $(TOOLS) > $(BUILD)/tools

# Linked in last of all, so that another PREFIX needs no Swift: `sudo make install` may have none.
$(INSTALLED): $(BUILD)/paths
	printf 'const char passwordrules_common_blocklist[] = "%s";\n' '$(DATADIR)/common.blocklist' | $(CC) -O2 -fPIC -c -xc -o $@ -

$(LIBRARY): $(ARCHIVE) $(INSTALLED) $(MAP) $(SCRIPT)
	$(CC) $(SHARED) -o $@ -Wl,--whole-archive $(ARCHIVE) -Wl,--no-whole-archive $(INSTALLED) -lm \
	  -Wl,--version-script=$(MAP),-soname,libpasswordrules.so.$(ABI)

$(BUILD)/libpasswordrules.so: $(LIBRARY)
	ln -sf $(<F) $@
