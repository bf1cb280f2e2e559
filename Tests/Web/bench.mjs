// Measures the engine in Node, and for comparison a check written by hand and Apple's parser. Each time is the fastest of 15
// rounds.
//
//     PASSWORDRULES_PACKAGE=FOLDER node bench.mjs [PasswordRulesParser.js]
//
// Prints one JSON object with the times in microseconds. Apple's parser is tools/PasswordRulesParser.js of
// apple/password-manager-resources. It runs without its assertions and warnings, which take longer than the parsing itself.

import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const parser = process.argv[2];
const { load, loadCheck, loadLanguage } = await import(`${process.env.PASSWORDRULES_PACKAGE}/node.mjs`);

/** Descriptors like those of real sites. All are also valid in Apple's grammar. */
const DESCRIPTORS = [
  'minlength: 8;', 'minlength: 8; maxlength: 16;', 'minlength: 6; required: lower; required: digit;',
  'minlength: 8; required: lower; required: upper; required: digit; allowed: [-().&@?\'#,/"+];',
  'minlength: 8; maxlength: 20; required: lower; required: upper; required: digit; required: [!@#$%^&*];',
  'required: upper; required: lower; required: digit; max-consecutive: 2; minlength: 10; maxlength: 32;',
  'minlength: 12; required: upper, lower; required: special; allowed: ascii-printable;',
  'maxlength: 15; allowed: lower, upper, digit, [-!"#$%&\'()*+,./:;<=>?@_|];', 'minlength: 14; allowed: unicode;',
  'minlength: 8; maxlength: 64; max-consecutive: 3; required: [abcdef]; required: [012345];',
];
/** Most of these passwords meet the rules, so that all regular expressions are run. */
const PASSWORDS = [
  'Correct-Horse-7', 'Xq7-zebra_Quokka', 'Tr0ub4dor!and3', 'aB3-aB3-aB3-aB3-', 'Pässwörd-Ж-12',
  'A-very-long-phrase-of-5-words-and-more', 'short', 'aaaaaaaaaaaaaaaa',
];
const RULES = 'required: upper; required: lower; required: digit; required: [-_!?]; minlength: 12; max-repeating: 2';

/** The same rules, written by hand. */
function byHand(password) {
  return /[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password) && /[-_!?]/.test(password) &&
    [...password].length >= 12 && !/(.)\1\1/su.test(password);
}

/** The time of one call in microseconds. Each round takes a twentieth of a second. The fastest round counts, because other
 * programs may slow the others down. */
function time(body, calls) {
  const rounds = [];
  for (let round = 0; round < 16; round++) {
    const begin = process.hrtime.bigint();
    let count = 0, end = begin;
    for (; end - begin < 50_000_000n; end = process.hrtime.bigint()) {
      body();
      count += calls;
    }
    // The first round only warms up.
    if (round > 0) rounds.push(Number(end - begin) / 1000 / count);
  }
  return Math.min(...rounds);
}

async function timeLoading(loader, fallback) {
  const rounds = [];
  for (let round = 0; round < 7; round++) {
    const begin = process.hrtime.bigint();
    await loader(null, { fallback });
    rounds.push(Number(process.hrtime.bigint() - begin) / 1000);
  }
  return Math.min(...rounds);
}

function everyPassword(call) {
  return () => PASSWORDS.forEach(call);
}

async function measure(fallback) {
  const engine = await load(null, { fallback }), rules = engine.parse(RULES), german = await loadLanguage('de');
  for (const password of PASSWORDS)
    if (rules.accepts(password) !== byHand(password)) throw new Error(`the check by hand differs: ${password}`);
  const found = {
    'load check': await timeLoading(loadCheck, fallback), 'load full': await timeLoading(load, fallback),
    parse: time(() => DESCRIPTORS.forEach((text) => engine.parse(text).dispose()), DESCRIPTORS.length),
    accepts: time(everyPassword((password) => rules.accepts(password)), PASSWORDS.length),
    check: time(everyPassword((password) => rules.check(password)), PASSWORDS.length),
    generate: time(() => rules.generate(), 1), lint: time(() => engine.lint(RULES), 1), count: time(() => rules.count(), 1),
  };
  engine.language = german;
  found['check in German'] = time(everyPassword((password) => rules.check(password)), PASSWORDS.length);
  return found;
}

/** Measures the functions of the small module, which a page with only a descriptor loads. */
async function measureCheck() {
  const engine = await loadCheck(null, { fallback: 'never' }), rules = engine.parse(RULES);
  return {
    parse: time(() => DESCRIPTORS.forEach((text) => engine.parse(text).dispose()), DESCRIPTORS.length),
    accepts: time(everyPassword((password) => rules.accepts(password)), PASSWORDS.length),
    check: time(everyPassword((password) => rules.check(password)), PASSWORDS.length),
  };
}

const results = { 'wasm, small': await measureCheck(), wasm: await measure('never'), js: await measure('always'), 'by hand': {} };
results['by hand'].accepts = time(everyPassword(byHand), PASSWORDS.length);
if (parser !== undefined) {
  const text = readFileSync(parser, 'utf8').replace(/^export /gm, '');
  for (const name of ['assert', 'warn', 'error']) console[name] = () => {};
  const parse = runInThisContext(`(() => { ${text}; return parsePasswordRules; })()`);
  results['Apple\'s parser'] = { parse: time(() => DESCRIPTORS.forEach((one) => parse(one, true)), DESCRIPTORS.length) };
}
console.log(JSON.stringify(results));
