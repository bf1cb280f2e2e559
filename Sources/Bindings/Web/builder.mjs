// Builds descriptors. See builder.d.mts.

const NAMED = new Set(['upper', 'lower', 'digit', 'special', 'ascii-printable', 'unicode']);

function classes(names) {
  if (names.length === 0) throw new TypeError('a character class is missing');
  for (const name of names)
    if (!NAMED.has(name) && !/^\[[\x20-\x7e]+\]$/.test(name)) throw new TypeError(`there is no character class ${name}`);
  return names.join(', ');
}

function whole(number) {
  if (!Number.isSafeInteger(number) || number < 0 || number > 0x7fffffff) throw new RangeError(`not a whole number from 0 to 2147483647: ${number}`);
  return String(number);
}

class Descriptor {
  #properties;

  constructor(properties) {
    this.#properties = properties;
  }

  #with(name, value) {
    return new Descriptor([...this.#properties, `${name}: ${value};`]);
  }

  required(...names) {
    return this.#with('required', classes(names));
  }

  allowed(...names) {
    return this.#with('allowed', classes(names));
  }

  minLength(characters) {
    return this.#with('minlength', whole(characters));
  }

  maxLength(characters) {
    return this.#with('maxlength', whole(characters));
  }

  maxRepeating(characters) {
    return this.#with('max-repeating', whole(characters));
  }

  maxSequential(characters) {
    return this.#with('max-sequential', whole(characters));
  }

  maxConsecutive(characters) {
    return this.#with('max-consecutive', whole(characters));
  }

  toString() {
    return this.#properties.join(' ');
  }
}

export function descriptor() {
  return new Descriptor([]);
}
