// The rules in words, the number of passwords, and some examples.

import {make} from '../view.mjs';

/** Fills a list with lines. */
export function lines(element, texts, empty) {
  element.replaceChildren(...(texts.length > 0 ? texts : [empty]).map(text => make('li', {dir: 'auto'}, text)));
}

const superscript = number => String(number).replace(/\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);

/** A number with three digits and a power of ten. */
export function rounded(number) {
  if (number < 1_000_000n) return grouped(number);
  const unit = 10n ** BigInt(number.toString().length - 3);
  const digits = ((number + unit / 2n) / unit * unit).toString();
  return `${digits[0]}.${digits.slice(1, 3)} × 10${superscript(digits.length - 1)}`;
}

/** A number with non-breaking spaces between groups of three digits. */
export function grouped(number) {
  return number.toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export class Figures {
  #get;
  #rules = null;

  constructor(get) {
    this.#get = get;
    this.#at('length').addEventListener('input', () => this.#count());
    this.#at('again').addEventListener('click', () => this.#samples());
    for (const radio of document.getElementsByName('style')) radio.addEventListener('change', () => this.#samples());
  }

  #at(id) {
    return this.#get(id);
  }

  get style() {
    return document.querySelector('[name=style]:checked').value;
  }

  /** Shows everything about these rules, or that there are none if `rules` is null. */
  show(rules) {
    this.#rules = rules;
    lines(this.#at('described'), rules?.describe() ?? [], rules ? 'Any password is accepted.' : '—');
    lines(this.#at('explained'), rules?.explain() ?? [], rules ? 'Nothing is demanded.' : '—');
    this.#range();
    this.#count();
    this.#samples();
  }

  /** Sets the slider's minimum to the shortest password, and its value to the length of a generated one. */
  #range() {
    const slider = this.#at('length');
    const rules = this.#rules;
    slider.disabled = rules === null;
    if (rules === null) return;
    const length = attempt(() => rules.generate({style: 'random'}).length) ?? 20;
    const shortest = attempt(() => rules.shortestLength(0)) ?? 1;
    slider.min = String(Math.max(1, shortest));
    slider.max = String(Math.max(40, length + 12));
    slider.value = String(length);
    const sufficient = [64, 128].map(bits => {
      const needed = attempt(() => rules.shortestLength(bits));
      return needed === null ? null : `${bits} bits with ${needed} or more characters`;
    }).filter(Boolean);
    this.#at('shortest').textContent = sufficient.length > 0 ? `${sufficient.join(', ')}.` : 'No length has 64 bits.';
  }

  #count() {
    const length = Number(this.#at('length').value);
    let failure = '';
    const count = this.#rules === null ? null : attempt(() => this.#rules.count(length), error => { failure = error.message; });
    this.#at('length-shown').textContent = this.#rules === null ? '' : String(length);
    this.#at('entropy').textContent = count === null ? '—' : count.entropy.toFixed(1);
    this.#at('rounded').textContent = count === null ? '—' : rounded(count.number);
    this.#at('exact').textContent = count === null ? `Not counted: ${failure}.` : grouped(count.number);
  }

  #samples() {
    const list = this.#at('samples');
    const said = this.#at('samples-said');
    // Make a few hundred passwords, or fewer if there are not as many.
    const made = this.#rules === null ? null : [300, 30, 3, 1].reduce((found, count) => found
      ?? attempt(() => this.#rules.generate({style: this.style, count})), null);
    list.scrollTop = 0;
    list.replaceChildren(...(made?.passwords ?? []).map(password => make('li', {}, make('code', {dir: 'ltr'}, password))));
    list.classList.toggle('wide', (made?.length ?? 0) > 26);
    const other = made === null || made.style === made.requested ? '' : `; ${made.style}, because the rules rule out ${made.requested}`;
    // The entropy is 0 if the passwords cannot be counted.
    const bits = made?.entropy > 0 ? `, each with ${made.entropy.toFixed(1)} bits` : '';
    said.textContent = made === null ? 'No password could be generated.' : `${made.passwords.length}${bits}${other}`;
  }
}

/** Calls the engine, and returns the result. If that throws a GenerationError, because no password exists or the passwords
 * cannot be counted, calls `failed` and returns null. */
function attempt(call, failed = () => {}) {
  try {
    return call();
  } catch (error) {
    if (error.name !== 'GenerationError') throw error;
    failed(error);
    return null;
  }
}
