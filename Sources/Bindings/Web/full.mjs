// The engine with everything: adds descriptions, counts, generated passwords, policies and strength to
// check.mjs.

import { CheckEngine, CheckRules, Checkable, Handle } from './check.mjs';
import { PolicyError, RanksError } from './errors.mjs';
import { Status } from './status.mjs';
import { indexOfScalar } from './positions.mjs';
import { CONTEXT, GENERATED, GENERATE_OPTIONS, ORIGIN, PIECE, STRENGTH_INFO } from './structs.mjs';

const FORMAT_MINIFIED = 1, POLICY_ALONE = 4, GENERATE_MAX = 1024, GENERATE_COUNT_MAX = 1_000_000;
const STYLES = ['', 'random', 'readable', 'words'];
const ENFORCEMENTS = ['no', 'audit', 'warn', 'yes'];
const LEVELS = ['very-weak', 'weak', 'fair', 'good', 'strong'];
const COMMON_RANKS = '/common.ranks';

/** Checks a whole number that fits into the module's size_t. */
function size(number, name) {
  if (!Number.isInteger(number) || number < 0 || number > 0x7fffffff) throw new TypeError(`${name} must be a whole number`);
  return number;
}

/** Codes of diagnostics about the key of a setting. Positions in others count from the start of its value. */
const ABOUT_KEYS = new Set([201, 202, 203, 206]);

/** Finds the setting that a diagnostic is about by its key: the first of several with the same key. */
function settingFinder(settings) {
  return (source, code, line) => {
    const index = settings.findIndex((text) => /^[ \t]*([^\s=]*)/.exec(text)[1] === source);
    if (index < 0) return { text: '', line, from: 0 };
    const text = settings[index], value = /^[^=]*=[ \t]*/.exec(text);
    return { text, line: line && index + 1, from: ABOUT_KEYS.has(code) || value === null ? 0 : value[0].length };
  };
}

function bytesOf(source) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source.slice(0));
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice();
  throw new TypeError('these are not bytes');
}

/** Puts a file into an instance, and returns a function that removes it. */
function putFile(instance, path, bytes) {
  const at = instance.keep(bytes), name = instance.cText(path), { exports } = instance;
  if (exports.passwordrules_web_put_file(name, at, bytes.length) !== 1) {
    exports.free(at);
    throw new TypeError('too many lists');
  }
  return () => {
    exports.passwordrules_web_put_file(instance.cText(path), 0, 0);
    exports.free(at);
  };
}

/** Puts several files there, or none if it fails, and returns functions that remove them. */
function putFiles(instance, paths, lists) {
  const removals = [];
  try {
    lists.forEach((bytes, index) => removals.push(putFile(instance, paths[index], bytes)));
  } catch (error) {
    for (const remove of removals) remove();
    throw error;
  }
  return removals;
}

function writeContext(instance, context) {
  const at = instance.struct(CONTEXT.size), set = (name, word) => instance.setWord(at + CONTEXT[name], word);
  for (const name of ['user', 'fullName', 'home', 'service']) set(name, instance.cText(context[name]));
  set('byAdministrator', context.byAdministrator ? 1 : 0);
  set('expired', context.expired ? 1 : 0);
  if (context.oldPassword !== undefined && context.oldPassword !== null) {
    const old = instance.text(String(context.oldPassword));
    set('oldPassword', old.at);
    set('oldPasswordLength', old.length);
  }
  const words = context.words ?? [];
  set('words', words.length === 0 ? 0 : instance.cTexts(words));
  set('wordCount', words.length);
  return at;
}

function readPiece(instance, struct, password) {
  const start = instance.word(struct + PIECE.start), end = instance.word(struct + PIECE.end);
  return Object.freeze({
    kind: instance.string(instance.word(struct + PIECE.name)), start: indexOfScalar(password, start),
    end: indexOfScalar(password, end), rank: instance.word(struct + PIECE.rank),
  });
}

/** The passwords in a buffer, with their properties. */
function readGenerated(instance, text, struct) {
  const passwords = Object.freeze(text.split('\n'));
  return Object.freeze({
    password: passwords[0], passwords, entropy: instance.double(struct + GENERATED.entropy),
    style: STYLES[instance.word(struct + GENERATED.style)], requested: STYLES[instance.word(struct + GENERATED.requested)],
    length: instance.word(struct + GENERATED.length), excluded: instance.word(struct + GENERATED.excluded) === 1,
    fallsShort: instance.word(struct + GENERATED.fallsShort) === 1,
  });
}

export class Engine extends CheckEngine {
  #ranks = null;
  #listCount = 0;

  get rulesClass() {
    return Rules;
  }

  statusText(status) {
    return this.instance.string(this.instance.exports.passwordrules_status_text(status));
  }

  lint(text) {
    text = String(text);
    return this.run((instance) => {
      const { at, length } = instance.text(text), out = instance.take(4);
      const status = instance.exports.passwordrules_lint(at, length, 0, out);
      const found = this.takeDiagnostics(instance, instance.word(out), (source, code, line) => ({ text, line, from: 0 }));
      if (status === Status.ENOMEM || status === Status.EINVAL) throw this.failure(status);
      return found;
    });
  }

