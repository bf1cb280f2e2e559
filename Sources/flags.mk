# Included first by every Makefile: the shell for recipes, and the flags of compilers and tests.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:

# The library's modules. Each Swift module imports earlier ones.
SOURCES       := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SWIFT_MODULES := PasswordRules NameServices PasswordRulesSystem PasswordRulesABI
C_MODULES     := $(addprefix $(SOURCES)/,CPasswordRulesSystem CNameServices)
C_SOURCES     := $(wildcard $(C_MODULES:%=%/*.c))
C_HEADERS     := $(wildcard $(C_MODULES:%=%/*.h) $(C_MODULES:%=%/include/*))
C_INCLUDES    := $(C_MODULES:%=-I%/include)
C_MAPS        := $(addprefix -Xcc -fmodule-map-file=,$(abspath $(C_MODULES:%=%/include/module.modulemap)))

CFLAGS   ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wconversion -Werror

# Shipped code is not vectorized, because the loop vectorizer of Swift 6.3's LLVM has a fault. If the counter of
# `while i <= n` may wrap, and the loop reads `t[i & 7]`, the vectorizer omits the check that n is below 8, and the loop reads
# beyond the table: in C before C11 at -O2, and in Swift at -O. None of our sources has such a loop, and code optimized for size, such as
# the library's, is not affected. The compilers of C and Swift, the compiler of Swift's bitcode, and the linker all vectorize,
# so each gets an option against it.
UNVECTORIZED_C    := -fno-vectorize
UNVECTORIZED_LLVM := -vectorize-loops=false
UNVECTORIZED      := -Xcc $(UNVECTORIZED_C) -Xswiftc -Xllvm -Xswiftc $(UNVECTORIZED_LLVM)
UNVECTORIZED_LINK := -Xswiftc -Xclang-linker -Xswiftc $(UNVECTORIZED_C) -Xlinker -mllvm -Xlinker $(UNVECTORIZED_LLVM)

# Flags for modules that are compiled without Package.swift, which has the same flags.
LANGUAGE_FLAGS := -swift-version 6 -wmo -parse-as-library -warnings-as-errors -strict-memory-safety \
  -enable-experimental-feature Lifetimes \
  $(addprefix -enable-upcoming-feature ,ExistentialAny InternalImportsByDefault MemberImportVisibility) \
  -package-name passwordrules
# The engine alone, for its documentation.
ENGINE_SOURCES = $(shell find Sources/PasswordRules -name '*.swift')
ENGINE_FLAGS  := $(LANGUAGE_FLAGS) -module-name PasswordRules

PYTHON   ?= /usr/bin/python3
PYTEST   := PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m pytest -q -p no:cacheprovider -rs
