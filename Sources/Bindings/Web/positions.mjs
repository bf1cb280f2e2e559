// Places in texts, which the library counts in bytes or in scalar values, and JavaScript in UTF-16 code units.

function unitsAt(text, index) {
  return text.codePointAt(index) > 0xffff ? 2 : 1;
}

function bytesAt(text, index) {
  const scalar = text.codePointAt(index);
  return scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
}

/** Where the byte with this offset of the text's UTF-8 stands; of one inside a character, the character. */
export function placeOfByte(text, offset) {
  let index = 0;
  for (let passed = 0; index < text.length; index += unitsAt(text, index)) {
    passed += bytesAt(text, index);
    if (passed > offset) break;
  }
  return index;
}

/** Where the scalar value with this number stands. */
export function placeOfScalar(text, number) {
  let index = 0;
  for (; number > 0 && index < text.length; number--) index += unitsAt(text, index);
  return index;
}