  policy(settings, blocklists = []) {
    const texts = (typeof settings === 'string' ? settings.split(/\r?\n/) : [...settings].map(String))
      .filter((line) => !/^\s*(#|$)/.test(line));
    const lists = blocklists.map(bytesOf), paths = lists.map(() => `/list-${++this.#listCount}`);
    // A page does not have the lists that presets name.
    const all = [...texts, 'blocklist=', ...paths.map((path) => `blocklist=${path}`)];
    let diagnostics, removals = [];
    const make = (instance) => {
      // A new instance needs the list of ranked words first.
      this.#ranks?.in(instance);
      // cTexts throws if a text contains a NUL. It comes before putFiles, so that no file is left behind.
      const settings = instance.cTexts(all), out = instance.take(8), { exports } = instance;
      removals = putFiles(instance, paths, lists);
      const status = exports.passwordrules_policy_load(0, settings, all.length, POLICY_ALONE, out, out + 4);
      const policy = instance.word(out);
      // A new instance makes the same diagnostics again, which must also be freed.
      diagnostics = this.takeDiagnostics(instance, instance.word(out + 4), settingFinder(all));
      if (status === Status.OK) return policy;
      for (const remove of removals) remove();
      // The library's message names Debian packages, which a page does not have.
      if (this.#ranks === null && diagnostics.some((one) => one.text.includes(COMMON_RANKS)))
        throw new PolicyError('min-guesses needs a list of ranked words: call loadRanks() first', status, diagnostics);
      throw this.failure(status, diagnostics);
    };
    const handle = new Handle(this, make, (instance, at) => {
      instance.exports.passwordrules_policy_free(at);
      for (const remove of removals) remove();
    });
    this.run((instance) => handle.in(instance));
    return new Policy(this, handle, diagnostics);
  }

  get hasRanks() {
    return this.#ranks !== null;
  }

  /** Takes the bytes of a list of ranked words. */
  useRanks(source) {
    const bytes = bytesOf(source);
    let remove;
    const make = (instance) => {
      remove = putFile(instance, COMMON_RANKS, bytes);
      const out = instance.take(8), { exports } = instance;
      const status = exports.passwordrules_ranks_open(0, 0, out, out + 4);
      const ranks = instance.word(out);
      const diagnostics = this.takeDiagnostics(instance, instance.word(out + 4), settingFinder([]));
      if (status === Status.OK) return ranks;
      remove();
      throw this.failure(status, diagnostics);
    };
    const handle = new Handle(this, make, (instance, at) => {
      instance.exports.passwordrules_ranks_free(at);
      remove();
    });
    this.#ranks?.dispose();
    this.#ranks = null;
    this.run((instance) => handle.in(instance));
    this.#ranks = handle;
  }

  strength(password, context = {}) {
    password = String(password);
    if (this.#ranks === null) throw new RanksError('no list of ranked words was loaded', Status.ERANKS);
    return this.run((instance) => {
      const { exports } = instance, ranks = this.#ranks.in(instance), circumstances = writeContext(instance, context);
      const { at, length } = instance.text(password), out = instance.take(4);
      const status = exports.passwordrules_strength_estimate(ranks, circumstances, at, length, out);
      if (status !== Status.OK) throw this.failure(status);
      const strength = instance.word(out);
      try {
        return this.#readStrength(instance, strength, password);
      } finally {
        if (!instance.isBroken) exports.passwordrules_strength_free(strength);
      }
    });
  }

  #readStrength(instance, strength, password) {
    const { exports } = instance, info = instance.struct(STRENGTH_INFO.size), struct = instance.struct(PIECE.size);
    const language = this.languageIn(instance), pieces = [], advice = [];
    exports.passwordrules_strength_get_info(strength, info);
    const member = (name) => instance.word(info + STRENGTH_INFO[name]);
    for (let index = 0; index < member('pieceCount'); index++) {
      exports.passwordrules_strength_piece(strength, index, struct);
      pieces.push(readPiece(instance, struct, password));
    }
    for (let index = 0; index < member('adviceCount'); index++)
      advice.push(this.written(
        instance, (...buffer) => exports.passwordrules_strength_advice(strength, index, language, ...buffer), 512));
    return Object.freeze({
      guessesLog10: instance.double(info + STRENGTH_INFO.guessesLog10), level: LEVELS[member('level')], score: member('level'),
      cut: member('cut') === 1, pieces: Object.freeze(pieces), advice: Object.freeze(advice),
    });
  }
}

export class Rules extends CheckRules {
  #policy = null;

  #written(call, length) {
    return this.run((instance, rules) => this.engine.written(instance, (...buffer) => call(instance, rules, buffer), length));
  }

  describe() {
    // Only a policy has the description for the user who chooses a password.
    const text = this.format({ minified: true });
    // A descriptor may demand nothing, but a policy without rules is an error.
    if (text === '') return Object.freeze([]);
    this.#policy ??= this.engine.policy([`rules=${text}`, 'enforce=yes']);
    return this.#policy.describe();
  }

  explain() {
    const text = this.#written((instance, rules, buffer) =>
      instance.exports.passwordrules_explain(rules, this.engine.languageIn(instance), ...buffer), 2048);
    return Object.freeze(text === '' ? [] : text.split('\n'));
  }

  format({ minified = false } = {}) {
    return this.#written((instance, rules, buffer) =>
      instance.exports.passwordrules_format(rules, minified ? FORMAT_MINIFIED : 0, ...buffer), 1024);
  }

