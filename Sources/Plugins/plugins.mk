# The plugins for servers, C on the public header. Each has a folder here with a plugin.mk, which adds its file to PLUGINS where the
# server's headers are installed, and to PLUGIN_MANIFEST where it is installed (see MANIFEST in Sources/Installation/install.mk).

# What all of them compile into themselves.
PLUGIN_COMMON := Sources/Plugins/Common/verdict.c
PLUGIN_HEADERS := Sources/Plugins/Common/verdict.h Include/passwordrules.h
PLUGINS         :=
PLUGIN_MANIFEST :=

# compile_plugin: from the C files among the prerequisites, against the library, with these flags besides. Once loaded they stay,
# as the library does.
compile_plugin = $(CC) -std=c11 $(CFLAGS) $(HARDENING) $(CPPFLAGS) $(WARNINGS) -IInclude -ISources/Plugins/Common -fPIC -shared \
  -fvisibility=hidden -o $@ $(filter %.c,$^) $(1) -L$(BUILD) -lpasswordrules $(LDFLAGS) \
  -Wl,--as-needed,-z,relro,-z,now,-z,nodelete

include $(wildcard Sources/Plugins/*/plugin.mk)

.PHONY: plugins
plugins: $(PLUGINS)

$(PLUGINS): $(PLUGIN_COMMON) $(PLUGIN_HEADERS) $(BUILD)/libpasswordrules.so
