# The default list of common passwords: two word lists, and patterns of our own.

COMMON := $(NATIVE_BUILD)/common.blocklist

# Of Debian's package cracklib-runtime (LGPL-2.1-or-later), and of zxcvbn (MIT), which the source package brings along.
ZXCVBN         := $(or $(wildcard vendor/zxcvbn),$(NATIVE_BUILD)/zxcvbn)
CRACKLIB_WORDS ?= /usr/share/dict/cracklib-small
ZXCVBN_WORDS   ?= $(ZXCVBN)/frequency_lists.py

$(NATIVE_BUILD)/zxcvbn/frequency_lists.py: $(addprefix Sources/CommonPasswords/,fetch-zxcvbn zxcvbn.txt) | $(NATIVE_BUILD)
	Sources/CommonPasswords/fetch-zxcvbn $(PYTHON) $(@D)

$(NATIVE_BUILD)/common.words: $(TOOL) $(wildcard $(CRACKLIB_WORDS)) $(ZXCVBN_WORDS)
	Sources/CommonPasswords/list-words $(TOOL) "$(CRACKLIB_WORDS)" "$(ZXCVBN_WORDS)" > $@

$(COMMON): $(NATIVE_BUILD)/common.words
	$(TOOL) blocklist build --match mangled -o $@ $<
	test "$$(wc -c < $@)" -le 2000000 || { echo "passwordrules: the list of common passwords is longer than 2 MB" >&2; exit 1; }
