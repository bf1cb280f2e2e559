# `make test-arm64`: library and module for arm64, cross-compiled and run by qemu-user. QEMU stands in for a machine, not for its
# caches: what arm64 allows to be seen in another order it does not show. Sources/README.md says what was read for that.

.PHONY: test-arm64 test-arm64-c test-arm64-files test-arm64-debian
test-arm64: packages-for-arm64
	@$(MAKE) --no-print-directory ARCH=arm64 all
	@$(MAKE) $(TOGETHER) ARCH=arm64 test-arm64-c test-arm64-files
	@$(MAKE) --no-print-directory test-arm64-debian

RUN_ARM64 := qemu-aarch64-static -L $(SYSROOT) -E LD_LIBRARY_PATH=$(BUILD)

# This machine's sources of accounts may be modules that are not there for arm64, and then who is in a group is in doubt.
test-arm64-c: $(COMMON) $(RANKS) $(RANKED_WORDS_OF_TESTS) $(TESTS)/abi $(TESTS)/vectors
	printf '%s: files\n' passwd group > $(SYSROOT)/etc/nsswitch.conf
	$(RUN_ARM64) $(TESTS)/abi
	$(RUN_ARM64) $(TESTS)/vectors $(VECTORS)

test-arm64-files: $(LIBRARY) $(MODULE)
	BUILD=$(BUILD) TRIPLE=$(TRIPLE) $(PYTEST) Tests/Proof/Arm64

# The packages in a Debian 12 and a Debian 13 for arm64: those tests of Tests/Debian that are marked as essential.
test-arm64-debian: packages-for-arm64 packages-for-deb
	$(call in_debian,bookworm)
	$(call in_debian,trixie)

in_debian = PASSWORDRULES_ARCHITECTURE=arm64 PASSWORDRULES_SUITE=$(1) $(PYTHON) -B Tests/Proof/Arm64/with_qemu.py \
  env $(PYTEST) -m essential Tests/Debian
