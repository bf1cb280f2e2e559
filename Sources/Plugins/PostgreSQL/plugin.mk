# The modules for PostgreSQL: one for each major version whose headers are installed. Debian's packages
# postgresql-server-dev-NN have the headers.

POSTGRESQL_ROOT     ?= $(PREFIX)/lib/postgresql
POSTGRESQL_VERSIONS ?= $(foreach version,13 14 15 16 17 18,$(if $(call wanted,postgresql-$(version),\
  $(SERVER_HEADERS)/postgresql/$(version)/server/postgres.h),$(version)))
# The module for one major version, and that version's folder of modules.
postgresql_module = $(BUILD)/plugins/postgresql/$(1)/passwordrules.so
postgresql_libdir = $(POSTGRESQL_ROOT)/$(1)/lib

POSTGRESQL_MODULES := $(foreach version,$(POSTGRESQL_VERSIONS),$(call postgresql_module,$(version)))
PLUGIN_NAMES += $(POSTGRESQL_VERSIONS:%=postgresql-%)
ifeq ($(strip $(POSTGRESQL_VERSIONS)$(if $(WITH_PLUGINS),,none)),)
PLUGIN_LACKING += postgresql [postgresql-server-dev-all]
endif
PLUGINS += $(POSTGRESQL_MODULES)
PLUGIN_MANIFEST += $(foreach version,$(POSTGRESQL_VERSIONS),\
  644:$(call postgresql_module,$(version)):$(call postgresql_libdir,$(version))/passwordrules.so)

# The server was compiled with -fno-strict-aliasing and -fwrapv, and the inline functions in its headers rely on both.
$(POSTGRESQL_MODULES): $(BUILD)/plugins/postgresql/%/passwordrules.so: Sources/Plugins/PostgreSQL/postgresql.c $(PLUGIN_COMMON)
	mkdir -p $(@D)
	$(call compile_plugin,-D_GNU_SOURCE -fno-strict-aliasing -fwrapv -isystem $(SERVER_HEADERS)/postgresql/$*/server)
