// The package in Node, where its files are read instead of fetched.

import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { fillBy } from './instance.mjs';
import { readBy } from './loading.mjs';

fillBy((bytes) => webcrypto.getRandomValues(bytes));
readBy(async (address) => {
  if (address.protocol === 'file:') return readFile(address);
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address} cannot be read: ${response.status}`);
  return response.arrayBuffer();
});

export * from './index.mjs';
