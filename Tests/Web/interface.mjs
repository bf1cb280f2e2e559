// Prints the imports and exports of a WebAssembly module as JSON: interface.mjs MODULE

import { readFileSync } from 'node:fs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
console.log(JSON.stringify({
  imports: WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`),
  exports: WebAssembly.Module.exports(module).map(({ name }) => name),
}));
