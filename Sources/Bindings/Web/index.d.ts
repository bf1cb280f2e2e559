/** Checks and generates passwords by a password rules descriptor, or by the policy that a server hands out. */

// ---- Loading ----

/**
 * Where a module comes from: an address, which is relative to this file and not to the page; its bytes; or a compiled module.
 * Left out: the file beside this one.
 */
export type Source = Bytes | string | URL | Promise<Bytes>;
export type Bytes = BufferSource | Response | WebAssembly.Module;

export interface LoadOptions {
  /**
   * When to use the build in JavaScript, for pages whose Content Security Policy forbids WebAssembly: `auto` (the default), where
   * the module cannot be compiled, or the file beside this one cannot be fetched; `never`; or `always`.
   */
  fallback?: 'auto' | 'never' | 'always';
  /** The language of messages; English if it is left out. */
  language?: Language | null;
  /** The most memory that the engine may take, in bytes; 64 MiB if it is left out. */
  memory?: number;
}

/** Loads the engine with everything. */
export function load(source?: Source | null, options?: LoadOptions): Promise<Engine>;
/** Loads the small engine, which parses, checks and puts into words what a password lacks. */
export function loadCheck(source?: Source | null, options?: LoadOptions): Promise<CheckEngine>;

/** A catalogue, as the modules in `languages/` export it: `import de from 'passwordrules/languages/de.mjs'`. */
export interface Language {
  /** Such as `pt-BR`, for the attribute `lang`. */
  readonly tag: string;
  /** The message for a count, with its placeholders; undefined stands for the English one. */
  readonly messages: Readonly<Record<string, string | readonly string[]>>;
  /** Which of the plural forms a count has. */
  plural(count: number): number;
}

/** The tags of all languages in `languages/`, without `en`, which needs none. */
export const languages: readonly string[];
/** Imports the language that suits these preferences best, such as `navigator.languages`; null for English. */
export function loadLanguage(preferred: string | readonly string[]): Promise<Language | null>;

// ---- The engine ----

export interface CheckEngine {
  /** The version of the engine: three numbers with points between them. */
  readonly version: string;
  /** Whether it runs as WebAssembly or as JavaScript. */
  readonly build: 'wasm' | 'js';
  /** The language of messages. Set it at any time; null is English. */
  language: Language | null;
  /**
   * Reads a descriptor. Lenient, for descriptors from web pages: a property with a mistake is left out, with a diagnostic.
   *
   * @throws DescriptorError for any mistake, unless lenient
   */
  parse(text: string, options?: ParseOptions): CheckRules;
  /** How much memory the engine has, in bytes; it never shrinks. */
  readonly memorySize: number;
}

export interface Engine extends CheckEngine {
  parse(text: string, options?: ParseOptions): Rules;
  /** Looks for all mistakes in a descriptor, and warns of what is unwise, without effect, or read differently elsewhere. */
  lint(text: string): readonly Diagnostic[];
  /**
   * Reads a policy: settings as in the policy file, "min-classes=3" for instance, or a text with one a line, such as
   * `passwordrules policy --public` writes.
   *
   * @param blocklists bytes of lists that `passwordrules blocklist build` made, which passwords must not be on
   * @throws PolicyError for any mistake
   */
  policy(settings: string | readonly string[], blocklists?: readonly BufferSource[]): Policy;
  /**
   * Estimates how many guesses a password withstands.
   *
   * @throws RanksError before `loadRanks`
   */
  strength(password: string, context?: Context): Strength;
  /** Takes a list of ranked words for `strength` and `min-guesses`: bytes, or left out, the small list beside this file. */
  loadRanks(source?: Source | null): Promise<void>;
  /** Whether `loadRanks` has been called. */
  readonly hasRanks: boolean;
}

export interface ParseOptions {
  lenient?: boolean;
}

