// The modules keep no secrets, do not leak memory, and go on working after memory has run out.
//
//     PASSWORDRULES_PACKAGE=build/web/passwordrules node --test Tests/Web/memory.test.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const { load, loadCheck, loadLanguage, OutOfMemoryError } = await import(
  new URL('node.mjs', pathToFileURL(`${process.env.PASSWORDRULES_PACKAGE}/`)));

/** The secrets are joined at run time, so that the engine's memory has them only if a test passes them to the engine. */
const SECRET = ['Kq7', 'vWz9', 'Tm4x', 'Rb2p', 'Xyz!'].join('');
const OLD = ['Gh5', 'nLd8', 'Sc3j', 'Pw6f', 'Uvw?'].join('');
const RULES = 'required: upper; required: digit; required: [-_!?]; minlength: 12; max-consecutive: 2';
const SETTINGS = [`rules=${RULES}`, 'username=reject', 'full-name=reject', 'words=acme', 'old-password=reject', 'old-password-changes=3'];

/** Pieces of eight characters of a text: as written, in lower case and backwards, each in UTF-8, UTF-16 and UTF-32. */
function tracesOf(text) {
  const traces = [];
  for (const form of [text, text.toLowerCase(), [...text].reverse().join('')])
    for (let start = 0; start + 8 <= form.length; start += 4) {
      const piece = form.slice(start, start + 8), wide = Buffer.alloc(32);
      [...piece].forEach((character, index) => wide.writeUInt32LE(character.codePointAt(0), 4 * index));
      traces.push(Buffer.from(piece), Buffer.from(piece, 'utf16le'), wide);
    }
  return traces;
}

function isFound(engine, text) {
  const { buffer, byteOffset, length } = engine.instance.bytes, memory = Buffer.from(buffer, byteOffset, length);
  return tracesOf(text).some((trace) => memory.includes(trace));
}

const builds = [['never', 'wasm'], ['always', 'js']];
const uses = {
  check: (engine) => engine.parse(RULES).check(SECRET),
  'check strictly': (engine) => engine.parse(RULES).check(SECRET, { strict: true }),
  accepts: (engine) => engine.parse(RULES).accepts(SECRET),
  'a long one': (engine) => engine.parse(RULES).check(SECRET.repeat(5000)),
  'a refused one': (engine) => engine.parse('maxlength: 5; allowed: digit').check(SECRET),
};
const usesOfAll = {
  ...uses,
  policy: (engine) => engine.policy(SETTINGS).check(SECRET, { user: 'bob', fullName: 'Bob Builder', oldPassword: OLD }),
  strength: (engine) => engine.strength(SECRET, { words: ['Eventra'], oldPassword: OLD }),
  generate: (engine) => engine.parse(RULES).generate({ count: 3 }).passwords,
  readable: (engine) => engine.parse('minlength: 12').generate({ style: 'readable' }).passwords,
  words: (engine) => engine.parse('minlength: 12').generate({ style: 'words' }).passwords,
  suggest: (engine) => engine.policy(SETTINGS).generate({ user: 'bob' }).passwords,
};

test('the search finds what is there', async () => {
  const engine = await load(null, { fallback: 'never' });
  engine.instance.keep(Buffer.from(`${SECRET}\0`));
  assert.ok(isFound(engine, SECRET));
  assert.ok(!isFound(engine, OLD));
});

for (const [fallback, build] of builds)
  for (const [what, loader, all] of [['check', loadCheck, uses], ['full', load, usesOfAll]])
    test(`nothing of a password stays in memory: ${what}, ${build}`, async () => {
      const engine = await loader(null, { fallback, language: await loadLanguage('de') });
      assert.equal(engine.build, build);
      if (what === 'full') await engine.loadRanks();
      for (const [name, use] of Object.entries(all)) {
        const made = use(engine), secrets = Array.isArray(made) ? made : [SECRET, OLD];
        for (const secret of secrets) assert.ok(!isFound(engine, secret), name);
      }
    });

for (const [fallback, build] of builds)
  test(`10,000 uses take no more memory than 100: ${build}`, async () => {
    const engine = await load(null, { fallback }), german = await loadLanguage('de');
    let before;
    // The build in JavaScript is slower, and a tenth of the uses is enough to see a leak.
    const count = build === 'wasm' ? 10_000 : 1_000;
    for (let use = 0; use < count; use++) {
      engine.language = use % 2 === 0 ? german : null;
      const rules = engine.parse(`${RULES}; minlength: ${use % 40}`);
      rules.check(SECRET + use);
      assert.throws(() => engine.parse('minlength: no number'));
      if (use % 10 === 0) {
        const policy = engine.policy(SETTINGS);
        policy.check(SECRET, { user: 'bob', oldPassword: OLD });
        policy.describe();
        rules.explain();
        rules.generate();
        policy.dispose();
      }
      rules.dispose();
      rules.dispose();
      // While a language is set, its messages take memory. So memory is measured after a use without a language.
      if (use === 101) before = [engine.memorySize, engine.instance.exports.passwordrules_web_used()];
    }
    assert.deepEqual([engine.memorySize, engine.instance.exports.passwordrules_web_used()], before);
  });

/** Makes objects until memory has run out, and returns them. */
function fill(make) {
  const kept = [];
  for (;;)
    try {
      kept.push(make());
      assert.ok(kept.length < 100_000, 'memory does not run out');
    } catch (error) {
      assert.ok(error instanceof OutOfMemoryError, String(error));
      return kept;
    }
}

