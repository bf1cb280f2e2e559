// One instance of a module: its memory, texts in it, and calls of its functions. For engine.mjs alone.

import { Status } from './status.mjs';

/** Room for the structs, passwords and texts of most calls, in bytes. */
const SCRATCH = 8192;
/** How much of the stack calls may have used, in bytes, if nothing is known of them. */
const WHOLE_STACK = 0xffffffff;
const decoder = new TextDecoder();

/** Fills an array with random bytes. */
let fill = (bytes) => crypto.getRandomValues(bytes);

/** Takes random bytes from elsewhere: Node 18 has no global `crypto`. */
export function fillBy(filler) {
  fill = filler;
}

/** The module has trapped: memory has run out, or its stack has. Nothing in it can be used any more. */
export class Trap extends Error {}

/** How many bytes of UTF-8 a text takes. A lone surrogate takes three, as if it were a character: no decoder accepts them. */
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
   * @param start starts the module with what it imports, and returns what it exports
   * @param translate finds a message: (one, many or null, count) => text or undefined
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
  /** What this call allocated beyond the scratch memory. */
  #extra = [];
  /** Messages of the language in memory: by the text's address, since the engine's texts are constants or short-lived copies. */
  #messages = new Map();
  #buffer = null;
  #bytes;
  #view;

  /** The memory, which is another buffer whenever it has grown. */
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
   * Calls `body`, and afterwards frees and wipes what it has put into memory, and what it left on the stack.
   *
   * @param stack how much of the stack it may use
   * @throws Trap if the module traps: it is wiped then, and broken
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
    // Most calls have taken little or nothing, and clearing what is empty takes a while, too.
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

  // ---- What is put into memory, for one call ----

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

  /** A text in UTF-8, with a NUL behind it. */
  text(text) {
    return this.#asciiText(text) ?? this.#anyText(text);
  }

  /** The same for a text that is ASCII and has room in the scratch memory; else null. */
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

  /** A text for C, in which there is no NUL; 0 for undefined and null. */
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

  // ---- What is read ----

  /** The text that ends in a NUL; "" for NULL. */
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
   * The text that a function writes into a buffer: (buffer, size, where it stores the needed size) => status.
   *
   * @returns the text, or null with a status that `failed` gets
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

  // ---- What the module imports ----

  #random(at, size) {
    try {
      // Browsers give at most 65,536 bytes at once; the engine asks for 256.
      fill(this.bytes.subarray(at >>> 0, (at >>> 0) + size));
      return 0;
    } catch {
      return 1;
    }
  }

  /** Whatever goes wrong, the message is in English: an exception would leave the module half-way through a call. */
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

/** There is no memory for what a call is about to pass. */
export class OutOfMemory extends Error {}

/**
 * Whether the module has thrown, and so is half-way through a call: a trap, `abort` of the build in JavaScript, or a stack or
 * memory of the browser's that is full. What is thrown here is of classes of its own, or a TypeError.
 */
export function isTrap(error) {
  return error instanceof Trap || error?.constructor === RangeError || error?.name === 'InternalError' ||
    (typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError);
}
