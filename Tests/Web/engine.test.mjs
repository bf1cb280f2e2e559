// Tests the interface of the package.

import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const PACKAGE = process.env.PASSWORDRULES_PACKAGE;
const {
  load, loadCheck, loadLanguage, languages, descriptor, DescriptorError, GenerationError, PolicyError, RanksError,
} = await import(`${PACKAGE}/node.mjs`);
const engine = await load();
const NTLM_LIST =
  '89505752420d0a1a020000004000000002010004000000000100000000000000' +
  '54000000000000002b6b8df149c50c650100000000000000febaa83b6f5d841f' +
  '0000000000ec507a0100000000000000eaf74688';

test('a report says what is missing, with classes', () => {
  const report = engine.parse('required: upper; required: digit, [-_]; minlength: 12').check('aB');
  assert.equal(report.accepted, false);
  assert.ok(report.progress > 0 && report.progress < 1);
  assert.deepEqual(report.missing, ['10 more characters needed (2 of 12)', 'needs a digit or one of "-_"']);
  assert.deepEqual({ ...report.outcomes[2] }, {
    kind: 'required', met: false, limit: 1, actual: 0, message: 'needs a digit or one of "-_"', characters: 'digit,[-_]',
    origin: null, pieces: [],
  });
  assert.deepEqual(engine.parse('required: upper').check('Ж').missing, ['needs an uppercase letter (A-Z)']);
  assert.ok(Object.isFrozen(report) && Object.isFrozen(report.outcomes[0]));
});

test('a class that is required twice asks for two characters', () => {
  const rules = engine.parse(`${descriptor().required('digit').required('digit').allowed('lower').minLength(8).maxLength(8)}`);
  const { limit, actual, message } = rules.check('passwor1').outcomes[1];
  assert.deepEqual([limit, actual, message], [2, 1, '2 digits needed (1 of 2)']);
  assert.ok(rules.accepts('passwo12'));
  assert.equal(rules.count(8).number, 36n ** 8n - 26n ** 8n - 80n * 26n ** 7n);
  const { passwords } = rules.generate({ count: 500 });
  assert.equal(passwords.length, 500);
  for (const made of passwords) assert.match(made, /\d.*\d/);
});

test('positions are in UTF-16', () => {
  const text = 'minlength: 8; 😀: é';
  assert.throws(() => engine.parse(text), (error) => {
    assert.ok(error instanceof DescriptorError && error instanceof Error && error.name === 'DescriptorError');
    const [{ start, end, severity, code }] = error.diagnostics;
    assert.deepEqual([text.slice(start, end), severity, code], ['😀:', 'error', 102]);
    return true;
  });
  const [warning] = engine.parse('allowed: [aé]').diagnostics;
  assert.equal('allowed: [aé]'.slice(warning.start, warning.end), 'é');
});

test('a lenient reading keeps what it can', () => {
  const rules = engine.parse('minlength: 8; uper: 3', { lenient: true });
  assert.equal(rules.format({ minified: true }), 'minlength: 8;');
  assert.equal(rules.diagnostics.length, 1);
});

test('messages are in the language that is set', async () => {
  const rules = engine.parse('required: upper; minlength: 12');
  assert.deepEqual(rules.describe(), ['at least 12 characters', 'an uppercase letter (A-Z)']);
  assert.equal(rules.explain()[0], 'At least 12 characters.');
  engine.language = await loadLanguage(['tlh', 'de-AT', 'fr']);
  assert.deepEqual(rules.describe(), ['mindestens 12 Zeichen', 'ein Großbuchstabe (A-Z)']);
  assert.equal(rules.check('A').missing[0], 'noch 11 Zeichen nötig (1 von 12)');
  engine.language = null;
  assert.equal(rules.check('A').missing[0], '11 more characters needed (1 of 12)');
  assert.throws(() => (engine.language = {}), TypeError);
});

