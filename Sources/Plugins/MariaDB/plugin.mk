# The password validation plugin for MariaDB. One file works with all series from 10.11 on: server.h declares the server's
# interface, and the server's functions are resolved when the server loads the plugin.

MARIADB_PLUGINDIR ?= $(PREFIX)/lib/mysql/plugin
MARIADB_PLUGIN    := $(BUILD)/plugins/mariadb/passwordrules.so

# A version of a MariaDB plugin is two numbers of one byte each.
MARIADB_VERSION = $(shell printf '0x%02x%02x' $(wordlist 1,2,$(subst ., ,$(VERSION))))

PLUGIN_PAGES += Sources/Manual/passwordrules-mariadb.5
ifneq ($(call wanted,mariadb),)
PLUGIN_NAMES += mariadb
PLUGINS += $(MARIADB_PLUGIN)
PLUGIN_MANIFEST += 644:$(MARIADB_PLUGIN):$(MARIADB_PLUGINDIR)/passwordrules.so \
  644:Sources/Plugins/MariaDB/mariadb.cnf:$(DATADIR)/mariadb.cnf \
  644:Sources/Manual/passwordrules-mariadb.5:$(MANDIR)/man5/passwordrules-mariadb.5
endif

$(MARIADB_PLUGIN): Sources/Plugins/MariaDB/mariadb.c Sources/Plugins/MariaDB/server.h $(PLUGIN_COMMON) $(PLUGIN_HEADERS)
	mkdir -p $(@D)
	$(call compile_plugin,-DPLUGIN_VERSION=$(MARIADB_VERSION) -DPLUGIN_VERSION_TEXT='"$(VERSION)"')
