# The module for slapd's overlay ppolicy, one file for OpenLDAP 2.5 and 2.6. It needs no header of slapd.

SLAPD_MODULEDIR ?= $(PREFIX)/lib/ldap
SLAPD_PLUGIN    := $(BUILD)/plugins/slapd/passwordrules.so

PLUGIN_PAGES += Sources/Manual/passwordrules-slapd.5
ifneq ($(call wanted,slapd),)
PLUGIN_NAMES += slapd
PLUGINS += $(SLAPD_PLUGIN)
PLUGIN_MANIFEST += 644:$(SLAPD_PLUGIN):$(SLAPD_MODULEDIR)/passwordrules.so \
  $(foreach file,$(wildcard Sources/Plugins/Slapd/*.ldif),644:$(file):$(DATADIR)/slapd/$(notdir $(file))) \
  644:Sources/Manual/passwordrules-slapd.5:$(MANDIR)/man5/passwordrules-slapd.5
endif

$(SLAPD_PLUGIN): Sources/Plugins/Slapd/check_password.c Sources/Plugins/Slapd/entry.h
	mkdir -p $(@D)
	$(call compile_plugin)
