// The engine of the page, its ranked words and its languages, all of them in the script itself.

import module from '../full.wasm';
import ranks from '../common.ranks';
import {languages as tags, load, loadLanguage} from '../index.mjs';

/** All languages there are messages in, by the order of their tags. */
export let languages = [];

export async function engine() {
  const engine = await load(module);
  await engine.loadRanks(ranks);
  languages = await Promise.all(tags.map(tag => loadLanguage(tag)));
  return engine;
}
