# The plugins for servers, C on the public header. Each has a folder here with a plugin.mk, which adds its file to PLUGINS if it is
# wanted, and to PLUGIN_MANIFEST where it is installed (see MANIFEST in Sources/Packaging/install.mk), with its page of the
# manual, which it names in PLUGIN_PAGES.

# What all of them compile into themselves.
PLUGIN_COMMON := Sources/Plugins/Common/verdict.c
PLUGIN_HEADERS := Sources/Plugins/Common/verdict.h Sources/Plugins/Common/failure.h $(wildcard Include/*.h)
PLUGINS         :=
PLUGIN_MANIFEST :=
PLUGIN_PAGES    :=

# Some plugins need headers of their server. The first build in a folder decides which plugins it has, by the headers that are
# installed then, and notes their names; later targets build and install the same ones. SERVER_PLUGINS=yes decides anew, and
# SERVER_PLUGINS=no leaves all of them out; both are noted. None is cross-compiled.
SERVER_PLUGINS  ?=
SERVER_HEADERS  ?= /usr/include
PLUGIN_DECISION := $(BUILD)/plugins/decision
PLUGIN_DECIDED  := $(if $(SERVER_PLUGINS),,$(wildcard $(PLUGIN_DECISION)))
PLUGIN_NOTED    := $(if $(PLUGIN_DECIDED),$(file < $(PLUGIN_DECISION)))
WITH_PLUGINS    := $(if $(filter no,$(SERVER_PLUGINS))$(CROSS),,yes)
# The names of those that are wanted, and the packages of those that lack a header.
PLUGIN_NAMES    :=
PLUGIN_LACKING  :=

# wanted: the name of a plugin if it is to be built, else nothing. The second argument is the header that it needs, if any.
# What is removed may have been built where there were more headers than now.
wanted = $(if $(WITH_PLUGINS),$(if $(PLUGIN_DECIDED),$(filter $(1),$(PLUGIN_NOTED)),$(if $(wildcard $(or $(2),Makefile)),$(1))))
ifeq ($(MAKECMDGOALS),uninstall)
wanted = $(if $(WITH_PLUGINS),$(1))
endif

# compile_plugin: from the C files among the prerequisites, against the library, with these flags besides. Once loaded they stay,
# as the library does.
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

# What `make` says at its end, in one line.
COMMA := ,
PLUGINS_LEFT_OUT = $(if $(strip $(PLUGIN_LACKING)),$(SAID_OF_LACKING))
SAID_OF_LACKING  = Plugins left out for lack of headers: $(subst ] ,]$(COMMA) ,$(strip $(PLUGIN_LACKING))). $\
  To add them, install the packages in brackets and run make SERVER_PLUGINS=yes.
