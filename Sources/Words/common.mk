# The default list of common passwords, from two word lists and our own patterns. Also the list of ranked words for estimates
# of strength, from zxcvbn's lists, the words of our passphrases, and our own lists.

COMMON := $(NATIVE_BUILD)/common.blocklist
RANKS  := $(NATIVE_BUILD)/common.ranks

# The two word lists are from Debian's package cracklib-runtime (LGPL-2.1-or-later), and from zxcvbn (MIT), which the source
# package contains.
ZXCVBN         := $(or $(wildcard vendor/zxcvbn),$(NATIVE_BUILD)/zxcvbn)
CRACKLIB_WORDS ?= /usr/share/dict/cracklib-small
ZXCVBN_WORDS   ?= $(ZXCVBN)/frequency_lists.py

$(NATIVE_BUILD)/zxcvbn/frequency_lists.py: $(addprefix Sources/Words/,fetch-zxcvbn zxcvbn.txt) | $(NATIVE_BUILD)
	Sources/Words/fetch-zxcvbn $(PYTHON) $(@D)

# With FAST=1, existing lists are kept when the tool changes.
MADE_BY_TOOL := $(if $(FAST),|) $(TOOL)

$(NATIVE_BUILD)/common.words: $(wildcard $(CRACKLIB_WORDS)) $(ZXCVBN_WORDS) $(MADE_BY_TOOL)
	Sources/Words/list-words $(TOOL) "$(CRACKLIB_WORDS)" "$(ZXCVBN_WORDS)" > $@

$(COMMON): $(NATIVE_BUILD)/common.words
	$(TOOL) blocklist build --match mangled -o $@ $<

OUR_WORDS := Sources/Words/lists

$(NATIVE_BUILD)/ranked: $(ZXCVBN_WORDS) Sources/Words/list-ranked $(wildcard $(OUR_WORDS)/*.txt)
	rm -rf $@ && mkdir $@
	Sources/Words/list-ranked $< $(OUR_WORDS) $@

$(RANKS): $(NATIVE_BUILD)/ranked $(MADE_BY_TOOL)
	$(TOOL) ranks build -o $@ --passphrase-words $</*
