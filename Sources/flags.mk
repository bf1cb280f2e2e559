# What all Makefiles here begin with: the shell that runs recipes, and the flags of compilers and tests.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:

CFLAGS   ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wconversion -Werror

# Modules compiled without a package: Package.swift has the same flags.
LANGUAGE_FLAGS := -swift-version 6 -wmo -parse-as-library -warnings-as-errors -strict-memory-safety \
  -enable-experimental-feature Lifetimes \
  $(addprefix -enable-upcoming-feature ,ExistentialAny InternalImportsByDefault MemberImportVisibility) \
  -package-name passwordrules
# The engine compiled by itself, for its documentation.
ENGINE_SOURCES = $(shell find Sources/PasswordRules -name '*.swift')
ENGINE_FLAGS  := $(LANGUAGE_FLAGS) -module-name PasswordRules

PYTHON   ?= /usr/bin/python3
PYTEST   := PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m pytest -q -p no:cacheprovider -rs
