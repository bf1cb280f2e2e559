# Debian's packages that the targets need, in addition to Swift, git, make and a C compiler.

BUILD_PACKAGES := libcrypt-dev libpam0g-dev cracklib-runtime python3 python3-pip gettext
DEMO_PACKAGES  := $(BUILD_PACKAGES) passwd util-linux libc-bin perl-base python3 python3-pexpect
PYTHON_PACKAGES := python3 python3-build python3-setuptools python3-wheel
# These packages are needed in addition to the build dependencies in debian/control, which include the headers for plugins. The
# servers themselves are installed only in the Debians that the tests make.
DEB_PACKAGES   := $(BUILD_PACKAGES) build-essential $(if $(CROSS),gcc-aarch64-linux-gnu)
RPM_PACKAGES   := $(BUILD_PACKAGES) $(PYTHON_PACKAGES) rpm debugedit elfutils xz-utils util-linux
TEST_PACKAGES  := $(DEMO_PACKAGES) $(DEB_PACKAGES) $(RPM_PACKAGES) lintian rpmlint cpio binutils g++ rustc valgrind gdb strace \
                  libcmocka-dev pkg-config shellcheck python3-pytest python3-pytest-timeout mypy man-db zsh fish libffi-platypus-perl \
                  python3-pyte libpwquality-dev libpasswdqc-dev mmdebstrap locales libnss-extrausers libnss-systemd \
                  python3-venv wasi-libc libclang-rt-dev-wasm32 musl-tools
# For the npm package and its tests.
WEB_PACKAGES   := $(BUILD_PACKAGES) binaryen esbuild
WEB_TEST_PACKAGES := $(WEB_PACKAGES) brotli nodejs node-typescript python3-pytest python3-pytest-timeout \
                     chromium chromium-driver python3-selenium fonts-noto-core fonts-noto-cjk
# For cross-compiling, and for running the result.
ARM64_PACKAGES := $(BUILD_PACKAGES) gcc-aarch64-linux-gnu qemu-user-static python3-pytest python3-pytest-timeout binutils \
                  mmdebstrap arch-test python3-pexpect
# None of these packages changes the machine's PAM stack. The PAM modules of libpwquality and libpasswdqc are only unpacked in
# build/.
BENCH_PACKAGES := $(BUILD_PACKAGES) binutils python3 libpwquality-dev libpasswdqc-dev

SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

install_packages = @SUDO='$(SUDO)' debian/install-packages $(1)
install_build_dependencies = @SUDO='$(SUDO)' debian/install-build-dependencies

.PHONY: packages-for-demo packages-for-test packages-for-python packages-for-bench packages-for-deb packages-for-arm64 \
        packages-for-rpm packages-for-web packages-for-test-web
packages-for-demo: ; $(call install_packages,$(DEMO_PACKAGES))
packages-for-test:
	$(call install_packages,$(TEST_PACKAGES))
	$(install_build_dependencies)
packages-for-python: ; $(call install_packages,$(PYTHON_PACKAGES))
packages-for-bench: ; $(call install_packages,$(BENCH_PACKAGES))
packages-for-deb:
	$(call install_packages,$(DEB_PACKAGES))
	$(install_build_dependencies)
packages-for-arm64: ; $(call install_packages,$(ARM64_PACKAGES))
packages-for-rpm: ; $(call install_packages,$(RPM_PACKAGES))
packages-for-web: ; $(call install_packages,$(WEB_PACKAGES))
packages-for-test-web: ; $(call install_packages,$(WEB_TEST_PACKAGES))
