// Finds and starts the modules.

import { CheckEngine } from './check.mjs';
import { Engine } from './full.mjs';

/** Reads the bytes at an address: with fetch in a page, and from files in Node (node.mjs). */
let read = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address} cannot be read: ${response.status}`);
  return response.arrayBuffer();
};

export function readBy(reader) {
  read = reader;
}

/** The bytes of a source, or a compiled module. */
async function bytesOf(source) {
  const given = await source;
  if (typeof given === 'string' || given instanceof URL) return read(new URL(given, import.meta.url));
  return typeof Response === 'function' && given instanceof Response ? given.arrayBuffer() : given;
}

async function compile(source) {
  const given = await bytesOf(source);
  return given instanceof WebAssembly.Module ? given : WebAssembly.compile(given);
}

/** A function that starts an instance, and the name of its build. */
async function starter(source, name, fallback) {
  if (fallback !== 'always')
    try {
      const module = await compile(source ?? `${name}.wasm`);
      const start = (imports) => new WebAssembly.Instance(module, { env: imports }).exports;
      return { start, build: 'wasm' };
    } catch (error) {
      // A Content Security Policy without 'wasm-unsafe-eval' or `connect-src` refuses WebAssembly, and some
      // browsers do not have it. A source that the caller has named and that cannot be read is the caller's
      // mistake.
      const isRefused = typeof WebAssembly !== 'object' || error instanceof WebAssembly.CompileError;
      if (fallback === 'never' || !(isRefused || isOwnFile(source))) throw error;
      // Without a network, the script cannot be loaded either, and the first error gives the reason.
      return startScript(name).catch(() => { throw error; });
    }
  return startScript(name);
}

const isOwnFile = (source) => source === undefined || source === null;

async function startScript(name) {
  const { instantiate } = name === 'full' ? await import('./full.fallback.mjs') : await import('./check.fallback.mjs');
  return { start: instantiate, build: 'js' };
}

export async function load(source, { fallback = 'auto', ...options } = {}) {
  const { start, build } = await starter(source, 'full', fallback);
  return new LoadedEngine(start, build, options);
}

export async function loadCheck(source, { fallback = 'auto', ...options } = {}) {
  const { start, build } = await starter(source, 'check', fallback);
  return new CheckEngine(start, build, options);
}

class LoadedEngine extends Engine {
  async loadRanks(source) {
    this.useRanks(await bytesOf(source ?? 'common.ranks'));
  }
}
