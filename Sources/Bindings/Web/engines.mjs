// The engines of a page. Each is loaded once, when it is first needed.

import {load, loadCheck, loadLanguage} from './index.mjs';

const loaded = new Map();

/** Returns the promise of the first call with the same key. After a failure, the next call tries again. */
function once(key, make) {
  if (!loaded.has(key)) {
    const promise = make();
    loaded.set(key, promise);
    promise.catch(() => loaded.delete(key));
  }
  return loaded.get(key);
}

const numbers = new WeakMap();

/** A name for a source: its text, or a number for anything else. */
function named(source) {
  if (source === null || source === undefined) return '';
  if (typeof source !== 'object') return String(source);
  if (source instanceof URL) return source.href;
  if (!numbers.has(source)) numbers.set(source, Math.random());
  return String(numbers.get(source));
}

/** The small engine, which only checks by descriptors. */
export function checkEngine({engine, check, fallback} = {}) {
  if (engine) return engine;
  return once(`check ${named(check)} ${fallback}`, () => loadCheck(check, {fallback}));
}

/** The engine with everything. */
export function fullEngine({engine, full, fallback} = {}) {
  if (engine) return engine;
  return once(`full ${named(full)} ${fallback}`, () => load(full, {fallback}));
}

/** The engine with everything and its list of ranked words, for estimates of strength. */
export async function rankedEngine(sources = {}) {
  const engine = await fullEngine(sources);
  if (!engine.hasRanks) {
    const key = `ranks ${named(sources.engine)} ${named(sources.full)} ${sources.fallback}`;
    await once(key, () => engine.loadRanks(sources.ranks));
  }
  return engine;
}

/** The keys, and a part of a preset's name, that demand a number of guesses. */
const ASKS_FOR_GUESSES = /guesses|min-strength/;

/** The engine for a policy, with ranked words if the policy may demand a number of guesses. */
export function policyEngine(policy, sources) {
  return ASKS_FOR_GUESSES.test([policy].flat().join('\n')) ? rankedEngine(sources) : fullEngine(sources);
}

/** The messages of the language with this tag; null for English. */
export function languageFor(tag) {
  return once(`language ${tag}`, () => loadLanguage(tag));
}
