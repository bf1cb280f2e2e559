// Times the package beside what it takes the place of, as rows of Markdown:
//
//     bench.mjs DESCRIPTORS [PARSER]
//
// DESCRIPTORS is a file with one a line; PARSER is Apple's PasswordRulesParser.js, as a module that exports parsePasswordRules.
// Times are the best of 15 rounds, and depend on the machine: only ratios can be compared.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { load, loadCheck } = await import(`${process.env.PASSWORDRULES_PACKAGE}/node.mjs`);
const descriptors = readFileSync(process.argv[2], 'utf8').split('\n').filter((line) => line !== '');
const ROUNDS = 15;
const DESCRIPTOR = 'required: upper; required: lower; required: digit; required: [-_.]; minlength: 12; max-repeating: 2';
const PASSWORDS = ['', 'abc', 'Abcdefgh1', 'correct-Horse-7x', 'aaaB-1234567', 'Tr0ub4dor.and-three'];
const BY_HAND = [/[A-Z]/, /[a-z]/, /[0-9]/, /[-_.]/, /^.{12,}$/su, /^(?!.*(.)\1\1)/su];

/** Microseconds for a call, with warm code. */
function time(calls, body) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) body(index);
    rounds.push(Number(process.hrtime.bigint() - start) / 1000 / calls);
  }
  return Math.min(...rounds);
}

function row(what, ...times) {
  console.log(`| ${[what, ...times.map((one) => (one === undefined ? '-' : one.toFixed(2)))].join(' | ')} |`);
}

const engines = [await loadCheck(), await load(), await load(null, { fallback: 'always' })];
const times = (calls, body) => engines.map((engine) => (body(engine) === undefined ? undefined : time(calls, body(engine))));
const at = (list, index) => list[index % list.length];

console.log('| Microseconds | small module | whole module | in JavaScript | otherwise |\n|---|---|---|---|---|');
const other = process.argv[3] && (await import(pathToFileURL(process.argv[3]))).parsePasswordRules;
row(`read a descriptor (otherwise: Apple's parser)`, ...times(2000, (engine) => (index) =>
  engine.parse(at(descriptors, index), { lenient: true }).dispose()),
other && time(2000, (index) => other(at(descriptors, index))));
row('accepted or not (otherwise: six regular expressions)', ...times(5000, (engine) => {
  const rules = engine.parse(DESCRIPTOR);
  return (index) => rules.accepts(at(PASSWORDS, index));
}), time(5000, (index) => BY_HAND.every((one) => one.test(at(PASSWORDS, index)))));
row('report with all messages', ...times(2000, (engine) => {
  const rules = engine.parse(DESCRIPTOR);
  return (index) => rules.check(at(PASSWORDS, index));
}));
const full = (body) => (engine) => (engine === engines[0] ? undefined : body(engine));
row('generate a password', ...times(200, full((engine) => {
  const rules = engine.parse(DESCRIPTOR);
  return () => rules.generate();
})));
row('count', ...times(50, full((engine) => {
  const rules = engine.parse(DESCRIPTOR);
  return () => rules.count();
})));
for (const engine of engines.slice(1)) await engine.loadRanks();
row('estimate the strength', ...times(500, full((engine) => (index) => engine.strength(at(PASSWORDS, index)))));
row('load', ...(await Promise.all([loadCheck, load].map(async (start) => {
  const begin = performance.now();
  for (let round = 0; round < 20; round++) await start();
  return ((performance.now() - begin) / 20) * 1000;
}))));
