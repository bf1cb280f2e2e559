// Writes the package's answers for the cases in cases.py, as lines of JSON. answers.py writes the library's answers in the
// same format. A page imports this module; Node runs it as a program: answers.mjs CASES FALLBACK

/** The bits of a number in hex, so that numbers are compared exactly. */
function bits(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

function diagnostics(found) {
  return found.map(({ severity, code, text, source, start, end }) => [severity, code, text, source, start, end]);
}

/** The result of `body`, or the status of the error that it throws. */
function attempt(body) {
  try {
    return body();
  } catch (error) {
    return typeof error.status === 'number' ? ['status', error.status] : ['error', String(error)];
  }
}

/** The report of rules or a policy on a password, with the verdicts of both `check` and `accepts`. */
function report(rules, password, options) {
  const { accepted, progress, missing, outcomes } = rules.check(password, options);
  return [accepted, rules.accepts(password, options), bits(progress), missing, outcomes.map((one) => [
    one.kind, one.met, one.limit, one.actual, one.characters, one.message, one.origin && [one.origin.key, one.origin.preset],
  ])];
}

class Answers {
  lines = [];

  constructor(engine, cases, catalogues) {
    Object.assign(this, cases, { engine, catalogues });
  }

  say(...things) {
    this.lines.push(JSON.stringify(things));
  }

  inEachLanguage(body) {
    for (const [index, catalogue] of this.catalogues.entries()) {
      this.engine.language = catalogue;
      body(this.languages[index], index);
    }
    this.engine.language = null;
  }

  rules(descriptor) {
    this.say('about', descriptor);
    try {
      const exact = this.engine.parse(descriptor);
      this.say('accepted', diagnostics(exact.diagnostics));
      exact.dispose();
    } catch (error) {
      this.say('refused', error.status, diagnostics(error.diagnostics));
    }
    const rules = this.engine.parse(descriptor, { lenient: true });
    this.say(diagnostics(rules.diagnostics));
    if (!this.isSmall) this.numbers(descriptor, rules);
    this.inEachLanguage((language, index) => {
      if (!this.isSmall) this.say(language, rules.explain());
      // The reading alternates from language to language, so that each password is checked in both readings.
      const isStrict = (number) => (number + index) % 2 === 1;
      this.say(language, this.passwords.map((password, number) => report(rules, password, { strict: isStrict(number) })));
    });
    rules.dispose();
  }

  numbers(descriptor, rules) {
    this.say(diagnostics(this.engine.lint(descriptor)));
    this.say(rules.format(), rules.format({ minified: true }));
    for (const length of [0, 1, 12, 20, 129, 130])
      this.say(attempt(() => {
        const { number, entropy } = rules.count(length);
        return [String(number), bits(entropy)];
      }));
    for (const entropy of [1, 64, 71]) this.say(attempt(() => rules.shortestLength(entropy)));
    for (const style of ['random', 'readable', 'words'])
      for (const options of [{}, { length: 12 }, { entropy: 100, exclude: 'ambiguous' }])
        this.say(attempt(() => {
          const made = rules.generate({ ...options, style });
          const isSound = rules.check(made.password, { strict: true }).accepted;
          return [made.style, made.length, bits(made.entropy), made.excluded, made.fallsShort, isSound];
        }));
  }

  strength() {
    this.say('about', 'strength');
    this.inEachLanguage((language) => {
      for (const password of this.passwords) {
        const { guessesLog10, level, cut, pieces, advice } = this.engine.strength(password, { user: this.context.user });
        const found = pieces.map(({ kind, start, end, rank }) => [kind, start, end, rank]);
        this.say(language, bits(guessesLog10), level, cut, found, advice);
      }
    });
  }

  policy(settings) {
    this.say('about', settings);
    let policy;
    try {
      policy = this.engine.policy(settings);
    } catch (error) {
      const found = error.diagnostics.map(({ severity, code, text, source }) => [severity, code, text, source]);
      this.say('refused', error.status, found);
      return;
    }
    this.inEachLanguage((language) => {
      this.say(language, policy.description(this.context), policy.enforcement(this.context));
      for (const context of [this.context, {}]) this.say(this.passwords.map((password) => report(policy, password, context)));
    });
    policy.dispose();
  }
}

/** @param fallback  when to use the build in JavaScript: "never" or "always" */
export async function answers({ load, loadCheck, loadLanguage }, cases, fallback) {
  const engine = await (cases.isSmall ? loadCheck : load)(null, { fallback });
  const catalogues = await Promise.all(cases.languages.map((tag) => (tag === '' ? null : loadLanguage(tag))));
  const found = new Answers(engine, cases, catalogues);
  for (const descriptor of cases.descriptors) found.rules(descriptor);
  if (cases.isSmall) return found.lines;
  await engine.loadRanks();
  found.strength();
  for (const settings of cases.policies) found.policy(settings);
  return found.lines;
}

if (typeof process === 'object') {
  const { readFileSync } = await import('node:fs');
  const [, , path, fallback] = process.argv;
  const engines = await import(`${process.env.PASSWORDRULES_PACKAGE}/node.mjs`);
  const lines = await answers(engines, JSON.parse(readFileSync(path, 'utf8')), fallback);
  process.stdout.write(`${lines.join('\n')}\n`);
}