test('a broken catalogue leaves the messages in English', () => {
  const rules = engine.parse('minlength: 12');
  const throwing = { tag: 'x', messages: new Proxy({}, { get: () => assert.fail() }), plural: () => 0 };
  for (const language of [throwing, { tag: 'x', messages: {}, plural: () => 9 }]) {
    engine.language = language;
    assert.equal(rules.check('A').missing[0], '11 more characters needed (1 of 12)');
  }
  engine.language = null;
});

test('the language is the first that somebody prefers', async () => {
  const choices = {
    'en-GB': null, 'de-CH': 'de', 'pt-BR': 'pt-BR', 'pt-PT': 'pt', pt_BR: 'pt-BR', zh: 'zh-CN', 'zh-Hans-SG': 'zh-CN',
    'zh-TW': null, 'zh-Hant-HK': null, xx: null, '': null,
  };
  for (const [preferred, tag] of Object.entries(choices))
    assert.equal((await loadLanguage(preferred))?.tag ?? null, tag, preferred);
  assert.equal(await loadLanguage(['en', 'de']), null);
  assert.equal(languages.length, 12);
});

test('numbers are exact', () => {
  assert.equal(engine.parse('required: digit; minlength: 30; maxlength: 30').count(30).number, 10n ** 30n);
  assert.equal(engine.parse('required: digit').shortestLength(64), 20);
  assert.throws(() => engine.parse('required: digit').count(5000), GenerationError);
  assert.throws(() => engine.parse('required: digit').count(-1), TypeError);
});

test('passwords are generated as they are asked for', () => {
  const rules = engine.parse('required: lower; allowed: upper, digit, [-]; minlength: 12');
  const made = rules.generate({ style: 'words', entropy: 60 });
  assert.deepEqual([made.style, made.requested, made.fallsShort], ['words', 'words', false]);
  assert.ok(made.entropy >= 60 && rules.accepts(made.password, { strict: true }));
  assert.equal(new Set(rules.generate({ count: 500, length: 14 }).passwords).size, 500);
  assert.ok(!/[0O1lI|]/.test(rules.generate({ exclude: 'ambiguous' }).password));
  assert.throws(() => rules.generate({ length: 3 }), GenerationError);
  assert.throws(() => rules.generate({ style: 'nice' }), TypeError);
  assert.throws(() => rules.generate({ entropy: 5000 }), RangeError);
  assert.throws(() => rules.generate({ exclude: '[' }), RangeError);
  assert.throws(() => engine.parse('minlength: 9; maxlength: 8').generate(), GenerationError);
});

test('integers of 32 bits are enough', () => {
  assert.equal(engine.parse('max-consecutive: 1; required: ascii-printable').generate({ length: 300 }).length, 300);
  const many = [...'abcdefghijklmnopqrst'].map((one) => `required: [${one}];`).join(' ');
  assert.equal(new Set(engine.parse(many).generate().password).size, 20);
  assert.equal(engine.parse('minlength: 2147483647').check('a').outcomes[0].limit, 2147483647);
  assert.equal(engine.parse('required: ascii-printable').count(1024).number, 95n ** 1024n);
});

test('random numbers take the bytes that they need', () => {
  const real = webcrypto.getRandomValues, rules = engine.parse('required: digit');
  let drawn = 0;
  webcrypto.getRandomValues = (bytes) => {
    drawn += bytes.length;
    return real.call(webcrypto, bytes);
  };
  try {
    rules.generate({ length: 20 });
  } finally {
    webcrypto.getRandomValues = real;
  }
  assert.ok(drawn >= 9 && drawn <= 256, `${drawn}`);
});

test('without randomness nothing is generated', () => {
  const real = webcrypto.getRandomValues, rules = engine.parse('minlength: 9');
  webcrypto.getRandomValues = () => assert.fail();
  try {
    assert.throws(() => rules.generate(), (error) => error instanceof GenerationError && error.status === 23);
  } finally {
    webcrypto.getRandomValues = real;
  }
});

