/** Checks and generates passwords by a password rules descriptor, or by a server's policy. */

// ---- Loading ----

/**
 * Where a module comes from: an address, relative to this file instead of the page; its bytes; or a compiled
 * module. By default, it is the file of this package.
 */
export type Source = Bytes | string | URL | Promise<Bytes>;
export type Bytes = BufferSource | Response | WebAssembly.Module;

export interface LoadOptions {
  /**
   * When to use the JavaScript build, for pages whose Content Security Policy forbids WebAssembly: `auto`
   * (the default), if the module cannot be compiled or the package's file cannot be fetched; `never`; or
   * `always`.
   */
  fallback?: 'auto' | 'never' | 'always';
  /** The language of messages; English by default. */
  language?: Language | null;
  /** The maximum memory of the engine, in bytes; 64 MiB by default. */
  memory?: number;
}

/** Loads the engine with everything. */
export function load(source?: Source | null, options?: LoadOptions): Promise<Engine>;
/** Loads the small engine, which parses descriptors, checks passwords, and writes messages. */
export function loadCheck(source?: Source | null, options?: LoadOptions): Promise<CheckEngine>;

/** A catalogue, the default export of the modules in `languages/`: `import de from
 * 'passwordrules/languages/de.mjs'`. */
export interface Language {
  /** The tag for the attribute `lang`, such as `pt-BR`. */
  readonly tag: string;
  /** The messages with their placeholders, by the English ones; a list has the plural forms. Missing ones
   * stay in English. */
  readonly messages: Readonly<Record<string, string | readonly string[]>>;
  /** The index of the plural form for a count. */
  plural(count: number): number;
}

/** The tags of all languages in `languages/`. English is built in. */
export const languages: readonly string[];
/** Imports the language that best suits preferences such as `navigator.languages`; null for English. */
export function loadLanguage(preferred: string | readonly string[]): Promise<Language | null>;

// ---- The engine ----

export interface CheckEngine {
  /** The version of the engine: three numbers separated by periods. */
  readonly version: string;
  /** Whether it runs as WebAssembly or as JavaScript. */
  readonly build: 'wasm' | 'js';
  /** The language of messages. Set it at any time; null is English. */
  language: Language | null;
  /**
   * Parses a descriptor. Lenient parsing, for descriptors from web pages, leaves out invalid properties, with
   * a diagnostic.
   *
   * @throws DescriptorError for any mistake, unless lenient
   */
  parse(text: string, options?: ParseOptions): CheckRules;
  /** The engine's memory, in bytes. It never shrinks. */
  readonly memorySize: number;
}

export interface Engine extends CheckEngine {
  parse(text: string, options?: ParseOptions): Rules;
  /** Finds all mistakes in a descriptor, and rules that are unwise, without effect, or read differently by
   * others. */
  lint(text: string): readonly Diagnostic[];
  /**
   * Reads a policy: settings such as "min-classes=3", as in a policy file, or a text with one per line, such
   * as the output of `passwordrules policy --public`.
   *
   * @param blocklists the bytes of lists of forbidden passwords, built by `passwordrules blocklist build`
   * @throws PolicyError for any mistake
   */
  policy(settings: string | readonly string[], blocklists?: readonly BufferSource[]): Policy;
  /**
   * Estimates how many guesses a password withstands.
   *
   * @throws RanksError before `loadRanks`
   */
  strength(password: string, context?: Context): Strength;
  /** Loads a list of ranked words for `strength` and `min-guesses`; by default, the small list of this
   * package. */
  loadRanks(source?: Source | null): Promise<void>;
  /** Whether `loadRanks` has been called. */
  readonly hasRanks: boolean;
}

export interface ParseOptions {
  lenient?: boolean;
}

/** The circumstances of a change: who makes it, and how. They are not stored. */
export interface Context {
  /** The user name. One with a domain, such as a mail address, is compared with and without it. */
  user?: string;
  fullName?: string;
  home?: string;
  /** The password that is replaced; "" if there is none, so that `describe` leaves out the demands about
   * it. */
  oldPassword?: string;
  /** The service, such as "passwd"; see exempt-services in passwordrules.conf(5). */
  service?: string;
  byAdministrator?: boolean;
  expired?: boolean;
  /** Other words related to the person, such as the parts of a mail address. */
  words?: readonly string[];
}

