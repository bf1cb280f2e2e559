# The plugins for servers, C on the public header. Each has a folder here with a plugin.mk, which adds its file to PLUGINS where the
# server's headers are installed, and to PLUGIN_MANIFEST where it is installed (see MANIFEST in Sources/Installation/install.mk),
# with its page of the manual, which it names in PLUGIN_PAGES.

# What all of them compile into themselves.
PLUGIN_COMMON := Sources/Plugins/Common/verdict.c
PLUGIN_HEADERS := Sources/Plugins/Common/verdict.h Include/passwordrules.h
PLUGINS         :=
PLUGIN_MANIFEST :=
PLUGIN_PAGES    :=
# no: none of them is built, whatever is installed here. Nor are they cross-compiled.
SERVER_PLUGINS  ?= yes

# can_compile: a header of the server, if it is there and plugins are wanted; else nothing.
can_compile = $(if $(and $(filter yes,$(SERVER_PLUGINS)),$(if $(CROSS),,native)),$(wildcard $(1)))

# compile_plugin: from the C files among the prerequisites, against the library, with these flags besides. Once loaded they stay,
# as the library does.
compile_plugin = $(CC) -std=c11 $(CFLAGS) $(HARDENING) $(CPPFLAGS) $(WARNINGS) -IInclude -ISources/Plugins/Common -fPIC -shared \
  -fvisibility=hidden -o $@ $(filter %.c,$^) $(1) -L$(BUILD) -lpasswordrules $(LDFLAGS) \
  -Wl,--as-needed,-z,relro,-z,now,-z,nodelete

include $(wildcard Sources/Plugins/*/plugin.mk)

.PHONY: plugins
plugins: $(PLUGINS)

$(PLUGINS): $(PLUGIN_COMMON) $(PLUGIN_HEADERS) $(BUILD)/libpasswordrules.so
