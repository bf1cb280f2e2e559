// The engine that loadCheck() loads: parses descriptors, checks passwords, and writes messages. full.mjs
// extends it.

import { OutOfMemoryError, failure } from './errors.mjs';
import { Instance, OutOfMemory, Trap, isTrap } from './instance.mjs';
import { Status } from './status.mjs';
import { indexOfByte } from './positions.mjs';
import { DIAGNOSTIC, OUTCOME } from './structs.mjs';

const PARSE_LENIENT = 2, CHECK_STRICT_READING = 1;
const SEVERITIES = ['', 'note', 'warning', 'error'];
/** The maximum memory of an instance by default, in bytes. */
const MEMORY = 64 * 1024 * 1024;
/**
 * The bytes of the stack to wipe after a parse or a check, which use about 600. Wiping the whole stack takes
 * longer than the call (see bench.mjs).
 */
const SHORT_STACK = 2048;
const NOTHING = Object.freeze([]);

/** An object in the module's memory. If the module traps, the object is made again in the new instance. */
export class Handle {
  #engine;
  #make;
  #free;
  #instance = null;
  #pointer = 0;
  #isDisposed = false;

  /**
   * @param make makes the object in an instance, and returns its address
   * @param free frees the object
   */
  constructor(engine, make, free) {
    this.#engine = engine;
    this.#make = make;
    this.#free = free;
  }

  /** The object's address in this instance. */
  in(instance) {
    if (this.#isDisposed) throw new TypeError('this object has been disposed of');
    if (this.#instance !== instance) {
      this.#pointer = this.#make(instance);
      this.#instance = instance;
    }
    return this.#pointer;
  }

  dispose() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    if (this.#instance === null || this.#instance.isBroken) return;
    this.#engine.run((instance) => this.#free(instance, this.#pointer), SHORT_STACK);
  }
}

export class CheckEngine {
  #start;
  #allowed;
  #language = null;
  #instance;
  #report;
  /** The names of kinds, by their addresses, which are constant within an instance. */
  #names = new Map();

  /** @param start starts a new instance of the module with the given imports, and returns its exports */
  constructor(start, build, { language = null, memory = MEMORY } = {}) {
    this.#start = start;
    this.build = build;
    this.#allowed = memory;
    this.#begin();
    this.language = language;
    this.version = this.run((instance) => instance.string(instance.exports.passwordrules_version()));
    this.#report = new Handle(
      this, (instance) => this.#createReport(instance),
      (instance, at) => instance.exports.passwordrules_report_free(at));
  }

