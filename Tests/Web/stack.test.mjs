// After each call the whole stack is zero, even if the call wipes only the part that it used.

import assert from 'node:assert/strict';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const { load, loadCheck } = await import(new URL('node.mjs', pathToFileURL(`${process.env.PASSWORDRULES_PACKAGE}/`)));
/** The address of the first byte that is not zero. The stack is at the start of memory, and constants follow it. */
const begin = (engine) => engine.instance.bytes.findIndex((byte) => byte !== 0);
const DESCRIPTORS = [
  '', 'minlength: 8', 'required: upper; required: lower; required: digit; required: [-_!?]; minlength: 12; max-repeating: 2',
  'max-consecutive: 2; max-sequential: 3; allowed: unicode', 'allowed: [abc]; required: [xyz], digit; maxlength: 5; foo: bar',
  Array.from({ length: 90 }, (_, index) => `required: [${String.fromCharCode(33 + index)}]`).join(';'),
];
const PASSWORDS = ['', 'abc', 'Correct-Horse-7', 'pässwörd-Ж-9🂡', 'x\0y', '\ud800', 'aA1-'.repeat(5000)];

for (const loader of [load, loadCheck])
  for (const fallback of ['never', 'always'])
    test(`nothing is left on the stack: ${loader.name}, fallback ${fallback}`, async () => {
      const engine = await loader(null, { fallback });
      const constants = begin(engine), isWiped = () => begin(engine) === constants;
      // The constants begin at a multiple of 4,096, but the first of them may begin with zeros.
      assert.ok(constants >= 16384 && constants % 4096 < 16);
      for (const text of DESCRIPTORS) {
        const rules = engine.parse(text, { lenient: true });
        assert.ok(isWiped(), `parse ${text}`);
        for (const password of PASSWORDS)
          for (const strict of [false, true]) {
            rules.accepts(password, { strict });
            assert.ok(isWiped(), `accepts ${text}`);
            rules.check(password, { strict });
            assert.ok(isWiped(), `check ${text}`);
          }
        rules.dispose();
        assert.ok(isWiped(), 'dispose');
      }
    });

test('the stack is used', async () => {
  const engine = await load(null, { fallback: 'never' });
  const constants = begin(engine);
  engine.run((instance) => {
    const { at, length } = instance.text(DESCRIPTORS[2]), out = instance.take(8);
    instance.exports.passwordrules_parse(at, length, 0, out, out + 4);
    assert.ok(begin(engine) < constants);
  });
});
