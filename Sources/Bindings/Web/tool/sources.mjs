// The page's engine, ranked words and languages, which are all in the script itself.

import module from '../full.wasm';
import ranks from '../common.ranks';
import {languages as tags, load, loadLanguage} from '../index.mjs';

/** All languages with messages, in the order of their tags. */
export let languages = [];

export async function engine() {
  const engine = await load(module);
  await engine.loadRanks(ranks);
  languages = await Promise.all(tags.map(tag => loadLanguage(tag)));
  return engine;
}