test('a user name counts with its domain and without it', () => {
  const policy = engine.policy(['rules=minlength: 8', 'username=reject']);
  for (const user of ['alice', 'ALICE', 'alice@example.org', 'EXAMPLE\\alice']) {
    assert.ok(!policy.accepts('alice77zx', { user }), user);
    assert.ok(policy.accepts('example77', { user }), user);
  }
});

test('a policy compares names and old passwords, and says which setting it is', () => {
  const policy = engine.policy(['preset=owasp-asvs-5', 'old-password=same, case', 'min-classes=2']);
  const { outcomes } = policy.check('alice', { user: 'alice', oldPassword: 'ALICE' });
  const unmet = Object.fromEntries(outcomes.filter((one) => !one.met).map((one) => [one.kind, one.origin]));
  assert.deepEqual(unmet.username, { key: 'username', setting: 1, preset: 'owasp-asvs-5' });
  assert.deepEqual(unmet['old-password-case'], { key: 'old-password', setting: 2, preset: null });
  assert.deepEqual(unmet['min-classes'], { key: 'min-classes', setting: 3, preset: null });
  assert.equal(policy.enforcement(), 'yes');
  assert.ok(policy.describe({ user: 'alice' }).includes('at least 15 characters'));
  assert.ok(policy.accepts(policy.generate({ user: 'alice' }).password, { user: 'alice' }));
});

test('a policy is read from a text, and mistakes have a position', () => {
  const text = '# For the page\nmin-classes = 3\n\nrules = minlength: 8\n';
  assert.deepEqual(engine.policy(text).describe().length, 2);
  assert.deepEqual(engine.policy(text.replaceAll('\n', '\r\n')).describe(), engine.policy(text).describe());
  assert.throws(() => engine.policy('retry=2\nmin-classes = 9'), (error) => {
    assert.ok(error instanceof PolicyError && error.message.startsWith('expected a number from 1 to 4'));
    const { line, start, end, source } = error.diagnostics[0];
    assert.deepEqual(['min-classes = 9'.slice(start, end), line, source], ['9', 2, 'min-classes']);
    return true;
  });
});

test('a blocklist comes as bytes', () => {
  const bytes = readFileSync(process.env.PASSWORDRULES_LIST);
  const policy = engine.policy('rules=minlength: 4', [bytes]);
  const listed = policy.check('dragon');
  assert.deepEqual([listed.accepted, listed.outcomes.at(-1).kind], [false, 'blocklist']);
  assert.ok(policy.accepts('quokka-zebra'));
  policy.dispose();
  bytes[0] ^= 1;
  assert.throws(() => engine.policy('rules=minlength: 4', [bytes]), PolicyError);
  assert.throws(() => engine.policy('rules=minlength: 4', ['dragon']), TypeError);
});

test('a blocklist of NTLM hashes judges passwords', () => {
  // The list of the hash of "password", 8846F7EA EE8FB117..., byte by byte.
  const bytes = Buffer.from(NTLM_LIST, 'hex');
  const policy = engine.policy('rules=minlength: 4', [bytes]);
  assert.ok(!policy.accepts('password') && policy.accepts('Password'));
  policy.dispose();
});

