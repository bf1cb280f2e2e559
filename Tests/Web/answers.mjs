// Says all that the package finds out about the descriptors of a file, so that it can be compared with the native library:
//
//     node answers.mjs PACKAGE QUESTIONS
//
// A line of JSON for each descriptor. Of all checks in a language there is a digest, unless the questions ask for the reports.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.argv[2]}/`);
const { load, loadCheck, loadLanguage } = await import(new URL('node.mjs', folder));
const { descriptors, passwords, languages, fallback, isSmall, isWhole } = JSON.parse(readFileSync(process.argv[3], 'utf8'));
const engine = await (isSmall ? loadCheck : load)(null, { fallback });

const catalogues = [];
for (const tag of languages) catalogues.push(tag === 'en' ? null : await loadLanguage(tag));

/** All digits of a number, as the bits that it consists of. */
function bits(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes.toString('hex');
}

function plain({ accepted, progress, outcomes, missing }) {
  return [
    accepted, bits(progress), missing,
    outcomes.map(({ kind, met, limit, actual, message, characters }) => [kind, met, limit, actual, message, characters]),
  ];
}

/** The answer, or the number of the status that is thrown instead. */
function attempt(body) {
  try {
    return body();
  } catch (error) {
    if (error.status === undefined) throw error;
    return ['status', error.status];
  }
}

const diagnostic = ({ severity, code, text, start, end }) => [severity, code, text, start, end];

function wordsOf(rules) {
  const answers = { format: rules.format(), minified: rules.format({ minified: true }), counts: [], shortest: [], explained: [] };
  for (const length of [0, 1, 12, 129]) {
    const count = attempt(() => rules.count(length));
    answers.counts.push(Array.isArray(count) ? count : [String(count.number), bits(count.entropy)]);
  }
  for (const entropy of [1, 71]) answers.shortest.push(attempt(() => rules.shortestLength(entropy)));
  for (const language of catalogues) {
    engine.language = language;
    answers.explained.push(rules.explain());
  }
  engine.language = null;
  return answers;
}

function answer(text) {
  const rules = engine.parse(text, { lenient: true });
  const strict = attempt(() => {
    engine.parse(text).dispose();
    return 'accepted';
  });
  const answers = { strict, diagnostics: rules.diagnostics.map(diagnostic), checks: [] };
  for (const language of catalogues) {
    engine.language = language;
    const reports = passwords.map((password, index) => {
      const report = rules.check(password, { strict: index % 2 === 1 });
      if (report.accepted !== rules.accepts(password, { strict: index % 2 === 1 })) throw new Error(`accepts: ${text}`);
      return plain(report);
    });
    const digest = createHash('sha256').update(JSON.stringify(reports)).digest('hex');
    answers.checks.push(isWhole ? reports : digest);
  }
  engine.language = null;
  if (!isSmall) Object.assign(answers, { lint: engine.lint(text).map(diagnostic) }, wordsOf(rules));
  rules.dispose();
  return answers;
}

for (const text of descriptors) console.log(JSON.stringify(answer(text)));
