/** Builds descriptors. A misspelt class or property does not compile. */

/** A named class, or a custom one in brackets, such as `[-_.]`. */
export type CharacterClass = 'upper' | 'lower' | 'digit' | 'special' | 'ascii-printable' | 'unicode' | `[${string}]`;

/** An immutable descriptor. Each method returns a new one. */
export interface Descriptor {
  /** Requires one character of any of these classes. Calling it twice with the same classes requires two, and
   * so on. */
  required(...classes: readonly [CharacterClass, ...CharacterClass[]]): Descriptor;
  /** Permits characters in addition to the required ones. */
  allowed(...classes: readonly [CharacterClass, ...CharacterClass[]]): Descriptor;
  minLength(characters: number): Descriptor;
  maxLength(characters: number): Descriptor;
  /** The longest run of one character. */
  maxRepeating(characters: number): Descriptor;
  /** The longest run such as abc or 321. */
  maxSequential(characters: number): Descriptor;
  /** The longest run of one character, under the name that other readers use. */
  maxConsecutive(characters: number): Descriptor;
  /** Returns the text for the attribute `passwordrules`, such as `required: upper; minlength: 12;`. */
  toString(): string;
}

/** The empty descriptor. */
export function descriptor(): Descriptor;
