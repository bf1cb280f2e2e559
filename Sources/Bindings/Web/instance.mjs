// One instance of a module: its memory, the texts in it, and calls of its functions. Only for check.mjs and
// full.mjs.

import { Status } from './status.mjs';

/** The room for structs, passwords and texts of a call, in bytes. Most calls need no more. */
const SCRATCH = 8192;
/** The stack, in bytes, that unknown calls may have used. */
const WHOLE_STACK = 0xffffffff;
const decoder = new TextDecoder();

/** Fills an array with random bytes. */
let fill = (bytes) => crypto.getRandomValues(bytes);

/** Replaces the source of random bytes, because Node 18 has no global `crypto`. */
export function fillBy(filler) {
  fill = filler;
}

/** The module has trapped because its memory or stack ran out. The instance cannot be used any more. */
export class Trap extends Error {}

/** The length of a text in bytes of UTF-8. A lone surrogate takes three bytes, which no decoder accepts. */
function utf8Length(text) {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (isPair(text, index, unit)) {
      length += 4;
      index++;
    } else length += 3;
  }
  return length;
}

function isPair(text, index, unit) {
  return (unit & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}

export class Instance {
  /**
   * @param start starts the module with the given imports, and returns its exports
   * @param translate finds a message: (text, whether it has a plural, count) => text or undefined
   */
  constructor(start, translate, allowed) {
    this.exports = start({
      random: (at, size) => this.#random(at, size),
      translate: (one, many, count) => this.#translate(one, many, count),
      abort() {
        throw new Trap();
      },
    });
    this.#lookUp = translate;
    this.exports.passwordrules_web_allow(allowed);
    this.#scratch = this.#allocate(SCRATCH);
    this.#end = this.#scratch + SCRATCH;
    this.#next = this.#scratch;
  }

  exports;
  isBroken = false;
  #lookUp;
  #scratch;
  #end;
  #next;
  /** The addresses that this call allocated outside of the scratch memory. */
  #extra = [];
  /** The addresses of the language's messages in memory, by their texts. */
  #messages = new Map();
  #buffer = null;
  #bytes;
  #view;

  /** The memory. It is another buffer after it has grown. */
  get bytes() {
    this.#refresh();
    return this.#bytes;
  }

  get view() {
    this.#refresh();
    return this.#view;
  }

  #refresh() {
    const buffer = this.exports.memory.buffer;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  /**
   * Calls `body`, then frees and wipes the memory and the stack that it used.
   *
   * @param stack the stack that it may use, in bytes
   * @throws Trap if the module traps: the instance is then wiped and broken
   */
  run(body, stack = WHOLE_STACK) {
    try {
      return body(this);
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.discard();
      throw new Trap('the module has trapped');
    } finally {
      if (!this.isBroken) this.#clear(stack);
    }
  }

  #clear(stack) {
    // Most calls use little or nothing, and clearing all of it would take time.
    if (this.#next !== this.#scratch) this.bytes.fill(0, this.#scratch, this.#next);
    this.#next = this.#scratch;
    if (this.#extra.length > 0) {
      for (const at of this.#extra) this.exports.free(at);
      this.#extra.length = 0;
    }
    this.exports.passwordrules_web_wipe_stack(stack);
  }

  /** Wipes all memory. The instance must not be used afterwards. */
  discard() {
    this.isBroken = true;
    this.bytes.fill(0);
  }

  // ---- Writing into memory, for one call ----

  /** Zeroed memory for this call, aligned for any struct. */
  take(size) {
    const at = this.#next, end = at + ((size + 7) & ~7);
    if (end <= this.#end) {
      this.#next = end;
      return at;
    }
    const extra = this.#allocate(size);
    this.#extra.push(extra);
    this.bytes.fill(0, extra, extra + size);
    return extra;
  }

  #allocate(size) {
    const at = this.exports.passwordrules_web_allocate(size);
    if (at === 0) throw new OutOfMemory();
    return at >>> 0;
  }

  /** A copy of bytes that stays until it is freed. */
  keep(bytes) {
    const at = this.#allocate(bytes.length);
    this.bytes.set(bytes, at);
    return at;
  }

  /** A text in UTF-8, followed by a NUL. */
  text(text) {
    return this.#asciiText(text) ?? this.#anyText(text);
  }

  /* A text as `text` returns it, if it is ASCII and fits into the scratch memory; else null. */
  #asciiText(text) {
    const at = this.#next, { length } = text, { bytes } = this;
    if (length >= this.#end - at) return null;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) {
        bytes.fill(0, at, at + index);
        return null;
      }
      bytes[at + index] = unit;
    }
    this.#next = at + ((length + 8) & ~7);
    return { at, length };
  }

  #anyText(text) {
    const length = utf8Length(text), at = this.take(length + 1);
    this.#write(text, at);
    return { at, length };
  }

  /** A text for C, which must not contain a NUL; 0 for undefined and null. */
  cText(text) {
    if (text === undefined || text === null) return 0;
    if (String(text).includes('\0')) throw new TypeError('the text contains a NUL');
    return this.text(String(text)).at;
  }

  /** An array of texts for C. */
  cTexts(texts) {
    const at = this.take(Math.max(texts.length, 1) * 4);
    texts.forEach((text, index) => this.setWord(at + 4 * index, this.cText(text)));
    return at;
  }

  #write(text, at) {
    const bytes = this.bytes;
    for (let index = 0; index < text.length; index++) {
      let unit = text.charCodeAt(index);
      if (unit < 0x80) {
        bytes[at++] = unit;
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else if (isPair(text, index, unit)) {
        unit = 0x10000 + ((unit & 0x3ff) << 10) + (text.charCodeAt(++index) & 0x3ff);
        bytes[at++] = 0xf0 | (unit >> 18);
        bytes[at++] = 0x80 | ((unit >> 12) & 0x3f);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    bytes[at] = 0;
  }

  /** A struct that begins with its size. */
  struct(size) {
    const at = this.take(size);
    this.setWord(at, size);
    return at;
  }

  word(at) {
    return this.view.getUint32(at, true);
  }

  setWord(at, word) {
    this.view.setUint32(at, word, true);
  }

  double(at) {
    return this.view.getFloat64(at, true);
  }

  // ---- Reading ----

  /** The text at an address, up to its NUL; "" for NULL. */
  string(at) {
    if (at === 0) return '';
    const bytes = this.bytes;
    at >>>= 0;
    return this.textOf(at, bytes.indexOf(0, at) - at);
  }

  textOf(at, length) {
    const bytes = this.bytes;
    if (length < 64) {
      let text = '', index = at;
      for (; index < at + length && bytes[index] < 0x80; index++) text += String.fromCharCode(bytes[index]);
      if (index === at + length) return text;
    }
    return decoder.decode(bytes.subarray(at, at + length));
  }

  /**
   * The text that a function writes into a buffer: (buffer, size, address of the needed size) => status.
   *
   * @returns the text, or for an error, the result of `failed(status)`
   */
  written(call, size, failed) {
    const needed = this.take(4);
    let buffer = this.take(size), status = call(buffer, size, needed);
    while (status === Status.ERANGE && this.word(needed) > size) {
      size = this.word(needed);
      buffer = this.take(size);
      status = call(buffer, size, needed);
    }
    return status === Status.OK ? this.string(buffer) : failed(status);
  }

  // ---- The module's imports ----

  #random(at, size) {
    try {
      // Browsers return at most 65,536 bytes at once; the engine asks for 256.
      fill(this.bytes.subarray(at >>> 0, (at >>> 0) + size));
      return 0;
    } catch {
      return 1;
    }
  }

  /** Every error leaves the message in English: an exception would interrupt the module in the middle of a
   * call. */
  #translate(one, many, count) {
    try {
      const text = this.#lookUp(this.string(one), many !== 0, count >>> 0);
      if (typeof text !== 'string') return 0;
      const known = this.#messages.get(text);
      if (known !== undefined) return known;
      const at = this.#allocate(utf8Length(text) + 1);
      this.#write(text, at);
      this.#messages.set(text, at);
      return at;
    } catch {
      return 0;
    }
  }

  /** Forgets the messages of the language. */
  forgetMessages() {
    for (const at of this.#messages.values()) this.exports.free(at);
    this.#messages.clear();
  }
}

/** There is no memory for the arguments of a call. */
export class OutOfMemory extends Error {}

/**
 * Whether the error interrupted the module in the middle of a call: a trap, `abort` in the JavaScript build,
 * or the browser's stack or memory ran out. The errors of this package are TypeErrors or have their own
 * classes.
 */
export function isTrap(error) {
  return error instanceof Trap || error?.constructor === RangeError || error?.name === 'InternalError' ||
    (typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError);
}
