# The PAM module, in C, which uses only the library's public header.

MODULE := $(BUILD)/pam_passwordrules.so
# The library is linked into the module. So passwd, which runs for one change, loads one file instead of two, and the module
# works even if the library is not installed.
MODULE_SOURCES := $(sort $(wildcard pam/*.c pam/*.h pam/Hashes/*.c pam/Hashes/include/*.h)) pam/pam_passwordrules.map $(wildcard Include/*.h) \
  $(addprefix Sources/Plugins/Common/,language.c language.h failure.h)

# The argument is the folder of the translations.
compile_module = $(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(WARNINGS) $(HARDENING) $(ARCH_CFLAGS) -DLOCALEDIR='"$(1)"' -fPIC -fvisibility=hidden \
  -IInclude -Ipam/Hashes/include -ISources/Plugins/Common -o $@ $(filter %.c,$^) $(LDFLAGS) $(SHARED) $(OBJECT) $(INSTALLED) -lm -lpam -lcrypt \
  -Wl,--version-script=pam/pam_passwordrules.map

$(MODULE): $(MODULE_SOURCES) $(OBJECT) $(INSTALLED) $(BUILD)/paths $(OPTIMIZATION)
	@test -e $(SYSROOT)/usr/include/security/pam_ext.h || { \
	  echo "passwordrules: libpam's headers are missing: apt-get install libpam0g-dev" >&2; exit 1; }
	@test -e $(SYSROOT)/usr/include/crypt.h || { \
	  echo "passwordrules: libcrypt's header is missing: apt-get install libcrypt-dev" >&2; exit 1; }
	$(call compile_module,$(LOCALEDIR))
