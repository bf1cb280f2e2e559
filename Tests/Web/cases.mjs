// Says all that the engine says of the cases in a file, a line of JSON each: cases.mjs CASES BUILD [CHECK]

import { readFileSync } from 'node:fs';

const { load, loadCheck, loadLanguage } = await import(`${process.env.PASSWORDRULES_PACKAGE}/node.mjs`);
const { languages, descriptors, passwords, policies, context } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const fallback = process.argv[3] === 'js' ? 'always' : 'never', isSmall = process.argv[4] === 'check';
const engine = await (isSmall ? loadCheck : load)(null, { fallback });
const catalogues = await Promise.all(languages.map((tag) => (tag === '' ? null : loadLanguage(tag))));
const lines = [];

function say(...things) {
  lines.push(JSON.stringify(things, (key, value) => (typeof value === 'bigint' ? String(value) : value)));
}

function diagnostics(found) {
  return found.map(({ severity, code, text, source, start, end }) => [severity, code, text, source, start, end]);
}

/** The result, or the status of the error. */
function attempt(body) {
  try {
    return body();
  } catch (error) {
    return typeof error.status === 'number' ? ['status', error.status] : ['error', String(error)];
  }
}

function report({ accepted, progress, outcomes }) {
  return [accepted, progress.toFixed(9), outcomes.map((one) => [
    one.kind, one.met, one.limit, one.actual, one.characters, one.message, one.origin && [one.origin.key, one.origin.preset],
  ])];
}

function sayRules(descriptor, lenient) {
  let rules;
  try {
    rules = engine.parse(descriptor, { lenient });
  } catch (error) {
    say('refused', error.status, diagnostics(error.diagnostics));
    return;
  }
  say('parsed', diagnostics(rules.diagnostics));
  if (!isSmall) {
    say(attempt(() => rules.format()), attempt(() => rules.format({ minified: true })));
    for (const length of [0, 1, 20, 130]) say(attempt(() => rules.count(length).number));
    say(attempt(() => rules.shortestLength(64)));
    for (const style of ['random', 'readable', 'words'])
      for (const options of [{}, { length: 12 }, { entropy: 100, exclude: 'ambiguous' }])
        say(attempt(() => {
          const made = rules.generate({ ...options, style });
          const isSound = rules.check(made.password, { strict: true }).accepted;
          return [made.style, made.length, made.entropy.toFixed(6), made.excluded, made.fallsShort, isSound];
        }));
  }
  for (const [index, catalogue] of catalogues.entries()) {
    engine.language = catalogue;
    const strict = index === 1;
    if (!isSmall) say(languages[index], rules.explain());
    say(languages[index], passwords.map((password) => report(rules.check(password, { strict }))));
  }
  engine.language = null;
  rules.dispose();
}

for (const descriptor of descriptors) {
  say(descriptor);
  if (!isSmall) say(diagnostics(engine.lint(descriptor)));
  sayRules(descriptor, false);
  sayRules(descriptor, true);
}
if (!isSmall) {
  await engine.loadRanks();
  for (const [index, catalogue] of catalogues.entries()) {
    engine.language = catalogue;
    for (const password of passwords) {
      const { guessesLog10, level, cut, pieces, advice } = engine.strength(password, { user: context.user });
      const places = pieces.map(({ kind, start, end, rank }) => [kind, start, end, rank]);
      say(languages[index], guessesLog10.toFixed(3), level, cut, places, advice);
    }
  }
  engine.language = null;
}
const circumstances = {
  user: context.user, fullName: context.full_name, home: context.home, oldPassword: context.old_password,
};
for (const settings of isSmall ? [] : policies) {
  say(settings);
  let policy;
  try {
    policy = engine.policy(settings);
  } catch (error) {
    say('refused', error.status, error.diagnostics.map(({ severity, code, text, source }) => [severity, code, text, source]));
    continue;
  }
  for (const [index, catalogue] of catalogues.entries()) {
    engine.language = catalogue;
    say(languages[index], policy.description(circumstances), policy.enforcement(circumstances));
    say(passwords.map((password) => report(policy.check(password, circumstances))));
    say(passwords.map((password) => report(policy.check(password))));
  }
  engine.language = null;
  policy.dispose();
}
process.stdout.write(lines.join('\n') + '\n');
