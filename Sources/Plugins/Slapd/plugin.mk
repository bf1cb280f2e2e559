# The module for slapd's overlay ppolicy, one file for OpenLDAP 2.5 and 2.6. It needs no headers of slapd's.

SLAPD_MODULEDIR ?= $(PREFIX)/lib/ldap
SLAPD_PLUGIN    := $(BUILD)/plugins/slapd/passwordrules.so

ifeq ($(CROSS),)
PLUGINS += $(SLAPD_PLUGIN)
PLUGIN_MANIFEST += 644:$(SLAPD_PLUGIN):$(SLAPD_MODULEDIR)/passwordrules.so
endif

$(SLAPD_PLUGIN): Sources/Plugins/Slapd/check_password.c Sources/Plugins/Slapd/entry.h
	mkdir -p $(@D)
	$(call compile_plugin)
