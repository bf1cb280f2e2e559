// Descriptors as the form's values: reads text that the engine wrote, and writes text.

/** The named classes, in the order of the form. */
export const NAMED = ['upper', 'lower', 'digit', 'special', 'ascii-printable', 'unicode'];
/** Properties whose value is a number. */
export const NUMBERS = ['minlength', 'maxlength', 'max-repeating', 'max-sequential', 'max-consecutive'];

/**
 * Reads the output of Rules.format(). The engine must parse other texts first.
 *
 * @returns {required: a list of classes, allowed: classes, numbers}, where classes are {names, characters}
 */
export function read(text) {
  const properties = {required: [], allowed: null, numbers: {}};
  for (const part of split(text, ';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const name = part.slice(0, colon).trim();
    const value = part.slice(colon + 1).trim();
    if (name === 'required') properties.required.push(classes(value));
    else if (name === 'allowed') properties.allowed = classes(value);
    else if (NUMBERS.includes(name)) properties.numbers[name] = Number(value);
  }
  return properties;
}

function classes(value) {
  const read = {names: [], characters: ''};
  for (const part of split(value, ',').map(part => part.trim())) {
    if (part.startsWith('[')) read.characters += part.slice(1, -1);
    else read.names.push(part);
  }
  return read;
}

/** Splits at a character outside of brackets. */
function split(text, separator) {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') {
      // A bracket that is a member of its class is right before the closing one.
      let end = text.indexOf(']', at + 1);
      if (text[end + 1] === ']') end += 1;
      if (end < 0) end = text.length - 1;
      parts[parts.length - 1] += text.slice(at, end + 1);
      at = end;
    } else if (text[at] === separator) {
      parts.push('');
    } else {
      parts[parts.length - 1] += text[at];
    }
  }
  return parts;
}

/** Writes a descriptor, without empty classes. */
export function write({required, allowed, numbers}) {
  const written = required.map(list).filter(Boolean).map(value => `required: ${value};`);
  if (allowed !== null && list(allowed)) written.push(`allowed: ${list(allowed)};`);
  for (const name of NUMBERS) {
    if (numbers[name] > 0) written.push(`${name}: ${numbers[name]};`);
  }
  return written.join(' ');
}

function list({names, characters}) {
  const custom = bracketed(characters);
  return [...names, ...(custom ? [custom] : [])].join(', ');
}

/** Characters as a class: each once, only printable ASCII, with "-" first and "]" last, as the grammar
 * requires. */
export function bracketed(characters) {
  const members = [...new Set(characters)].filter(character => character >= ' ' && character <= '~');
  if (members.length === 0) return '';
  const others = members.filter(character => !'-]'.includes(character)).join('');
  return `[${members.includes('-') ? '-' : ''}${others}${members.includes(']') ? ']' : ''}]`;
}