for (const [fallback, build] of builds) {
  test(`memory runs out, and the engine works on: ${build}`, async () => {
    const engine = await load(null, { fallback, memory: 1 << 20 });
    const first = engine.parse(RULES), kept = fill(() => engine.parse(RULES));
    assert.ok(kept.length > 10);
    for (const rules of kept.splice(0, kept.length / 2)) rules.dispose();
    for (const rules of [first, ...kept, engine.parse(RULES)]) {
      assert.ok(rules.accepts(SECRET));
      assert.ok(!rules.accepts('short'));
      assert.equal(rules.check('').missing.length, 4);
    }
  });

  test(`a password or descriptor that is too large throws: ${build}`, async () => {
    const engine = await load(null, { fallback, memory: 1 << 20 }), rules = engine.parse(RULES);
    assert.throws(() => rules.check('x'.repeat(2 << 20)), OutOfMemoryError);
    assert.throws(() => engine.parse('minlength: 12;'.repeat(200_000)), OutOfMemoryError);
    assert.throws(() => engine.parse('minlength: 12;'.repeat(20_000)));
    assert.ok(rules.accepts(SECRET));
  });

  test(`each amount of memory is enough, or a call throws: ${build}`, async () => {
    const { memorySize } = await load(null, { fallback });
    for (let memory = 1; memory < memorySize; memory += 4_999) {
      let engine;
      try {
        engine = await load(null, { fallback, memory });
      } catch (error) {
        assert.ok(error instanceof OutOfMemoryError, String(error));
        continue;
      }
      for (const use of Object.values({ ...uses, policy: usesOfAll.policy, generate: usesOfAll.generate }))
        try {
          use(engine);
        } catch (error) {
          assert.ok(error instanceof OutOfMemoryError, String(error));
        }
    }
  });

  test(`after a trap there is a new instance, and all objects still work: ${build}`, async () => {
    const engine = await load(null, { fallback }), policy = engine.policy(SETTINGS);
    const rules = engine.parse('minlength: 12; foo: bar; minlength: x', { lenient: true }), { instance } = engine;
    const used = () => engine.instance.exports.passwordrules_web_used();
    assert.ok(rules.accepts(SECRET) && policy.accepts(SECRET));
    const before = used();
    // A browser throws this error if the stack overflows during a call.
    assert.throws(() => engine.run(() => {
      throw new RangeError('Maximum call stack size exceeded');
    }), OutOfMemoryError);
    assert.notEqual(engine.instance, instance);
    assert.ok(instance.bytes.every((byte) => byte === 0));
    assert.ok(rules.accepts(SECRET) && !rules.accepts('short'));
    assert.ok(policy.accepts(SECRET) && !policy.accepts('short'));
    // After each further trap, the objects are made again and take the same memory. The original objects were made in a
    // different order, in free blocks of different sizes. So an object may now be in a block that is up to 16 bytes larger,
    // because such a remainder is too small to split off.
    const again = used(), objects = [rules, policy];
    assert.ok(again <= before + 16 * objects.length, `${again} bytes after the trap, ${before} before`);
    for (let time = 0; time < 3; time++) {
      assert.throws(() => engine.run(() => {
        throw new RangeError('Maximum call stack size exceeded');
      }), OutOfMemoryError);
      assert.ok(rules.accepts(SECRET) && policy.accepts(SECRET));
      assert.equal(used(), again);
    }
    assert.equal(policy.check('acme').outcomes.find(({ kind }) => kind === 'words').met, false);
    rules.dispose();
    policy.dispose();
  });

}

test('without memory for a new instance, calls fail until there is some', async (context) => {
  const engine = await load(null, { fallback: 'never' }), rules = engine.parse('minlength: 12'), { Instance } = WebAssembly;
  context.after(() => (WebAssembly.Instance = Instance));
  WebAssembly.Instance = class {
    constructor() {
      throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance');
    }
  };
  const trap = () => engine.run(() => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  for (let time = 0; time < 3; time++) {
    assert.throws(trap, OutOfMemoryError);
    assert.throws(() => rules.accepts('short'), OutOfMemoryError);
    assert.throws(() => engine.parse('minlength: 1'), OutOfMemoryError);
  }
  WebAssembly.Instance = Instance;
  assert.equal(rules.accepts('short'), false);
  assert.equal(rules.accepts('long enough to be accepted'), true);
});

test('an exception for an invalid argument leaves nothing behind', async () => {
  const engine = await load(), used = () => engine.instance.exports.passwordrules_web_used();
  const policy = engine.policy(SETTINGS), before = used();
  assert.throws(() => policy.check(SECRET, { user: 'a\0b' }), TypeError);
  assert.throws(() => engine.policy(['words=a\0b'], [new Uint8Array(1000)]), TypeError);
  // The first 32 lists are taken, but the policy is refused for having more, and no list may stay in memory.
  const lists = Array.from({ length: 40 }, () => new Uint8Array(1000));
  for (let time = 0; time < 2; time++) assert.throws(() => engine.policy(SETTINGS, lists), TypeError);
  assert.throws(() => policy.check({ toString() { throw new TypeError('no text'); } }), TypeError);
  assert.equal(used(), before);
  assert.ok(policy.accepts(SECRET));
});
