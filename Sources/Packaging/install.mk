# `make install` and `make uninstall`: the list of all files, and the files that contain installed paths.

$(BUILD)/passwordrules.pc: Makefile $(BUILD)/paths
	printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$(LIBDIR)' '' \
	  'Name: passwordrules' 'Description: Password policy: check and generate passwords by a policy or a password rules descriptor' \
	  'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lpasswordrules' > $@

# The example names the installed list of common passwords.
$(BUILD)/passwordrules.conf: pam/passwordrules.conf $(BUILD)/paths
	sed 's|/usr/share/passwordrules|$(DATADIR)|' $< > $@

# Manual pages of plugins are installed with the plugins.
PAGES     := $(filter-out $(PLUGIN_PAGES),$(wildcard Sources/Manual/*.[1-8]))
FUNCTIONS := $(shell sed -n 's/^ *\(passwordrules_[a-z0-9_]*\);$$/\1/p' $(MAP))

# yes also installs the replacement for libpwquality and its programs, for packages. They are not
# cross-compiled. The library's file has a higher number than libpwquality's, so that ldconfig links
# libpwquality.so.1 to it.
PWQUALITY       ?= no
WITH_PWQUALITY  := $(and $(filter yes,$(PWQUALITY)),$(if $(CROSS),,native))
PWQUALITY_PAGES := $(addprefix Sources/Manual/,passwordrules-pwquality.7 pwmake.1 pwscore.1)
PAGES           := $(if $(WITH_PWQUALITY),$(PAGES),$(filter-out $(PWQUALITY_PAGES),$(PAGES)))
PWQUALITY_MANIFEST := $(if $(WITH_PWQUALITY),$\
  644:$(BUILD)/pwquality/libpwquality.so.1:$(LIBDIR)/libpwquality.so.1.900.passwordrules $\
  link:libpwquality.so.1.900.passwordrules:$(LIBDIR)/libpwquality.so.1 $\
  755:$(BUILD)/pwquality/pwmake:$(PREFIX)/bin/pwmake $\
  755:$(BUILD)/pwquality/pwscore:$(PREFIX)/bin/pwscore)

# Mode, source and destination of all installed files; `install` and `uninstall` read the same list. Nothing
# goes to /etc: its files are the administrator's, and must be neither overwritten by an update nor removed.
MANIFEST = 644:$(LIBRARY):$(LIBDIR)/libpasswordrules.so.$(ABI) \
  link:libpasswordrules.so.$(ABI):$(LIBDIR)/libpasswordrules.so \
  644:$(BUILD)/passwordrules.pc:$(LIBDIR)/pkgconfig/passwordrules.pc \
  644:Include/passwordrules.h:$(PREFIX)/include/passwordrules.h \
  644:Include/passwordrules_codes.h:$(PREFIX)/include/passwordrules_codes.h \
  644:$(COMMON):$(DATADIR)/common.blocklist \
  644:$(RANKS):$(DATADIR)/common.ranks \
  $(SHIPPED_TOOL:%=755:%:$(PREFIX)/bin/passwordrules) \
  $(SHIPPED_TOOL:%=755:Sources/Plugins/Heimdal/heimdal-check:$(PREFIX)/lib/passwordrules/heimdal-check) \
  644:$(MODULE):$(SECUREDIR)/pam_passwordrules.so \
  $(PLUGIN_MANIFEST) \
  $(PWQUALITY_MANIFEST) \
  644:$(NATIVE_BUILD)/completions/passwordrules.bash:$(BASHCOMPDIR)/passwordrules \
  644:$(NATIVE_BUILD)/completions/passwordrules.zsh:$(ZSHCOMPDIR)/_passwordrules \
  644:$(NATIVE_BUILD)/completions/passwordrules.fish:$(FISHCOMPDIR)/passwordrules.fish \
  $(foreach language,$(LANGUAGES),644:$(NATIVE_BUILD)/locale/$(language)/LC_MESSAGES/passwordrules.mo:$\
    $(LOCALEDIR)/$(language)/LC_MESSAGES/passwordrules.mo) \
  $(foreach page,$(PAGES),644:$(page):$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
  $(if $(filter %/passwordrules.3,$(PAGES)),$(FUNCTIONS:%=link:passwordrules.3:$(MANDIR)/man3/%.3)) \
  $(foreach file,README.md CHANGELOG.md SECURITY.md LICENSE $(BUILD)/passwordrules.conf,644:$(file):$(DOCDIR)/$(notdir $(file)))

LDCONFIG ?= ldconfig
STACKS   ?= /etc/pam.d/* /etc/pam.conf

# DESTDIR is passed in the environment, so it may contain any characters.
install uninstall: export DESTDIR := $(DESTDIR)

# The other variables of both scripts; the list of files is their input.
INSTALLATION = PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' SECUREDIR='$(SECUREDIR)' LDCONFIG='$(LDCONFIG)'
