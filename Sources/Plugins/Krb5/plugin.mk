# The password quality module for MIT Kerberos. It is built if Kerberos' headers are installed.

PLUGIN_PAGES += Sources/Manual/passwordrules-krb5.5
KRB5_PLUGIN  := $(BUILD)/plugins/krb5/passwordrules.so
ifneq ($(call wanted,krb5,$(SERVER_HEADERS)/krb5/pwqual_plugin.h),)
PLUGIN_NAMES += krb5
PLUGINS += $(KRB5_PLUGIN)
PLUGIN_MANIFEST += 644:$(KRB5_PLUGIN):$(LIBDIR)/krb5/plugins/pwqual/passwordrules.so \
  644:Sources/Plugins/Krb5/passwordrules.conf:$(DATADIR)/krb5/passwordrules.conf \
  644:Sources/Manual/passwordrules-krb5.5:$(MANDIR)/man5/passwordrules-krb5.5
else ifneq ($(WITH_PLUGINS),)
PLUGIN_LACKING += krb5 [libkrb5-dev]
endif

$(KRB5_PLUGIN): Sources/Plugins/Krb5/passwordrules_krb5.c
	mkdir -p $(@D)
	$(call compile_plugin,-lkrb5)