test('strength is estimated with a list', async () => {
  const fresh = await load();
  assert.throws(() => fresh.strength('dragon'), RanksError);
  for (const settings of ['min-guesses=10^8', 'rules=minlength: 4; min-guesses: 10^8'])
    assert.throws(() => fresh.policy(settings), (error) => error instanceof PolicyError && error.message.includes('loadRanks()'));
  await assert.rejects(fresh.loadRanks(new Uint8Array(100)), RanksError);
  assert.equal(fresh.hasRanks, false);
  await fresh.loadRanks();
  await fresh.loadRanks();
  assert.equal(fresh.hasRanks, true);
  const weak = fresh.strength('dragon');
  assert.ok(weak.score === 0 && weak.level === 'very-weak' && weak.advice.length > 0 && weak.guessesLog10 > 0);
  const password = '😀 dragon', word = fresh.strength(password).pieces.find((piece) => piece.kind === 'word');
  assert.equal(password.slice(word.start, word.end), 'dragon');
  assert.equal(fresh.strength('quokka-zebra-ocarina-vellum-31').score, 4);
  assert.ok(fresh.strength('xqvzwk', { words: ['xqvzwk'] }).guessesLog10 < fresh.strength('xqvzwk').guessesLog10);
  const report = fresh.policy('min-guesses=10^8').check('dragon');
  assert.ok(report.outcomes.some((one) => one.kind === 'min-guesses' && one.pieces.some((piece) => piece.kind === 'word')));
});

test('lone surrogates and NUL are not accepted', () => {
  const rules = engine.parse('minlength: 1');
  assert.equal(rules.check('a\ud800').outcomes[0].kind, 'encoding');
  assert.ok(rules.accepts('a\ud83d\ude00'));
  assert.ok(engine.policy('rules=minlength: 1').check('a\0').outcomes.some((one) => one.kind === 'nul' && !one.met));
  assert.throws(() => engine.policy('rules=minlength: 1').check('a', { user: 'a\0' }), TypeError);
});

test('what was disposed of is not used', () => {
  const rules = engine.parse('minlength: 1'), policy = engine.policy('rules=minlength: 1');
  rules.describe();
  for (const one of [rules, policy]) {
    one.dispose();
    one.dispose();
    assert.throws(() => one.check('a'), TypeError);
  }
});

test('a module is loaded from bytes, a module, a response or a URL', async () => {
  const bytes = readFileSync(`${PACKAGE}/full.wasm`), module = await WebAssembly.compile(bytes);
  for (const source of [bytes, module, Promise.resolve(module), new Response(bytes), new URL(`file://${PACKAGE}/full.wasm`)])
    assert.equal((await load(source)).build, 'wasm');
  assert.equal((await load(new Uint8Array(8))).build, 'js');
  await assert.rejects(load(new Uint8Array(8), { fallback: 'never' }), WebAssembly.CompileError);
  await assert.rejects(load('missing.wasm'), /ENOENT/);
});

test('the module imports random bytes and translation alone', async () => {
  for (const [name, wanted] of [['full', ['random', 'translate']], ['check', ['translate']]]) {
    const module = await WebAssembly.compile(readFileSync(`${PACKAGE}/${name}.wasm`));
    const imports = WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`);
    assert.deepEqual(imports.sort(), wanted.map((one) => `env.${one}`));
  }
});

test('where the page forbids WebAssembly, JavaScript does the same', async () => {
  const real = WebAssembly.compile;
  WebAssembly.compile = async () => {
    throw new WebAssembly.CompileError('refused by the Content Security Policy');
  };
  try {
    for (const one of [await load(), await loadCheck()]) {
      assert.equal(one.build, 'js');
      assert.deepEqual(one.parse('minlength: 3').check('ab').missing, ['1 more character needed (2 of 3)']);
    }
  } finally {
    WebAssembly.compile = real;
  }
});

test('the builder writes what the engine reads', () => {
  const built = descriptor().required('upper').required('digit', '[-_]').allowed('lower').minLength(12).maxLength(64)
    .maxRepeating(2).maxSequential(3).maxConsecutive(4);
  assert.equal(`${built}`, 'required: upper; required: digit, [-_]; allowed: lower; minlength: 12; maxlength: 64; ' +
    'max-repeating: 2; max-sequential: 3; max-consecutive: 4;');
  assert.deepEqual(engine.parse(`${built}`).diagnostics, []);
  assert.throws(() => descriptor().required('uper'), TypeError);
  assert.throws(() => descriptor().required(), TypeError);
  assert.throws(() => descriptor().minLength(-1), RangeError);
});
