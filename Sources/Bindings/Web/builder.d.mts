/** Writes descriptors, so that a misspelt class or property does not compile. */

/** A named class, or a custom one in brackets, such as `[-_.]`. */
export type CharacterClass = 'upper' | 'lower' | 'digit' | 'special' | 'ascii-printable' | 'unicode' | `[${string}]`;

/** A descriptor. It never changes: each method makes a new one. */
export interface Descriptor {
  /** One character of any of these classes. Said twice of the same classes, two characters; and so on. */
  required(...classes: readonly [CharacterClass, ...CharacterClass[]]): Descriptor;
  /** Characters that are permitted besides the required ones. */
  allowed(...classes: readonly [CharacterClass, ...CharacterClass[]]): Descriptor;
  minLength(characters: number): Descriptor;
  maxLength(characters: number): Descriptor;
  /** The longest run of one character. */
  maxRepeating(characters: number): Descriptor;
  /** The longest run such as abc or 321. */
  maxSequential(characters: number): Descriptor;
  /** The longest run of one character, as other readers have it. */
  maxConsecutive(characters: number): Descriptor;
  /** Such as `required: upper; minlength: 12;`, for the attribute `passwordrules`. */
  toString(): string;
}

/** The empty descriptor. */
export function descriptor(): Descriptor;
