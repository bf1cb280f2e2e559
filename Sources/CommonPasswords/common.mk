# The default list of common passwords: Debian's word lists, and patterns of our own.

COMMON := $(BUILD)/common.blocklist

# Of the packages cracklib-runtime (LGPL-2.1-or-later) and python3-zxcvbn (MIT).
CRACKLIB_WORDS ?= /usr/share/dict/cracklib-small
ZXCVBN_WORDS   ?= /usr/lib/python3/dist-packages/zxcvbn/frequency_lists.py

$(BUILD)/common.words: $(TOOL) $(wildcard $(CRACKLIB_WORDS) $(ZXCVBN_WORDS))
	Sources/CommonPasswords/list-words $(TOOL) "$(CRACKLIB_WORDS)" "$(ZXCVBN_WORDS)" > $@

$(COMMON): $(BUILD)/common.words
	$(TOOL) blocklist build --match mangled -o $@ $<
	test "$$(wc -c < $@)" -le 2000000 || { echo "passwordrules: the list of common passwords is longer than 2 MB" >&2; exit 1; }
