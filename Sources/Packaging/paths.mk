# The paths of installed files. Some are compiled into products, which are made again when a path changes.

PREFIX    ?= /usr/local
DESTDIR   ?=
LIBDIR    ?= $(PREFIX)/lib
MANDIR    ?= $(PREFIX)/share/man
LOCALEDIR ?= $(PREFIX)/share/locale
DATADIR   := $(PREFIX)/share/passwordrules
DOCDIR    ?= $(PREFIX)/share/doc/passwordrules
BASHCOMPDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHCOMPDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHCOMPDIR ?= $(PREFIX)/share/fish/vendor_completions.d
# libpam determines the folder of modules, not PREFIX.
SECUREDIR ?= $(if $(filter /usr /usr/,$(PREFIX)),/usr/lib$(MULTIARCH:%=/%)/security,$(PREFIX)/lib/security)
MULTIARCH := $(shell $(CC) -print-multiarch 2>/dev/null)

# These are written into C, pkg-config's data and lists. DESTDIR is not, and may be any path.
PATHS     := PREFIX LIBDIR MANDIR LOCALEDIR DOCDIR BASHCOMPDIR ZSHCOMPDIR FISHCOMPDIR SECUREDIR
UNUSUAL   := : ; = % & | < > ( ) * ? [ ] { } $$ ` ' " \ \#
usual      = $(and $(filter 1,$(words $($(1)))),$(filter /%,$($(1))),$(if $(strip \
               $(foreach character,$(UNUSUAL),$(findstring $(character),$($(1))))),,yes))
$(foreach path,$(PATHS),$(if $(call usual,$(path)),,$(error \
  $(path) must be an absolute path of ordinary characters without spaces, not "$($(path))")))

# Changes with each path that is written into a product.
$(BUILD)/paths: always | $(BUILD)
	@printf '%s\n' $(foreach path,PREFIX LIBDIR LOCALEDIR,'$(path)=$($(path))') | Sources/Packaging/update-file $@

.PHONY: always
always:
