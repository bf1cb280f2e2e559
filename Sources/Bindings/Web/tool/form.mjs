// The form for building rules. It reads and writes descriptors, and knows nothing else of the page.

import {make} from '../view.mjs';
import {NAMED, read, write} from './properties.mjs';

const LABELS = {
  'upper': 'A–Z',
  'lower': 'a–z',
  'digit': '0–9',
  'special': 'special',
  'ascii-printable': 'all of ASCII',
  'unicode': 'anything',
};
const NUMBERS = [
  ['minlength', 'At least', 'characters'],
  ['maxlength', 'At most', 'characters'],
  ['max-repeating', 'The same character at most', 'times in a row'],
  ['max-sequential', 'Sequences (abc, 321) of at most', 'characters'],
];

export class Form {
  #element;
  #numbers = {};
  #required;
  #allowed;
  #others = {};
  #changed;

  /**
   * @param element  an empty form
   * @param changed  called with the descriptor after a change by the user
   */
  constructor(element, changed) {
    this.#element = element;
    this.#changed = changed;
    const numbers = make('fieldset', {class: 'numbers'}, make('legend', {}, 'Length and repetition'));
    for (const [name, before, after] of NUMBERS) {
      const field = make('input', {type: 'number', min: '0', max: '9999', inputmode: 'numeric', 'data-name': name});
      this.#numbers[name] = field;
      numbers.append(make('label', {class: 'number'}, make('span', {}, before), field, make('span', {class: 'quiet'}, after)));
    }
    this.#required = make('div', {class: 'groups'});
    const add = make('button', {type: 'button', class: 'add'}, 'Add a requirement');
    add.addEventListener('click', () => {
      this.#addGroup({names: [], characters: ''}).querySelector('input').focus();
    });
    this.#allowed = group({names: [], characters: ''}, 'Allowed', NAMED);
    element.replaceChildren(
      numbers,
      make('fieldset', {}, make('legend', {}, 'Must contain one of each'), this.#required, add),
      make('fieldset', {}, make('legend', {}, 'May contain'), this.#allowed,
        make('p', {class: 'quiet hint'},
          'With nothing chosen, a person may use any character; password managers use what is required.')));
    element.addEventListener('input', () => this.#tell());
    element.addEventListener('submit', event => event.preventDefault());
  }

  /** Shows a descriptor that the engine wrote. */
  show(descriptor) {
    const {required, allowed, numbers} = read(descriptor);
    for (const [name, field] of Object.entries(this.#numbers)) field.value = numbers[name] ?? '';
    // Properties without a field stay as they are.
    this.#others = Object.fromEntries(Object.entries(numbers).filter(([name]) => !(name in this.#numbers)));
    this.#required.replaceChildren();
    for (const classes of required) this.#addGroup(classes);
    fill(this.#allowed, allowed ?? {names: [], characters: ''});
  }

  /** Adds a row for a requirement. It has boxes for `unicode` and `ascii-printable`, which demand little,
   * only if the descriptor names them. */
  #addGroup(classes) {
    const remove = make('button', {type: 'button', class: 'remove', 'aria-label': 'Remove this requirement'}, '×');
    const row = group(classes, 'Requirement', NAMED.filter(name =>
      classes.names.includes(name) || name !== 'unicode' && name !== 'ascii-printable'));
    row.append(remove);
    remove.addEventListener('click', () => {
      // Keep the focus near the removed row.
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (next?.querySelector('.remove') ?? this.#element.querySelector('.add')).focus();
      this.#tell();
    });
    this.#required.append(row);
    return row;
  }

  #tell() {
    this.#changed(write({
      required: [...this.#required.children].map(classesOf),
      allowed: classesOf(this.#allowed),
      numbers: {
        ...this.#others,
        ...Object.fromEntries(Object.entries(this.#numbers).map(([name, {value}]) => [name, Number(value)])),
      },
    }));
  }
}

function group(classes, label, names) {
  const chips = names.map(name => make('label', {class: 'chip'},
    make('input', {type: 'checkbox', value: name}), make('span', {}, LABELS[name])));
  const custom = make('label', {class: 'custom'}, make('span', {class: 'quiet'}, 'or one of'),
    make('input', {type: 'text', class: 'characters', size: '6', spellcheck: 'false', autocapitalize: 'none', placeholder: '-_.'}));
  const row = make('div', {class: 'group', role: 'group', 'aria-label': label}, ...chips, custom);
  fill(row, classes);
  return row;
}

function fill(row, {names, characters}) {
  for (const box of row.querySelectorAll('[type=checkbox]')) box.checked = names.includes(box.value);
  row.querySelector('.characters').value = characters;
}

function classesOf(row) {
  return {
    names: [...row.querySelectorAll('[type=checkbox]:checked')].map(box => box.value),
    characters: row.querySelector('.characters').value,
  };
}
