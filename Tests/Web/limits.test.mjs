// Tests the engine's memory: passwords are wiped, its size does not grow, and the engine survives running out of memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';

const PACKAGE = process.env.PASSWORDRULES_PACKAGE;
const { load, loadCheck, loadLanguage, OutOfMemoryError } = await import(`${PACKAGE}/node.mjs`);
const DESCRIPTOR = 'required: upper; required: digit; required: [-_.]; minlength: 12; max-repeating: 2; max-sequential: 3';
const SECRET = 'Xq7-zebra.Wörtlich_Quokka', OLD = 'Vellum!Ocarina-31ß';

/** Whether the text's first eight bytes, or its first four scalar values in 32 bits each, are anywhere in memory, as written
 * or in lower case. */
function isInMemory(engine, text) {
  const memory = Buffer.from(engine.instance.bytes.buffer);
  return [text, text.toLowerCase()].some((form) => {
    const wide = Buffer.from(new Uint32Array([...form].map((one) => one.codePointAt(0))).buffer);
    return [Buffer.from(form).subarray(0, 8), wide.subarray(0, 16)].some((bytes) => memory.includes(bytes));
  });
}

for (const fallback of ['never', 'always']) {
  test(`passwords are wiped, fallback ${fallback}`, async () => {
    const engine = await load(null, { fallback }), rules = engine.parse(DESCRIPTOR);
    await engine.loadRanks();
    const policy = engine.policy([
      `rules=${DESCRIPTOR}`, 'old-password=same, case, reversed, rotated, contained', 'old-password-changes=3', 'username=reject',
      'min-guesses=10^8', 'max-keyboard=3', 'palindrome=reject', 'min-words=2', 'words=quokkas',
    ]);
    const context = { user: 'alice', oldPassword: OLD };
    const long = SECRET.repeat(1000);
    rules.check(SECRET);
    rules.check(SECRET, { strict: true });
    rules.accepts(long);
    policy.check(SECRET, context);
    policy.accepts(SECRET + OLD, context);
    policy.check(long, context);
    engine.strength(SECRET, context);
    assert.ok(!isInMemory(engine, SECRET) && !isInMemory(engine, OLD));
    const made = [
      ...['random', 'readable', 'words'].flatMap((style) => rules.generate({ style, count: 3 }).passwords),
      ...rules.generate({ count: 1000, length: 24 }).passwords, policy.generate(context).password,
    ];
    for (const password of made.slice(0, 20).concat(made.at(-1))) assert.ok(!isInMemory(engine, password), password);
    // The search itself works: it finds a password that is in memory.
    engine.instance.run((instance) => {
      instance.text(SECRET);
      assert.ok(isInMemory(engine, SECRET));
    });
    assert.ok(!isInMemory(engine, SECRET));
  });
}

test('10,000 cycles take no more memory than one hundred', async () => {
  const engine = await load(), german = await loadLanguage('de');
  await engine.loadRanks();
  const used = () => engine.instance.exports.passwordrules_web_used();
  const cycle = (index) => {
    const rules = engine.parse(DESCRIPTOR), policy = engine.policy([`rules=${DESCRIPTOR}`, 'min-guesses=10^8']);
    engine.language = index % 2 === 0 ? german : null;
    rules.check(`${SECRET}${index}`);
    policy.check(`password${index}`, { user: 'alice' });
    engine.strength(`password${index}`);
    assert.throws(() => engine.parse('required: uper'));
    if (index % 20 === 0) {
      engine.lint('minlength: 4; maxlength: 3');
      rules.generate();
      rules.describe();
    }
    rules.dispose();
    policy.dispose();
    engine.language = null;
  };
  for (let index = 0; index < 100; index++) cycle(index);
  const before = { used: used(), size: engine.memorySize };
  for (let index = 0; index < 10_000; index++) cycle(index);
  assert.deepEqual({ used: used(), size: engine.memorySize }, before);
});

/** Runs a call on an object, and disposes of the object in any case. */
function using(object, call) {
  try {
    return call(object);
  } finally {
    object.dispose();
  }
}

/** Calls of each kind. With little memory, each call throws an OutOfMemoryError or gives the same answer as with much
 * memory. */
function calls(engine) {
  const rules = engine.parse(DESCRIPTOR), policy = engine.policy(['preset=owasp-asvs-5', 'min-classes=3', 'min-guesses=10^8']);
  return {
    rules, policy,
    list: [
      () => rules.check('abc'), () => rules.explain(), () => rules.format(), () => rules.count(40),
      () => rules.shortestLength(100),
      () => policy.check('alice-secret', { user: 'alice', oldPassword: 'Alice-secret' }), () => policy.description(),
      () => engine.strength('correcthorsebattery'), () => engine.lint(DESCRIPTOR), () => rules.generate({ length: 20 }).length,
      () => using(engine.parse(DESCRIPTOR), (made) => made.check('abc')),
      () => using(engine.policy('preset=cis-debian-12'), (made) => made.check('abc')),
    ],
  };
}

test('wherever memory runs out, a call throws, and the engine works on', async () => {
  const engine = await load();
  await engine.loadRanks();
  const { list } = calls(engine), { exports } = engine.instance, expected = list.map((call) => call());
  let failures = 0;
  const { instance } = engine;
  for (const [index, call] of list.entries()) {
    const before = exports.passwordrules_web_used();
    for (let more = 0, isDone = false; !isDone; more = more < 2000 ? more + 16 : Math.ceil(more * 1.05)) {
      exports.passwordrules_web_allow(before + more);
      try {
        assert.deepEqual(call(), expected[index]);
        isDone = true;
      } catch (error) {
        assert.ok(error instanceof OutOfMemoryError, `call ${index}: ${error}`);
        failures++;
      }
      exports.passwordrules_web_allow(64 << 20);
      assert.equal(exports.passwordrules_web_used(), before, `call ${index} with ${more} bytes keeps some`);
      assert.deepEqual(call(), expected[index]);
    }
  }
  assert.equal(engine.instance, instance);
  assert.ok(failures > 200, `${failures}`);
});

test('where the module traps, there is a new one, with the same objects', async () => {
  const engine = await load();
  await engine.loadRanks();
  const { list } = calls(engine), expected = list.map((call) => call()), first = engine.instance;
  const memory = first.bytes;
  assert.throws(() => engine.run((instance) => {
    instance.text(SECRET);
    // This address is outside of the module's memory, so the module traps.
    instance.exports.free(-16);
  }), OutOfMemoryError);
  assert.notEqual(engine.instance, first);
  assert.ok(first.isBroken && memory.every((byte) => byte === 0));
  assert.deepEqual(list.map((call) => call()), expected);
});

test('a limit of memory is kept', async () => {
  const engine = await load(null, { memory: 200_000 });
  await assert.rejects(engine.loadRanks(readFileSync(`${PACKAGE}/common.ranks`)), OutOfMemoryError);
  assert.equal(engine.parse('minlength: 3').check('ab').accepted, false);
  const small = await loadCheck(null, { memory: 100_000 });
  assert.throws(() => small.parse('minlength: 3').check('a'.repeat(1_000_000)), OutOfMemoryError);
  assert.equal(small.parse('minlength: 3').accepts('abc'), true);
});
