# The compiled catalogues. `make translations` updates their sources.

LANGUAGES := $(basename $(notdir $(wildcard Sources/Translations/*.po)))
MESSAGES  := $(LANGUAGES:%=$(NATIVE_BUILD)/locale/%/LC_MESSAGES/passwordrules.mo)

$(NATIVE_BUILD)/locale/%/LC_MESSAGES/passwordrules.mo: Sources/Translations/%.po
	@command -v msgfmt >/dev/null || { echo "passwordrules: msgfmt is missing: apt-get install gettext" >&2; exit 1; }
	mkdir -p $(@D)
	msgfmt --check -o $@ $<
