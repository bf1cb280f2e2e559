// The elements below an input: buttons, progress, checklist, strength, and a live region for screen readers.
//
// They are ordinary elements of the page, because password managers do not look into shadow trees. The page's
// style sheet, or element.css, determines their look. No style is set here, so a Content Security Policy need
// not permit inline styles.

let made = 0;

/** Makes an element with attributes; those that are null are left out. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

export class View {
  /**
   * @param container  an empty element
   * @param words      the words of the page's language, from words.mjs
   * @param shows      the parts to show: {suggest, meter, asks}
   */
  constructor(container, words, {suggest, meter, asks}) {
    made += 1;
    this.id = `passwordrules-${made}`;
    this.container = container;
    container.classList.add('passwordrules');
    this.show = make('button', {type: 'button', class: 'passwordrules-show', 'aria-pressed': 'false'});
    this.suggest = suggest ? make('button', {type: 'button', class: 'passwordrules-suggest'}) : null;
    this.bar = make('progress', {class: 'passwordrules-progress', max: '1', value: '0', hidden: ''});
    this.count = make('span', {class: 'passwordrules-count', 'aria-hidden': 'true'});
    // The text of the list describes the input. A label of the list would replace it.
    this.heading = make('p', {class: 'passwordrules-hidden'});
    this.list = make('ul', {class: 'passwordrules-list'});
    // If a server is asked, keep the space: a button that moves away under the pointer is not pressed.
    this.problem = make('p', {
      class: `passwordrules-problem${asks ? ' passwordrules-kept' : ''}`, id: `${this.id}-problem`, hidden: '',
    });
    this.strength = meter ? make('div', {class: 'passwordrules-strength', hidden: ''}) : null;
    // The live region must exist before text is written into it, and outside of the input's description:
    // otherwise some screen readers say everything twice.
    this.live = make('p', {class: 'passwordrules-live', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true'});
    container.replaceChildren(
      make('div', {class: 'passwordrules-buttons'}, this.show, ...(this.suggest ? [this.suggest] : [])),
      make('div', {class: 'passwordrules-summary'}, this.bar, this.count),
      make('div', {id: `${this.id}-list`}, this.heading, this.list),
      ...(this.strength ? [this.strength] : []), this.problem, this.live);
    this.items = new Map();
    this.say(words, 'en');
  }

  /** Changes the language. */
  say(words, tag) {
    this.words = words;
    this.container.lang = tag;
    this.show.textContent = words.show;
    if (this.suggest) this.suggest.textContent = words.suggest;
    this.bar.setAttribute('aria-label', words.heading);
    this.heading.textContent = `${words.heading}:`;
  }

  /**
   * Shows a result; null for nothing.
   *
   * @param empty  whether nothing was typed, so that nothing is wrong yet
   */
  render(result, empty) {
    const {words} = this;
    const items = result?.items ?? [];
    const state = result === null ? 'waiting' : empty ? 'empty' : result.accepted ? 'met' : 'unmet';
    this.container.dataset.state = state;
    this.bar.hidden = items.length === 0;
    this.bar.value = empty || result === null ? 0 : result.progress;
    const met = empty ? 0 : items.filter(item => item.met).length;
    this.count.textContent = items.length === 0 ? '' : fill(words.progress, {met, all: items.length});
    this.bar.setAttribute('aria-valuetext', this.count.textContent);
    const keys = new Set(items.map(item => item.key));
    for (const [key, row] of this.items) {
      if (!keys.has(key)) {
        row.element.remove();
        this.items.delete(key);
      }
    }
    items.forEach((item, index) => {
      const row = this.items.get(item.key) ?? this.row(item);
      // An unchanged row is not touched, so that it is not read out again.
      if (this.list.children[index] !== row.element) this.list.insertBefore(row.element, this.list.children[index] ?? null);
      const now = empty ? 'empty' : item.met ? 'met' : 'unmet';
      write(row.state, now === 'empty' ? '' : now === 'met' ? `${words.met}: ` : `${words.unmet}: `);
      write(row.message, item.message);
      if (row.element.dataset.state !== now) row.element.dataset.state = now;
    });
  }

  row(item) {
    const state = make('span', {class: 'passwordrules-hidden'});
    const message = make('span', {dir: 'auto'});
    const element = make('li', {'data-kind': item.kind}, state, message);
    this.items.set(item.key, {element, state, message});
    return this.items.get(item.key);
  }

  /** Shows the server's answer, or that it is being asked; null for nothing. */
  tell(text, waiting = false) {
    this.problem.hidden = text === null;
    this.problem.dataset.state = waiting ? 'waiting' : 'unmet';
    write(this.problem, text ?? '');
  }

  /** Shows how strong a password is; null for nothing. */
  estimate(strength) {
    if (!this.strength) return;
    this.strength.hidden = strength === null;
    if (strength === null) return this.strength.replaceChildren();
    const level = this.words.levels[strength.level];
    this.strength.dataset.level = strength.level;
    this.strength.replaceChildren(
      make('span', {class: 'passwordrules-level'}, `${this.words.strength}: ${level}`),
      // The values are 1 to 5, so that the bar of the weakest is not empty.
      make('meter', {min: '0', max: '5', low: '2', high: '4', optimum: '5', value: String(strength.score + 1),
        'aria-label': this.words.strength, 'aria-valuetext': level}),
      ...strength.advice.map(line => make('p', {class: 'passwordrules-advice', dir: 'auto'}, line)));
  }

  /** Lets screen readers read a sentence. */
  announce(text) {
    write(this.live, text);
  }

  clear() {
    this.container.replaceChildren();
    this.container.classList.remove('passwordrules');
    delete this.container.dataset.state;
  }
}

/** Sets an element's text, unless it is the same. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Fills in a text's placeholders, such as {met}. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