  #begin() {
    this.#names.clear();
    try {
      this.#instance = new Instance(
        this.#start, (english, isPlural, count) => this.#message(english, isPlural, count), this.#allowed);
    } catch (error) {
      throw isTrap(error) || error instanceof OutOfMemory ? new OutOfMemoryError() : error;
    }
  }

  /** Starts an instance now, so that the next call is not slow. If that fails, the next call tries again. */
  #tryToBegin() {
    try {
      this.#begin();
    } catch {
      // The caller gets an OutOfMemoryError in any case.
    }
  }

  /** The translation of a message. `english` is its text in English, in the singular. */
  #message(english, isPlural, count) {
    const found = this.#language.messages[english];
    return isPlural && Array.isArray(found) ? found[this.#language.plural(count)] : found;
  }

  get language() {
    return this.#language;
  }

  set language(language) {
    if (language !== null && typeof language?.plural !== 'function') throw new TypeError('this is not a language');
    this.#instance.forgetMessages();
    this.#language = language;
  }

  get memorySize() {
    return this.#instance.bytes.length;
  }

  /** The instance, for tests. */
  get instance() {
    return this.#instance;
  }

  /** Calls `body` with the instance. If the module traps, a new instance is started. */
  run(body, stack) {
    try {
      // A broken instance was wiped and must not be called. There may be memory for a new one by now.
      if (this.#instance.isBroken) this.#begin();
      return this.#instance.run(body, stack);
    } catch (error) {
      if (error instanceof Trap) this.#tryToBegin();
      if (error instanceof Trap || error instanceof OutOfMemory) throw new OutOfMemoryError();
      throw error;
    }
  }

  /** The address of the language; 0 for English. */
  languageIn(instance) {
    return this.#language === null ? 0 : instance.exports.passwordrules_web_language();
  }

  /** A message for a status. The texts of the library are only in the full module. */
  statusText(status) {
    return `the engine returned the status ${status}`;
  }

  failure(status, diagnostics) {
    return failure(status, this.statusText(status), diagnostics);
  }

  /** The text that a function of the library writes. */
  written(instance, call, size) {
    return instance.written(call, size, (status) => {
      throw this.failure(status);
    });
  }

  /**
   * Reads the diagnostics at an address, and frees them.
   *
   * @param find finds the text that a diagnostic is about: (source, code, line) => { text, line, from }. Offsets count from the
   * index `from` in it.
   */
  takeDiagnostics(instance, at, find) {
    if (at === 0) return NOTHING;
    const { exports } = instance, struct = instance.struct(DIAGNOSTIC.size), found = [];
    const count = exports.passwordrules_diagnostics_count(at);
    for (let index = 0; index < count; index++) {
      exports.passwordrules_diagnostics_get(at, index, struct);
      const member = (name) => instance.word(struct + DIAGNOSTIC[name]);
      const code = member('code'), source = instance.string(member('source'));
      const { text, line, from } = find(source, code, member('line'));
      const position = (offset) => from + indexOfByte(text.slice(from), offset), offset = member('offset');
      found.push(Object.freeze({
        severity: SEVERITIES[member('severity')], code, text: instance.string(member('text')), source, line,
        start: position(offset), end: position(offset + member('length')),
      }));
    }
    exports.passwordrules_diagnostics_free(at);
    return Object.freeze(found);
  }

  /** The class of the objects that `parse` returns. */
  get rulesClass() {
    return CheckRules;
  }

  parse(text, { lenient = false } = {}) {
    text = String(text);
    let diagnostics;
    const make = (instance) => {
      const { at, length } = instance.text(text), out = instance.take(8);
      const status = instance.exports.passwordrules_parse(at, length, lenient ? PARSE_LENIENT : 0, out, out + 4);
      const rules = instance.word(out);
      // `make` also runs in each new instance, which makes the same diagnostics again. They must be freed,
      // too.
      diagnostics = this.takeDiagnostics(instance, instance.word(out + 4), (source, code, line) => ({ text, line, from: 0 }));
      if (status !== Status.OK) throw this.failure(status, diagnostics);
      return rules;
    };
    const handle = new Handle(this, make, (instance, at) => instance.exports.passwordrules_rules_free(at));
    this.run((instance) => handle.in(instance), SHORT_STACK);
    return new this.rulesClass(this, handle, diagnostics);
  }

  #createReport(instance) {
    const out = instance.take(4), status = instance.exports.passwordrules_report_create(out);
    if (status !== Status.OK) throw this.failure(status);
    return instance.word(out);
  }

  /** Checks a password by rules. Returns the address of the report, which the next check overwrites. */
  checkByRules(instance, rules, password, isStrict) {
    const report = this.#report.in(instance), { at, length } = instance.text(password);
    const flags = isStrict ? CHECK_STRICT_READING : 0;
    const status = instance.exports.passwordrules_check_into(rules, at, length, flags, report);
    if (status !== Status.OK) throw this.failure(status);
    return report;
  }

  /** The report at an address, as plain data. `more` adds the members that only a policy's outcomes have. */
  readReport(instance, report, more = () => null) {
    const { exports } = instance, struct = instance.struct(OUTCOME.size), language = this.languageIn(instance), outcomes = [];
    const count = exports.passwordrules_report_count(report);
    for (let index = 0; index < count; index++) {
      exports.passwordrules_report_outcome(report, index, struct);
      const member = (name) => instance.word(struct + OUTCOME[name]);
      const met = member('met') === 1, kind = this.#name(instance, member('rule'));
      const outcome = {
        kind, met, limit: member('limit'), actual: member('actual'),
        message: this.written(
          instance, (...buffer) => exports.passwordrules_report_message(report, index, language, ...buffer), 512),
        characters: this.#characters(instance, report, index, kind), origin: null, pieces: NOTHING,
      };
      more(outcome, index);
      outcomes.push(Object.freeze(outcome));
    }
    return Object.freeze({
      accepted: exports.passwordrules_report_accepted(report) === 1, progress: exports.passwordrules_report_progress(report),
      outcomes: Object.freeze(outcomes),
      missing: Object.freeze(outcomes.filter((outcome) => !outcome.met).map((outcome) => outcome.message)),
    });
  }

  #name(instance, at) {
    let name = this.#names.get(at);
    if (name === undefined) this.#names.set(at, (name = instance.string(at)));
    return name;
  }

  #characters(instance, report, index, kind) {
    if (!['required', 'allowed', 'at-least', 'min-classes'].includes(kind)) return '';
    return this.written(
      instance, (...buffer) => instance.exports.passwordrules_report_class(report, index, ...buffer), 96);
  }
}

/** The base of rules and policies. */
export class Checkable {
  #engine;
  #handle;

  constructor(engine, handle, diagnostics) {
    this.#engine = engine;
    this.#handle = handle;
    this.diagnostics = diagnostics;
  }

  get engine() {
    return this.#engine;
  }

  /** Calls `body` with the instance and the object's address in it. */
  run(body, stack) {
    return this.#engine.run((instance) => body(instance, this.#handle.in(instance)), stack);
  }

  dispose() {
    this.#handle.dispose();
  }
}

export class CheckRules extends Checkable {
  check(password, { strict = false } = {}) {
    return this.run((instance, rules) => this.engine.readReport(
      instance, this.engine.checkByRules(instance, rules, String(password), strict)));
  }

  accepts(password, { strict = false } = {}) {
    return this.run((instance, rules) => {
      const report = this.engine.checkByRules(instance, rules, String(password), strict);
      return instance.exports.passwordrules_report_accepted(report) === 1;
    }, SHORT_STACK);
  }
}
