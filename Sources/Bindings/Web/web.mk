# The engine for pages and Node, in build/web: two WebAssembly modules, both also in JavaScript for pages whose Content
# Security Policy forbids WebAssembly, and the npm package.

WEB         := $(NATIVE_BUILD)/web
WEB_PACKAGE := $(WEB)/passwordrules
WEB_ARCHIVE := $(WEB)/passwordrules-$(VERSION).tgz
WEB_BITCODE := $(WEB)/bitcode
WEB_TARGET  := wasm32-unknown-none-wasm
# Swift's own compiler and linker for C.
WEB_TOOLS    = $(dir $(shell readlink -f "$$(command -v swiftc)"))
WEB_SYSTEM  := $(addprefix $(WEB_BITCODE)/,files.o memory.o system.o)
WEB_C       := $(WEB_SYSTEM) $(WEB_BITCODE)/other_libc.o
WEB_PARTS   := $(SWIFT_MODULES:%=$(WEB_BITCODE)/%.o) $(WEB_C)
WEB_SOURCES := $(filter-out Sources/Bindings/Web/package.json,$(wildcard $(addprefix Sources/Bindings/Web/,*.mjs *.mts *.d.ts *.css)))

.PHONY: web
web: packages-for-web
	@$(MAKE) --no-print-directory $(WEB_ARCHIVE) $(RULES_PAGE)

# ---- The modules ----

$(WEB_BITCODE) $(WEB_PACKAGE):
	mkdir -p $@

