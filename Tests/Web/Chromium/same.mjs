// What the engine says of descriptors and passwords, a line of JSON for each descriptor; test_web_same_answers.py has the same of
// the library. Run by Node: same.mjs PACKAGE CASES; imported by a page.

/** @param pause  called after each descriptor, so that a page can breathe */
export async function answers({ load, loadLanguage }, { languages, descriptors, passwords }, pause = () => {}) {
  const engine = await load();
  const catalogues = await Promise.all(languages.map((tag) => (tag === '' ? null : loadLanguage(tag))));
  const lines = [];
  for (const descriptor of descriptors) {
    lines.push(JSON.stringify(answer(engine, catalogues, descriptor, passwords)));
    await pause();
  }
  return lines;
}

function answer(engine, catalogues, descriptor, passwords) {
  const rules = engine.parse(descriptor, { lenient: true });
  const said = [descriptor, rules.format(), count(rules)];
  for (const catalogue of catalogues) {
    engine.language = catalogue;
    said.push(passwords.map((password) => {
      const { accepted, missing } = rules.check(password);
      return [accepted, ...missing];
    }));
  }
  rules.dispose();
  return said;
}

function count(rules) {
  try {
    return String(rules.count(20).number);
  } catch (error) {
    return error.status;
  }
}

if (typeof process === 'object') {
  const { readFileSync } = await import('node:fs');
  const [, , module, cases] = process.argv;
  const lines = await answers(await import(module), JSON.parse(readFileSync(cases, 'utf8')));
  process.stdout.write(`${lines.join('\n')}\n`);
}
