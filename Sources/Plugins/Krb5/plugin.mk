# The password quality module of MIT Kerberos, where its headers are.

ifneq ($(if $(CROSS),,$(wildcard /usr/include/krb5/pwqual_plugin.h)),)
KRB5_PLUGIN     := $(BUILD)/plugins/krb5/passwordrules.so
PLUGINS         += $(KRB5_PLUGIN)
PLUGIN_MANIFEST += 644:$(KRB5_PLUGIN):$(LIBDIR)/krb5/plugins/pwqual/passwordrules.so

$(KRB5_PLUGIN): Sources/Plugins/Krb5/passwordrules_krb5.c $(PLUGIN_COMMON)
	@mkdir -p $(@D)
	$(call compile_plugin,-lkrb5)
endif
