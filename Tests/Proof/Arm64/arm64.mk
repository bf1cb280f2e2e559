# `make test-arm64` cross-compiles library and module for arm64, and runs them in qemu-user. QEMU does not emulate caches, so it
# never reorders writes, as real arm64 machines may. Sources/README.md has the rules for code that depends on their order.

.PHONY: test-arm64 test-arm64-c test-arm64-files test-arm64-debian
test-arm64: packages-for-arm64
	@$(MAKE) --no-print-directory ARCH=arm64 all
	@$(MAKE) $(TOGETHER) ARCH=arm64 test-arm64-c test-arm64-files
	@$(MAKE) --no-print-directory test-arm64-debian

RUN_ARM64 := qemu-aarch64-static -L $(SYSROOT) -E LD_LIBRARY_PATH=$(BUILD)

# The sysroot's nsswitch.conf names only files. Services in this machine's file may not exist for arm64, and memberships of
# groups would be in doubt.
test-arm64-c: $(COMMON) $(RANKS) $(RANKED_WORDS_OF_TESTS) $(TESTS)/abi $(TESTS)/vectors
	printf '%s: files\n' passwd group > $(SYSROOT)/etc/nsswitch.conf
	$(RUN_ARM64) $(TESTS)/abi
	$(RUN_ARM64) $(TESTS)/vectors $(VECTORS)

test-arm64-files: $(LIBRARY) $(MODULE)
	BUILD=$(BUILD) TRIPLE=$(TRIPLE) $(PYTEST) Tests/Proof/Arm64

# The essential tests of Tests/Debian, in a Debian 12 and a Debian 13 for arm64.
test-arm64-debian: packages-for-arm64 packages-for-deb
	$(call in_debian,bookworm)
	$(call in_debian,trixie)

in_debian = PASSWORDRULES_ARCHITECTURE=arm64 PASSWORDRULES_SUITE=$(1) $(PYTHON) -B Tests/Proof/Arm64/with_qemu.py \
  env $(PYTEST) -m essential Tests/Debian