# Each module imports the modules that are compiled before it. All are compiled like the library; library.mk explains the
# flags.
$(WEB_BITCODE)/PasswordRulesABI.o: $(WEB_BITCODE)/PasswordRulesSystem.o $(wildcard Sources/PasswordRulesABI/*.swift Include/*)
$(WEB_BITCODE)/PasswordRulesSystem.o: $(WEB_BITCODE)/NameServices.o
$(WEB_BITCODE)/NameServices.o: $(WEB_BITCODE)/PasswordRules.o

$(SWIFT_MODULES:%=$(WEB_BITCODE)/%.o): $(WEB_BITCODE)/%.o: $(ENGINE) | $(WEB_BITCODE)
	@Sources/check-toolchain
	swiftc -target $(WEB_TARGET) -module-name $* -emit-module -emit-module-path $(WEB_BITCODE)/$*.swiftmodule \
	  -c $$(find Sources/$* -name '*.swift' | sort) -o $@ -lto=llvm-full $(LANGUAGE_FLAGS) -DEmbedded \
	  -enable-experimental-feature Embedded -I $(WEB_BITCODE) \
	  $(C_MAPS) -Xcc -fmodule-map-file=$(CURDIR)/Include/module.modulemap \
	  -file-prefix-map $(CURDIR)=. $(OPTIMIZE_SWIFT) -Xllvm $(UNVECTORIZED_LLVM)

# Every visitor of a page downloads the modules, so C code and the linker's output are optimized for size
# (-Oz).
$(WEB_BITCODE)/other_libc.o: Sources/CNameServices/other_libc.c
$(WEB_SYSTEM): $(WEB_BITCODE)/%.o: Sources/Bindings/Web/%.c Sources/Bindings/Web/system.h
$(WEB_C): $(wildcard Include/*.h) $(C_HEADERS) | $(WEB_BITCODE)
	$(WEB_TOOLS)clang --target=$(WEB_TARGET) -std=c11 $(WARNINGS) -ffreestanding -fno-builtin -mbulk-memory -Oz -flto=full \
	  $(UNVECTORIZED_C) $(C_INCLUDES) -IInclude -c -o $@ $(filter %.c,$^)

# The stack comes first in memory, so that an overflow traps. No call uses more than 6 KB of the stack. After each call, the
# part that it may have used is wiped.
WEB_LTO      := -mllvm $(UNVECTORIZED_LLVM)
web_link      = $(WEB_TOOLS)wasm-ld -o $@ --no-entry --gc-sections --strip-all --stack-first -z stack-size=16384 $(WEB_LTO) \
                $$(sed '/^\#/d; s/^/--export=/' $(filter %.exports,$^)) $(filter %.o,$^)
# Features that the compilers use beyond the first version of WebAssembly. All browsers have had them since
# 2021.
WEB_FEATURES := $(addprefix --enable-,bulk-memory sign-ext mutable-globals nontrapping-float-to-int)

$(WEB)/check.linked.wasm: $(WEB_PARTS) Sources/Bindings/Web/check.exports
	$(web_link)
$(WEB)/full.linked.wasm: $(WEB_PARTS) Sources/Bindings/Web/check.exports Sources/Bindings/Web/full.exports
	$(web_link)

# --low-memory-unused is permitted, because the first addresses of memory hold only the stack.
$(WEB_PACKAGE)/%.wasm: $(WEB)/%.linked.wasm | $(WEB_PACKAGE)
	wasm-opt $(WEB_FEATURES) -Oz --converge --low-memory-unused $< -o $@

# The module as a function that takes its imports and returns its exports.
$(WEB_PACKAGE)/%.fallback.mjs: $(WEB_PACKAGE)/%.wasm
	wasm2js $(WEB_FEATURES) -Oz --emscripten $< -o $(WEB)/$*.js
	sed '1s/^function instantiate(/export &/' $(WEB)/$*.js > $@
	grep -q '^export function instantiate(' $@

# ---- The package ----

$(WEB_PACKAGE)/languages/index.mjs: Sources/Bindings/Web/languages.py $(MESSAGES) | $(WEB_PACKAGE)
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) $< $(@D) \
	  $(foreach language,$(LANGUAGES),$(language)=$(NATIVE_BUILD)/locale/$(language)/LC_MESSAGES/passwordrules.mo)

# Only the most common words of each list: the library's list is too long for a page.
WEB_WORDS := 2000
$(WEB_PACKAGE)/common.ranks: $(NATIVE_BUILD)/ranked $(TOOL) | $(WEB_PACKAGE)
	rm -rf $(WEB)/ranked && mkdir $(WEB)/ranked
	for list in $</*; do head -n $(WEB_WORDS) "$$list" > $(WEB)/ranked/"$${list##*/}"; done
	$(TOOL) ranks build -o $@ --passphrase-words $(WEB)/ranked/*

$(WEB_PACKAGE)/package.json: Sources/Bindings/Web/package.json Makefile | $(WEB_PACKAGE)
	sed 's/@VERSION@/$(VERSION)/' $< > $@

WEB_FILES := $(addprefix $(WEB_PACKAGE)/,check.wasm full.wasm check.fallback.mjs full.fallback.mjs languages/index.mjs \
               common.ranks package.json README.md LICENSE $(notdir $(WEB_SOURCES)))

$(addprefix $(WEB_PACKAGE)/,$(notdir $(WEB_SOURCES))): $(WEB_PACKAGE)/%: Sources/Bindings/Web/% | $(WEB_PACKAGE)
	cp $< $@
$(WEB_PACKAGE)/README.md: Sources/Bindings/Web/README.md | $(WEB_PACKAGE)
	cp $< $@
$(WEB_PACKAGE)/LICENSE: LICENSE | $(WEB_PACKAGE)
	cp $< $@

# The folder in the archive has the name that `npm pack` uses. The archive is reproducible.
$(WEB_ARCHIVE): $(WEB_FILES)
	tar --create --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar \
	  --transform='s,^\.,package,' --directory=$(WEB_PACKAGE) . | gzip -9n > $@

# ---- The page for writing rules ----

# The page has one script, because a page that is opened from a file cannot load ES modules. Only the JavaScript engine, for
# hosts whose Content Security Policy forbids WebAssembly, is a separate file.
WEB_PAGE     := $(WEB)/tool
WEB_BUNDLED  := $(WEB)/bundled
RULES_PAGE   := $(WEB_PAGE)/tool.js
$(RULES_PAGE): $(WEB_FILES) $(wildcard Sources/Bindings/Web/tool/*)
	rm -rf $(WEB_PAGE) $(WEB_BUNDLED) && mkdir -p $(WEB_PAGE)
	cp -R $(WEB_PACKAGE) $(WEB_BUNDLED) && cp -R Sources/Bindings/Web/tool $(WEB_BUNDLED)
	cp $(addprefix $(WEB_BUNDLED)/,tool/index.html tool/tool.css element.css full.fallback.mjs) $(WEB_PAGE)
	esbuild $(WEB_BUNDLED)/tool/tool.mjs --bundle --format=iife --target=es2022 --charset=utf8 --minify-syntax \
	  --minify-whitespace --loader:.wasm=binary --loader:.ranks=binary '--external:./*.fallback.mjs' \
	  --log-override:empty-import-meta=silent --log-level=warning --outfile=$@

.PHONY: renew-screenshots
# Copies the screenshots that test-web took to the folder that the README shows. Look at them before you commit them.
renew-screenshots:
	cp $(WEB)/screenshots/*.png Sources/Bindings/Web/Screenshots
