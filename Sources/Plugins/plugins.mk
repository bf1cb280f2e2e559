# The plugins for servers, in C, which use only the public header. Each plugin has a folder here with a plugin.mk. If the plugin
# is wanted, plugin.mk adds the built file to PLUGINS, and the files to install to PLUGIN_MANIFEST (see MANIFEST
# in Sources/Packaging/install.mk). PLUGIN_PAGES names the manual pages that are installed only with their
# plugin; PostgreSQL's, which serves several versions, is always installed.

# Sources that all plugins share.
PLUGIN_COMMON := Sources/Plugins/Common/decide.c
PLUGIN_HEADERS := Sources/Plugins/Common/decide.h Sources/Plugins/Common/failure.h $(wildcard Include/*.h)
PLUGINS         :=
PLUGIN_MANIFEST :=
PLUGIN_PAGES    :=

# Some plugins need headers of their server. The first build in a folder chooses the plugins by the installed
# headers, and notes their names. Later targets build and install the same plugins. SERVER_PLUGINS=yes chooses
# again, and SERVER_PLUGINS=no leaves out all of them; both are noted. Plugins are not cross-compiled.
SERVER_PLUGINS  ?=
SERVER_HEADERS  ?= /usr/include
PLUGIN_DECISION := $(BUILD)/plugins/decision
PLUGIN_DECIDED  := $(if $(SERVER_PLUGINS),,$(wildcard $(PLUGIN_DECISION)))
PLUGIN_NOTED    := $(if $(PLUGIN_DECIDED),$(file < $(PLUGIN_DECISION)))
WITH_PLUGINS    := $(if $(filter no,$(SERVER_PLUGINS))$(CROSS),,yes)
# The names of the chosen plugins, and the packages of missing headers.
PLUGIN_NAMES    :=
PLUGIN_LACKING  :=

# wanted: the name of a plugin if the plugin is built, otherwise nothing. The second argument is the header that the plugin
# needs, if any. Uninstalling removes all plugins, because headers may have been removed after the plugins were built.
wanted = $(if $(WITH_PLUGINS),$(if $(PLUGIN_DECIDED),$(filter $(1),$(PLUGIN_NOTED)),$(if $(wildcard $(or $(2),Makefile)),$(1))))
ifeq ($(MAKECMDGOALS),uninstall)
wanted = $(if $(WITH_PLUGINS),$(1))
endif

# compile_plugin: compiles the C files among the prerequisites, with these additional flags, and links the
# library. Once loaded, a plugin stays loaded, as the library does.
compile_plugin = $(CC) -std=c11 $(CFLAGS) $(HARDENING) $(CPPFLAGS) $(WARNINGS) -IInclude -ISources/Plugins/Common -fPIC -shared \
  -fvisibility=hidden -o $@ $(filter %.c,$^) $(1) -L$(BUILD) -lpasswordrules $(LDFLAGS) \
  -Wl,--as-needed,-z,relro,-z,now,-z,nodelete

include $(wildcard Sources/Plugins/*/plugin.mk)

.PHONY: plugins
plugins: $(PLUGINS)

$(PLUGINS): $(PLUGIN_COMMON) $(PLUGIN_HEADERS) $(BUILD)/libpasswordrules.so | $(PLUGIN_DECISION)

$(PLUGIN_DECISION): always
	@mkdir -p $(@D)
	@printf '%s\n' '$(strip $(PLUGIN_NAMES))' | Sources/Packaging/update-file $@

# The last line that `make` prints, if plugins were left out.
COMMA := ,
PLUGINS_LEFT_OUT = $(if $(strip $(PLUGIN_LACKING)),$(LEFT_OUT_TEXT))
LEFT_OUT_TEXT    = Plugins left out for lack of headers: $(subst ] ,]$(COMMA) ,$(strip $(PLUGIN_LACKING))). $\
  To add them, install the packages in brackets and run make SERVER_PLUGINS=yes.
