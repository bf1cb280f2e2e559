// What the package offers to Node, where its own files are not fetched but read.

import { readFile } from 'node:fs/promises';

import { readBy } from './loading.mjs';

readBy(async (address) => {
  if (address.protocol === 'file:') return readFile(address);
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address} cannot be read: ${response.status}`);
  return response.arrayBuffer();
});

export * from './index.mjs';