export interface CheckOptions {
  /** Applies the strict reading, used for generating passwords, instead of the written one. */
  strict?: boolean;
}

/** The members that rules and policies have in common. */
export interface Checkable {
  /** Checks a password, in time linear in its length. */
  check(password: string, context?: Context & CheckOptions): Report;
  /** Returns whether the password is accepted. It is faster than `check`. */
  accepts(password: string, context?: Context & CheckOptions): boolean;
  /** Frees the engine's memory for this object, which cannot be used afterwards. Calling it again has no
   * effect. */
  dispose(): void;
}

export interface CheckRules extends Checkable {
  /** The diagnostics about the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A parsed descriptor. */
export interface Rules extends CheckRules {
  /** Describes the rules for the user who chooses a password, one line per rule; empty if nothing is
   * demanded. */
  describe(): readonly string[];
  /** Describes the rules for their author, one sentence each, and the number of passwords. */
  explain(): readonly string[];
  /** Writes the rules as a descriptor in a fixed form. Minified, nothing is added to what the author
   * wrote. */
  format(options?: { minified?: boolean }): string;
  /**
   * Counts the passwords of a length in the strict reading, exactly; by default, of the length of a generated
   * password.
   *
   * @throws GenerationError if there are too many requirements, or the length is above the maximum
   */
  count(length?: number): Count;
  /**
   * Finds the shortest length at which passwords have this entropy, in bits.
   *
   * @throws GenerationError if there is none
   */
  shortestLength(entropy: number): number;
  /**
   * Generates a password, and returns it with its properties. All possible passwords are equally likely.
   * Passwords are plain strings, which JavaScript cannot wipe.
   *
   * @throws GenerationError if there is none
   */
  generate(options?: GenerateOptions): Generated;
}

/** A policy, read from settings. */
export interface Policy extends Checkable {
  /** The diagnostics about the settings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Describes the policy for the user who chooses a password, one line for each rule or alternative. */
  describe(context?: Context): readonly string[];
  /** The library's own text for this, with a heading and indents. */
  description(context?: Context): string;
  /** Returns what the server does with a refused password. */
  enforcement(context?: Context): Enforcement;
  /**
   * Generates a password that the policy accepts, by its keys suggest-style, suggest-entropy and
   * suggest-exclude.
   *
   * @throws GenerationError if there is none
   */
  generate(context?: Context): Generated;
}

// ---- Results ----

/** The result of a check. It contains no part of the password, but its numbers reveal something about it: do
 * not log them. */
export interface Report {
  readonly accepted: boolean;
  /** How much of the demands is met, from 0 to 1; 1 if and only if the password is accepted. */
  readonly progress: number;
  /** An outcome for every rule: first ill-formed text, then what can be missing, then what can be wrong. */
  readonly outcomes: readonly Outcome[];
  /** The messages of the unmet rules. */
  readonly missing: readonly string[];
}

/** The outcome of one rule. */
export interface Outcome {
  readonly kind: Kind;
  readonly met: boolean;
  /** The number that the rule sets. */
  readonly limit: number;
  /** The number that the password has; what is counted depends on the kind. */
  readonly actual: number;
  /** A short line, such as "6 more characters needed (6 of 12)" or, if it is met, "at least 12
   * characters". */
  readonly message: string;
  /** For `required`, `allowed`, `at-least` and an unmet `min-classes`, the characters, such as "upper,[-_]";
   * else "". */
  readonly characters: string;
  /** The setting that demands it; null in a report of rules, and for demands of every policy. */
  readonly origin: Origin | null;
  /** For an unmet `min-guesses`, the pieces of the password, without ranks; else empty. */
  readonly pieces: readonly Piece[];
}

export interface Origin {
  /** The key, such as "min-classes". */
  readonly key: string;
  /** The number of the setting, from 1; 0 if it is built in. */
  readonly setting: number;
  readonly preset: string | null;
}

// "make generate" writes the kinds, up to the end of this part, from the Swift sources.
/** Kinds of outcome, by the names that the library gives them. Newer engines may have more. */
export type Kind =
  | 'minlength' | 'required' | 'allowed' | 'maxlength' | 'max-repeating' | 'max-sequential' | 'max-consecutive'
  | 'encoding' | 'max-bytes' | 'username' | 'username-parts' | 'full-name' | 'home-directory' | 'old-password-same'
  | 'old-password-case' | 'old-password-reversed' | 'old-password-rotated' | 'old-password-contained'
  | 'old-password-changes' | 'palindrome' | 'min-classes' | 'at-least' | 'max-class-repeating' | 'min-different'
  | 'max-keyboard' | 'words' | 'min-words' | 'or' | 'blocklist' | 'blocklist-unreadable' | 'nul'
  | 'max-consecutive-strict' | 'min-guesses' | 'max-repeated-piece' | 'old-password-similar' | 'history' | (string & {});
// end of the kinds

export interface Diagnostic {
  readonly severity: 'note' | 'warning' | 'error';
  /** A stable number: 1xx for descriptors, 2xx for policies, 3xx for files. */
  readonly code: number;
  /** One English sentence. */
  readonly text: string;
  /** The key of the setting; "" for a descriptor. */
  readonly source: string;
  /** The line of a descriptor, or the number of a policy's setting, from 1; 0 if it is about the whole. */
  readonly line: number;
  /** The start of its range in the text or setting, in UTF-16 code units, as for `slice`. */
  readonly start: number;
  /** The end of its range; equal to `start` if something is missing. */
  readonly end: number;
}

export interface Count {
  readonly number: bigint;
  /** The binary logarithm of the number; 0 if the number is 0. */
  readonly entropy: number;
}

export type Style = 'random' | 'readable' | 'words';

export interface GenerateOptions {
  /** The length in characters; by default, the length that the rules, style and entropy require. */
  length?: number;
  /** The minimum entropy in bits, up to 1,024; 71 by default. Ignored if a length is given. */
  entropy?: number;
  style?: Style;
  /**
   * Characters to avoid as far as the rules permit, such as "ambiguous, [aeiou]". A space as the first or
   * last character is always avoided, except with "none".
   */
  exclude?: string;
  /** The number of passwords, which are all different; 1 by default. */
  count?: number;
}

export interface Generated {
  /** The first password. */
  readonly password: string;
  readonly passwords: readonly string[];
  /** The exact entropy of each password in bits; 0 if they cannot be counted. */
  readonly entropy: number;
  readonly style: Style;
  /** The requested style, which may have been impossible. */
  readonly requested: Style;
  /** The length in characters; for words, the maximum length. */
  readonly length: number;
  /** Whether the passwords avoid all excluded characters. */
  readonly excluded: boolean;
  /** Whether the entropy is below the requested minimum, because the rules or the length permit no more. */
  readonly fallsShort: boolean;
}

export type Enforcement = 'no' | 'audit' | 'warn' | 'yes';
export type Level = 'very-weak' | 'weak' | 'fair' | 'good' | 'strong';

/** How strong a password is. It reveals much about the password: do not log it. */
export interface Strength {
  /** The decimal logarithm of the number of guesses. */
  readonly guessesLog10: number;
  readonly level: Level;
  /** The level as a number, 0 to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Whether the password was longer than 256 characters, and only those were estimated. */
  readonly cut: boolean;
  readonly pieces: readonly Piece[];
  /** At most three sentences for the user, without any part of the password. */
  readonly advice: readonly string[];
}

/** A piece of a password: `password.slice(start, end)`, in UTF-16 code units. */
export interface Piece {
  /** The kind, such as "word" or "keyboard-walk". */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** The approximate rank of a listed word; else 0. */
  readonly rank: number;
}

// ---- Errors ----

/** The base of the engine's errors. The message is an English sentence. */
export class PasswordRulesError extends Error {
  /** The number of the status, as in passwordrules.h. */
  readonly status: number;
  readonly diagnostics: readonly Diagnostic[];
}
/** A mistake in a descriptor. */
export class DescriptorError extends PasswordRulesError {}
/** A mistake in settings, or in their blocklists. */
export class PolicyError extends PasswordRulesError {}
/** A list of ranked words that is damaged or was not loaded. */
export class RanksError extends PasswordRulesError {}
/** Passwords cannot be generated or counted. */
export class GenerationError extends PasswordRulesError {}
/** Out of memory. The engine and its objects can still be used. */
export class OutOfMemoryError extends PasswordRulesError {}

// ---- The typed builder ----

export { descriptor, type Descriptor, type CharacterClass } from './builder.mjs';
