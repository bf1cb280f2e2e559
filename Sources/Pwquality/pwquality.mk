# The replacements for libpwquality and its programs, in C, which use only the public header. They are built into a separate
# folder, so that a program that finds our library in BUILD still finds Debian's libpwquality.

PWQUALITY_OUT     := $(BUILD)/pwquality
PWQUALITY_LIBRARY := $(PWQUALITY_OUT)/libpwquality.so.1
PWQUALITY_TOOLS   := $(PWQUALITY_OUT)/pwscore $(PWQUALITY_OUT)/pwmake
PWQUALITY_ALL     := $(if $(CROSS),,$(PWQUALITY_LIBRARY) $(PWQUALITY_TOOLS))
PWQUALITY_SOURCES := $(addprefix Sources/Pwquality/,settings.c own_file.c policy.c text.c check.c score.c generate.c) \
  Sources/Plugins/Common/language.c
PWQUALITY_HEADERS := $(wildcard Sources/Pwquality/*.h) Sources/Plugins/Common/language.h $(wildcard Include/*.h)

compile_pwquality = mkdir -p $(@D) && $(CC) -std=c11 $(CFLAGS) $(HARDENING) $(CPPFLAGS) $(WARNINGS) -IInclude \
  -ISources/Plugins/Common -DLOCALEDIR='"$(LOCALEDIR)"' -DCOMMON_BLOCKLIST='"$(DATADIR)/common.blocklist"' \
  -o $@ $(filter %.c,$^) $(1) -L$(BUILD) -lpasswordrules $(LDFLAGS) -Wl,--as-needed,-z,relro,-z,now

# Once loaded, the replacement stays loaded, as our library does.
PWQUALITY_SHARED := -fPIC -shared -Wl,-z,nodelete,-z,defs,-soname,libpwquality.so.1 \
  -Wl,--version-script=Sources/Pwquality/libpwquality.map
$(PWQUALITY_LIBRARY): $(PWQUALITY_SOURCES) $(PWQUALITY_HEADERS) Sources/Pwquality/libpwquality.map $(BUILD)/libpasswordrules.so \
  $(BUILD)/paths
	$(call compile_pwquality,$(PWQUALITY_SHARED))

# The programs contain the replacement's code, so they do not need its file.
$(PWQUALITY_OUT)/%: Sources/Pwquality/%.c $(PWQUALITY_SOURCES) $(PWQUALITY_HEADERS) $(BUILD)/libpasswordrules.so $(BUILD)/paths
	$(call compile_pwquality,-fPIE -pie)
