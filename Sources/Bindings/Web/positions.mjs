// Positions in texts. The library counts bytes or scalar values, and JavaScript UTF-16 code units.

function unitsAt(text, index) {
  return text.codePointAt(index) > 0xffff ? 2 : 1;
}

function bytesAt(text, index) {
  const scalar = text.codePointAt(index);
  return scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
}

/** The index of the character that contains the byte at this offset of the text's UTF-8. */
export function indexOfByte(text, offset) {
  let index = 0;
  for (let passed = 0; index < text.length; index += unitsAt(text, index)) {
    passed += bytesAt(text, index);
    if (passed > offset) break;
  }
  return index;
}

/** The index of the scalar value with this number. */
export function indexOfScalar(text, number) {
  let index = 0;
  for (; number > 0 && index < text.length; number--) index += unitsAt(text, index);
  return index;
}