/** What the person does, and who it is. None of it is kept. */
export interface Context {
  /** The name of the user. One with a domain, such as a mail address, is compared with and without it. */
  user?: string;
  fullName?: string;
  home?: string;
  /** The password that is replaced; "" if there is none, so that `describe` leaves out what is demanded in comparison with it. */
  oldPassword?: string;
  /** Such as "passwd"; see exempt-services of passwordrules.conf(5). */
  service?: string;
  byAdministrator?: boolean;
  expired?: boolean;
  /** What else others know of the person, such as the parts of a mail address. */
  words?: readonly string[];
}

export interface CheckOptions {
  /** By the strict reading, the narrowest, in which passwords are generated, instead of the written one. */
  strict?: boolean;
}

/** What there is in common between rules and policies. */
export interface Checkable {
  /** Checks a password. Linear in its length. */
  check(password: string, context?: Context & CheckOptions): Report;
  /** Whether the password is accepted: `check` without words, and faster. */
  accepts(password: string, context?: Context & CheckOptions): boolean;
  /** Frees what the engine holds. Using it afterwards is an error; calling this again is none. */
  dispose(): void;
}

export interface CheckRules extends Checkable {
  /** What there is to say of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A descriptor that was read. */
export interface Rules extends CheckRules {
  /** The rules in words for the person who chooses a password: a line each, and an empty list if nothing is demanded. */
  describe(): readonly string[];
  /** The rules in words for the person who writes them, and how many passwords there are: a sentence each. */
  explain(): readonly string[];
  /** The rules as a descriptor, in a fixed form. Minified, nothing is added to what the author wrote. */
  format(options?: { minified?: boolean }): string;
  /**
   * How many passwords of a length the strict reading permits, exactly; without a length, of that of a generated password.
   *
   * @throws GenerationError if there are too many requirements, or the length is above the maximum
   */
  count(length?: number): Count;
  /**
   * The shortest length at which a password has so much entropy.
   *
   * @throws GenerationError if there is none
   */
  shortestLength(entropy: number): number;
  /**
   * A password, each with the same probability, with what there is to say of it. Passwords are plain strings, which JavaScript
   * cannot wipe.
   *
   * @throws GenerationError if there is none
   */
  generate(options?: GenerateOptions): Generated;
}

/** A policy that was read from settings. */
export interface Policy extends Checkable {
  /** What there is to say of the settings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The policy in words for the person who chooses a password, a line each: a rule, or one of several sets of rules. */
  describe(context?: Context): readonly string[];
  /** The same text as the library has it, with its heading and its indents. */
  description(context?: Context): string;
  /** What the server does with a refused password. */
  enforcement(context?: Context): Enforcement;
  /**
   * A password that the policy accepts, by its keys suggest-style, suggest-entropy and suggest-exclude.
   *
   * @throws GenerationError if there is none
   */
  generate(context?: Context): Generated;
}

// ---- Answers ----

/** What a check says. It holds nothing of the password, apart from numbers that tell of it: do not log them. */
export interface Report {
  readonly accepted: boolean;
  /** How much of what is demanded is there, from 0 to 1; 1 exactly if the password is accepted. */
  readonly progress: number;
  /** Of every rule: ill-formed text first, then what may be missing, then what may be wrong. */
  readonly outcomes: readonly Outcome[];
  /** The messages of the rules that are not met. */
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
  /** A short line, such as "6 more characters needed (6 of 12)" or, if it is met, "at least 12 characters". */
  readonly message: string;
  /** Of `required`, `allowed`, `at-least` and an unmet `min-classes` the class of characters, such as "upper,[-_]"; else "". */
  readonly characters: string;
  /** Of a policy, the setting that demands it; null in a report of rules, and of what every policy demands. */
  readonly origin: Origin | null;
  /** Of `min-guesses`, if it is not met: of what the password consists, without ranks. */
  readonly pieces: readonly Piece[];
}

export interface Origin {
  /** Such as "min-classes". */
  readonly key: string;
  /** Which of all settings it is, from 1; 0 where it is built in. */
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
  | 'max-consecutive-strict' | 'min-guesses' | 'max-repeated-piece' | 'old-password-similar' | (string & {});
// end of the kinds

export interface Diagnostic {
  readonly severity: 'note' | 'warning' | 'error';
  /** Its stable number: 1xx of descriptors, 2xx of policies, 3xx of files. */
  readonly code: number;
  /** One English sentence. */
  readonly text: string;
  /** The key of a setting, or "" of a descriptor. */
  readonly source: string;
  /** From 1; of a policy, which of its settings it is. 0 if it is about the whole. */
  readonly line: number;
  /** Where it begins in the text, or in the setting, in UTF-16 code units, as `slice` counts. */
  readonly start: number;
  /** Where it ends; `start` if something is missing. */
  readonly end: number;
}

export interface Count {
  readonly number: bigint;
  /** The binary logarithm of the number; 0 if the number is 0. */
  readonly entropy: number;
}

export type Style = 'random' | 'readable' | 'words';

export interface GenerateOptions {
  /** In characters; left out: what rules, style and entropy ask for. */
  length?: number;
  /** At least so many bits, up to 1,024; 71 if it is left out. Of no effect together with a length. */
  entropy?: number;
  style?: Style;
  /**
   * Characters to do without as far as the rules permit, such as "ambiguous, [aeiou]". A space as the first or last
   * character is always avoided, but for "none".
   */
  exclude?: string;
  /** How many, each different from all others. */
  count?: number;
}

export interface Generated {
  /** The first of them. */
  readonly password: string;
  readonly passwords: readonly string[];
  /** Of each password in bits, exactly; 0 where it cannot be counted. */
  readonly entropy: number;
  readonly style: Style;
  /** The style that was asked for; where it is another, that was not possible. */
  readonly requested: Style;
  /** In characters; of words, of the longest that there could be. */
  readonly length: number;
  /** Whether the passwords do without all excluded characters. */
  readonly excluded: boolean;
  /** Whether the entropy is below what was asked for, because the rules or the length permit no more. */
  readonly fallsShort: boolean;
}

export type Enforcement = 'no' | 'audit' | 'warn' | 'yes';
export type Level = 'very-weak' | 'weak' | 'fair' | 'good' | 'strong';

/** How strong a password is. It tells much of the password: do not log it. */
export interface Strength {
  /** The decimal logarithm of the number of guesses. */
  readonly guessesLog10: number;
  readonly level: Level;
  /** 0 to 4, as the levels. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Whether what is behind 256 characters counted nothing. */
  readonly cut: boolean;
  readonly pieces: readonly Piece[];
  /** At most three sentences for the person, which hold nothing of the password. */
  readonly advice: readonly string[];
}

/** A piece of a password: `password.slice(start, end)`, in UTF-16 code units. */
export interface Piece {
  /** Such as "word" or "keyboard-walk". */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** Of a listed word, about its rank; else 0. */
  readonly rank: number;
}

// ---- Errors ----

/** What the engine throws. Its message is an English sentence. */
export class PasswordRulesError extends Error {
  /** The number of the status, as in passwordrules.h. */
  readonly status: number;
  readonly diagnostics: readonly Diagnostic[];
}
/** A mistake in a descriptor. */
export class DescriptorError extends PasswordRulesError {}
/** A mistake in settings, or in a blocklist that they came with. */
export class PolicyError extends PasswordRulesError {}
/** A list of ranked words that is damaged or was not loaded. */
export class RanksError extends PasswordRulesError {}
/** No password can be generated, or none counted. */
export class GenerationError extends PasswordRulesError {}
/** Out of memory. The engine works on; what was made before stays good. */
export class OutOfMemoryError extends PasswordRulesError {}

// ---- The typed builder ----

export { descriptor, type Descriptor, type CharacterClass } from './builder.mjs';
