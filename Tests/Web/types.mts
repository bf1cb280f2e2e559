// Code that tsc must accept with the package's types, and code that it must refuse.

import {
  DescriptorError, GenerationError, OutOfMemoryError, PasswordRulesError, PolicyError, RanksError, descriptor, languages, load,
  loadCheck, loadLanguage,
} from 'passwordrules';
import type {
  CharacterClass, CheckEngine, CheckRules, Checkable, Context, Count, Descriptor, Diagnostic, Engine, Generated, Kind, Language,
  Outcome, Piece, Policy, Report, Rules, Strength, Style,
} from 'passwordrules';
import { descriptor as alone } from 'passwordrules/builder';
import german from 'passwordrules/languages/de.mjs';

const engine: Engine = await load();
const small: CheckEngine = await loadCheck(undefined, { fallback: 'auto', language: german, memory: 1 << 24 });
await load('check.wasm', { fallback: 'never' });
await load(new Uint8Array());
await load(fetch('full.wasm'));
await load(new URL('https://example.org/full.wasm'), { fallback: 'always', language: null });

const language: Language | null = await loadLanguage(['pt-BR', 'en']);
const tags: readonly string[] = languages;
engine.language = language;

const rules: Rules = engine.parse('minlength: 12', { lenient: true });
const few: CheckRules = small.parse('minlength: 12');
const diagnostics: readonly Diagnostic[] = engine.lint('minlength: x');
const policy: Policy = engine.policy(['preset=owasp-asvs-5'], [new Uint8Array()]);
const context: Context = { user: 'bob', oldPassword: 'x', words: ['acme'] };
const checkable: readonly Checkable[] = [rules, few, policy];

const report: Report = policy.check('x', { ...context, fullName: 'Bob' });
const first: Outcome | undefined = report.outcomes[0];
const kind: Kind | undefined = first?.kind;
const missing: string = report.missing.join('\n');
const strict: boolean = rules.accepts('x', { strict: true });
const { number, entropy }: Count = rules.count(12);
const big: bigint = number * 2n;
const style: Style = 'words';
const { password }: Generated = rules.generate({ style, count: 2, exclude: 'ambiguous' });
const strength: Strength = engine.strength(password, context);
const pieces: readonly Piece[] = strength.pieces;

const text: Descriptor = descriptor().required('upper', 'lower').required('[-_.]').allowed('ascii-printable').minLength(12);
const classes: CharacterClass = '[abc]';
const line: string = alone().required(classes).maxLength(64).maxRepeating(2).maxConsecutive(3).toString();

function status(error: unknown): number {
  if (error instanceof DescriptorError || error instanceof PolicyError || error instanceof RanksError) return error.status;
  if (error instanceof GenerationError || error instanceof OutOfMemoryError) return error.diagnostics.length;
  return error instanceof PasswordRulesError ? error.status : 0;
}

// @ts-expect-error a misspelt class
descriptor().required('uper');
// @ts-expect-error no class
descriptor().required();
// @ts-expect-error a misspelt property
descriptor().minlength(12);
// @ts-expect-error a text for a number
descriptor().minLength('12');
// @ts-expect-error a misspelt style
rules.generate({ style: 'word' });
// @ts-expect-error a misspelt option
engine.parse('', { lenyent: true });
// @ts-expect-error a misspelt member of the context
policy.check('x', { username: 'bob' });
// @ts-expect-error an unknown fallback
await load(null, { fallback: 'sometimes' });
// @ts-expect-error the small engine does not generate
few.generate();
// @ts-expect-error reports do not change
report.accepted = true;
// @ts-expect-error a count is a BigInt
const digits: number = rules.count().number;
// @ts-expect-error there may be no language
const always: Language = await loadLanguage('xx');

export {
  always, big, checkable, diagnostics, digits, entropy, kind, line, missing, pieces, status, strict, tags, text,
};