  count(length = 0) {
    size(length, 'length');
    let entropy;
    const digits = this.#written((instance, rules, buffer) => {
      const out = instance.take(8), status = instance.exports.passwordrules_count(rules, length, ...buffer, out);
      entropy = instance.double(out);
      return status;
    }, 512);
    return Object.freeze({ number: BigInt(digits), entropy });
  }

  shortestLength(entropy) {
    return this.run((instance, rules) => {
      const out = instance.take(4);
      const status = instance.exports.passwordrules_shortest_length(rules, Number(entropy), out);
      if (status !== Status.OK) throw this.engine.failure(status);
      return instance.word(out);
    });
  }

  generate({ length = 0, entropy = 0, style, exclude, count = 1 } = {}) {
    size(length, 'length');
    if (size(count, 'count') < 1 || count > GENERATE_COUNT_MAX) throw new TypeError('count must be from 1 to 1,000,000');
    const wanted = style === undefined ? 0 : STYLES.indexOf(style, 1);
    if (wanted < 0) throw new TypeError(`unknown style ${style}`);
    return this.run((instance, rules) => {
      const options = instance.struct(GENERATE_OPTIONS.size), struct = instance.struct(GENERATED.size);
      instance.setWord(options + GENERATE_OPTIONS.length, length);
      instance.view.setFloat64(options + GENERATE_OPTIONS.entropy, Number(entropy), true);
      instance.setWord(options + GENERATE_OPTIONS.style, wanted);
      instance.setWord(options + GENERATE_OPTIONS.exclude, instance.cText(exclude));
      instance.setWord(options + GENERATE_OPTIONS.count, count);
      const text = this.engine.written(instance, (...buffer) =>
        instance.exports.passwordrules_generate(rules, options, ...buffer, struct), GENERATE_MAX + 1);
      return readGenerated(instance, text, struct);
    });
  }

  dispose() {
    this.#policy?.dispose();
    super.dispose();
  }
}

export class Policy extends Checkable {
  #withReport(password, context, body) {
    return this.run((instance, policy) => {
      const { exports } = instance, circumstances = writeContext(instance, context);
      const { at, length } = instance.text(password), out = instance.take(4);
      const status = exports.passwordrules_policy_check(policy, circumstances, at, length, out);
      if (status !== Status.OK) throw this.engine.failure(status);
      const report = instance.word(out);
      try {
        return body(instance, policy, report);
      } finally {
        if (!instance.isBroken) exports.passwordrules_report_free(report);
      }
    });
  }

  check(password, context = {}) {
    password = String(password);
    return this.#withReport(password, context, (instance, policy, report) => {
      const { exports } = instance, origin = instance.struct(ORIGIN.size), piece = instance.struct(PIECE.size);
      return this.engine.readReport(instance, report, (outcome, index) => {
        const status = exports.passwordrules_policy_origin(policy, report, index, origin);
        if (status !== Status.OK) throw this.engine.failure(status);
        const text = (name) => instance.string(instance.word(origin + ORIGIN[name]));
        const key = text('key');
        if (key !== '')
          outcome.origin = Object.freeze({ key, setting: instance.word(origin + ORIGIN.line), preset: text('preset') || null });
        if (outcome.kind !== 'min-guesses' || outcome.met) return;
        const pieces = [];
        while (exports.passwordrules_report_piece(report, pieces.length, piece) === Status.OK)
          pieces.push(readPiece(instance, piece, password));
        outcome.pieces = Object.freeze(pieces);
      });
    });
  }

  accepts(password, context = {}) {
    return this.#withReport(String(password), context, (instance, policy, report) =>
      instance.exports.passwordrules_report_accepted(report) === 1);
  }

  description(context = {}) {
    return this.run((instance, policy) => this.engine.written(instance, (...buffer) =>
      instance.exports.passwordrules_policy_describe(
        policy, writeContext(instance, context), this.engine.languageIn(instance), ...buffer), 2048));
  }

  describe(context = {}) {
    // The first line is the heading. The rules of alternatives are indented by six spaces.
    return Object.freeze(this.description(context).split('\n').slice(1).map((line) => line.replace(/^ *- /, '')));
  }

  enforcement(context = {}) {
    return this.run((instance, policy) =>
      ENFORCEMENTS[instance.exports.passwordrules_policy_enforcement(policy, writeContext(instance, context))]);
  }

  generate(context = {}) {
    return this.run((instance, policy) => {
      const struct = instance.struct(GENERATED.size), circumstances = writeContext(instance, context);
      const text = this.engine.written(instance, (...buffer) =>
        instance.exports.passwordrules_policy_suggest(policy, circumstances, ...buffer, struct), GENERATE_MAX + 1);
      return readGenerated(instance, text, struct);
    });
  }
}
