// What stands below an input: the buttons, the progress, the checklist, the strength, and a region that is read out.
//
// It is made of ordinary elements in the page itself, because password managers do not look into shadow trees. The page's own
// style sheet, or element.css, says what it looks like; no style is set here, so a Content Security Policy need not permit any.

let made = 0;

/** Makes an element. Its properties are attributes; those that are null are left out. */
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
   * @param words      of the page's language, as words.mjs has them
   * @param shows      which parts there are: {suggest, meter, asks}
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
    // What describes the input is the text of the list: a label of the list would be taken in its place.
    this.heading = make('p', {class: 'passwordrules-hidden'});
    this.list = make('ul', {class: 'passwordrules-list'});
    // Where a server is asked, it keeps its place: a button that moves away under the pointer is not pressed.
    this.problem = make('p', {
      class: `passwordrules-problem${asks ? ' passwordrules-kept' : ''}`, id: `${this.id}-problem`, hidden: '',
    });
    this.strength = meter ? make('div', {class: 'passwordrules-strength', hidden: ''}) : null;
    // It has to be there before something is written into it, and stands outside of what describes the input: otherwise some
    // screen readers say everything twice.
    this.live = make('p', {class: 'passwordrules-live', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true'});
    container.replaceChildren(
      make('div', {class: 'passwordrules-buttons'}, this.show, ...(this.suggest ? [this.suggest] : [])),
      make('div', {class: 'passwordrules-summary'}, this.bar, this.count),
      make('div', {id: `${this.id}-list`}, this.heading, this.list),
      ...(this.strength ? [this.strength] : []), this.problem, this.live);
    this.items = new Map();
    this.say(words, 'en');
  }

  /** Takes the words of another language. */
  say(words, tag) {
    this.words = words;
    this.container.lang = tag;
    this.show.textContent = words.show;
    if (this.suggest) this.suggest.textContent = words.suggest;
    this.bar.setAttribute('aria-label', words.heading);
    this.heading.textContent = `${words.heading}:`;
  }

  /**
   * Shows a result, or if it is null, nothing.
   *
   * @param empty  whether nothing was typed: then nothing is wrong yet
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
      // A row that stays is not touched, so that nothing is read out again.
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

  /** Says what the server has found, or that it is being asked; null for nothing. */
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
      // From 1 to 5, so that the weakest shows something.
      make('meter', {min: '0', max: '5', low: '2', high: '4', optimum: '5', value: String(strength.score + 1),
        'aria-label': this.words.strength, 'aria-valuetext': level}),
      ...strength.advice.map(line => make('p', {class: 'passwordrules-advice', dir: 'auto'}, line)));
  }

  /** Has a sentence read out. */
  announce(text) {
    write(this.live, text);
  }

  clear() {
    this.container.replaceChildren();
    this.container.classList.remove('passwordrules');
    delete this.container.dataset.state;
  }
}

/** Writes a text if it is another one. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Puts values into a text with places such as {met}. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
