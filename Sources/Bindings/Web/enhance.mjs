// Shows which rules the password in an input meets, and keeps a form from being sent until it meets them.
//
// It helps the user; the server decides. The password is never cut, and no input by a user or a password
// manager is blocked.

import {Demands} from './demands.mjs';
import {checkEngine, fullEngine, languageFor, policyEngine, rankedEngine} from './engines.mjs';
import {View, fill, make} from './view.mjs';
import {wordsFor} from './words.mjs';

const WATCHED = ['passwordrules', 'minlength', 'maxlength', 'pattern', 'title', 'lang', 'readonly', 'disabled'];

/** The checklist of each input. Two would overwrite each other's validity. */
const attached = new WeakMap();

/** Attaches a checklist to an input. element.d.mts describes the options. */
export function enhance(input, options = {}) {
  return new Enhancement(input, options);
}

class Enhancement {
  #input;
  #options;
  #confirm;
  #view;
  #note = null;
  #demands = null;
  #result = null;
  #engine = null;
  #language = null;
  #problem = '';
  #maximum = -1;
  /** The previous attributes of the inputs: [input, name, value], where null is a missing attribute. */
  #before = [];
  /** The descriptor that was written into the input's attribute. */
  #written = null;
  #own;
  #stop = new AbortController();
  #watcher;
  #asking = null;
  #asked = null;
  #speaking = 0;
  #estimating = 0;
  #round = 0;

  constructor(input, options) {
    if (!(input instanceof HTMLInputElement)) throw new TypeError('enhance() takes an input');
    attached.get(input)?.dispose();
    attached.set(input, this);
    this.#input = input;
    this.#options = {pause: 700, suggest: true, meter: false, policy: null, ...options};
    this.#confirm = options.confirm ?? null;
    this.#own = !options.list;
    const container = options.list ?? make('div');
    if (this.#own) input.after(container);
    const {suggest, meter, askServer} = this.#options;
    const shows = {suggest: Boolean(suggest), meter: Boolean(meter), asks: Boolean(askServer)};
    this.#view = new View(container, this.#words('en'), shows);
    this.#describe(input, `${this.#view.id}-list ${this.#view.id}-problem`);
    if (this.#confirm) {
      this.#note = make('span', {class: 'passwordrules-confirm', id: `${this.#view.id}-confirm`, hidden: ''});
      this.#confirm.after(this.#note);
      this.#describe(this.#confirm, this.#note.id);
    }
    for (const field of [input, this.#confirm]) {
      if (!field) continue;
      this.#before.push(...['type', 'autocomplete'].map(name => [field, name, field.getAttribute(name)]));
      if (!field.hasAttribute('autocomplete')) field.setAttribute('autocomplete', 'new-password');
    }
    this.#takeMaximum();
    this.#writeDescriptor();
    this.#listen();
    /** Fulfilled when the rules are shown; rejected if they cannot be. */
    this.ready = options.when === 'focus' && !input.matches(':focus') ? this.#atFocus() : this.refresh();
    // The page may ignore a failure. Without the engine, only the server decides.
    this.ready.catch(error => console.warn(`passwordrules: ${error.message}`));
  }

  /** The result of the last check: {accepted, progress, items, missing, refused}; null before the first. */
  get result() {
    return this.#result;
  }

  /** The diagnostics about the rules. */
  get diagnostics() {
    return this.#demands?.diagnostics ?? [];
  }

  /** Reads attributes, options and language again. */
  async refresh(changes = {}) {
    Object.assign(this.#options, changes);
    this.#writeDescriptor();
    const round = ++this.#round;
    const {engine: sources} = this.#options;
    const policy = this.#options.policy ?? null;
    const language = await this.#findLanguage();
    const engine = await (policy === null ? checkEngine(sources) : policyEngine(policy, sources));
    // A later call or dispose() has replaced this one.
    if (round !== this.#round || this.#stop.signal.aborted) return;
    engine.language = language;
    const input = this.#input;
    const words = this.#words(language?.tag ?? 'en');
    const demands = new Demands(engine, {
      policy,
      blocklists: this.#options.blocklists,
      descriptor: this.#descriptor,
      minimum: input.minLength,
      maximum: this.#maximum,
      pattern: input.pattern,
      words: input.title || words.pattern,
    });
    this.#demands?.dispose();
    this.#demands = demands;
    this.#engine = engine;
    this.#language = language;
    this.#view.say(words, language?.tag ?? 'en');
    this.update();
  }

  /** Checks the current text of the input. It is called at each change by the page or the user. */
  update() {
    const {value} = this.#input;
    if (this.#asked !== null && this.#asked.value !== value) this.#forget();
    if (this.#demands !== null) {
      this.#engine.language = this.#language;
      this.#result = this.#demands.check(value, this.#context());
      this.#view.render(this.#result, value === '');
    }
    if (this.#view.suggest) this.#view.suggest.disabled = !this.#isWritable;
    this.#judge();
    this.#compare();
    this.#estimateSoon();
    if (this.#result !== null) {
      const {accepted, progress, missing} = this.#result;
      this.#input.dispatchEvent(new CustomEvent('passwordrules', {bubbles: true, detail: {accepted, progress, missing}}));
    }
    return this.#result;
  }

  get #isWritable() {
    return !this.#input.readOnly && !this.#input.matches(':disabled');
  }

  /** Fills in a password that the rules accept, shows it, and returns it; null if there is none, or nothing
   * may be written. */
  async suggest() {
    if (!this.#isWritable) return null;
    const {engine: sources, suggest: style} = this.#options;
    const policy = this.#options.policy ?? null;
    const engine = await (policy === null ? fullEngine(sources) : policyEngine(policy, sources));
    let password = null;
    const asked = policy === null ? engine.parse(this.#whole, {lenient: true}) : engine.policy(policy, this.#options.blocklists);
    try {
      // The engine does not know the pattern; one of a hundred passwords may match it.
      for (let tries = 0; tries < 100 && password === null; tries += 1) {
        const made = policy === null
          ? asked.generate({style: typeof style === 'string' ? style : 'readable', exclude: 'ambiguous'})
          : asked.generate(this.#context());
        if (this.#demands === null || this.#demands.check(made.password, this.#context()).accepted) password = made.password;
      }
    } catch (error) {
      if (error.name !== 'GenerationError') throw error;
    } finally {
      asked.dispose();
    }
    if (this.#stop.signal.aborted) return null;
    if (password === null) {
      this.#view.announce(this.#view.words.noSuggestion);
      this.#view.tell(this.#view.words.noSuggestion);
      return null;
    }
    this.#reveal(true);
    for (const field of [this.#input, this.#confirm]) {
      if (field) fillIn(field, password);
    }
    this.#speak(this.#view.words.suggested);
    return password;
  }

  /** Removes everything except the password. */
  dispose() {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    if (attached.get(this.#input) === this) attached.delete(this.#input);
    this.#asking?.abort();
    this.#watcher.disconnect();
    clearTimeout(this.#speaking);
    clearTimeout(this.#estimating);
    this.#demands?.dispose();
    this.#demands = null;
    for (const [field, name, value] of this.#before) {
      if (value === null) field.removeAttribute(name);
      else field.setAttribute(name, value);
    }
    if (this.#written !== null && this.#input.getAttribute('passwordrules') === this.#written) {
      this.#input.removeAttribute('passwordrules');
    }
    this.#view.clear();
    if (this.#own) this.#view.container.remove();
    this.#note?.remove();
    for (const field of [this.#input, this.#confirm]) {
      if (!field) continue;
      field.setCustomValidity('');
      field.removeAttribute('aria-invalid');
      const named = (field.getAttribute('aria-describedby') ?? '').split(/\s+/);
      const others = named.filter(id => !id.startsWith(`${this.#view.id}-`)).join(' ');
      if (others === '') field.removeAttribute('aria-describedby');
      else field.setAttribute('aria-describedby', others);
    }
    // The property would throw if the minimum is larger.
    if (this.#maximum >= 0) this.#input.setAttribute('maxlength', String(this.#maximum));
  }

  // ---- Demands ----

  get #descriptor() {
    return this.#options.rules ?? this.#input.getAttribute('passwordrules') ?? '';
  }

  /** Copies the option `rules` into the attribute for password managers, unless the input has one. */
  #writeDescriptor() {
    const {rules} = this.#options;
    if (typeof rules !== 'string' || rules === this.#written) return;
    if (this.#written === null && this.#input.hasAttribute('passwordrules')) return;
    this.#input.setAttribute('passwordrules', rules);
    this.#written = rules;
    this.#watcher?.takeRecords();
  }

  /** The descriptor with the limits of the input. */
  get #whole() {
    const minimum = this.#input.minLength > 0 ? `; minlength: ${this.#input.minLength}` : '';
    const maximum = this.#maximum >= 0 ? `; maxlength: ${this.#maximum}` : '';
    return `${this.#descriptor.replace(/[;\s]*$/, '')}${minimum}${maximum}`.replace(/^; /, '');
  }

  #context() {
    const {context} = this.#options;
    return (typeof context === 'function' ? context() : context) ?? {};
  }

  /** Browsers silently cut pasted text at `maxlength`, so the attribute becomes a rule. */
  #takeMaximum() {
    if (this.#input.hasAttribute('maxlength')) {
      this.#maximum = this.#input.maxLength;
      this.#input.removeAttribute('maxlength');
    }
    this.#watcher?.takeRecords();
  }

  // ---- Words ----

  #words(tag) {
    return wordsFor(tag, this.#options.words);
  }

  async #findLanguage() {
    const {language} = this.#options;
    if (language !== undefined && typeof language !== 'string') return language;
    const tag = language ?? this.#input.closest('[lang]')?.lang ?? '';
    if (tag === '') return null;
    // Without its messages, English ones are shown.
    return languageFor(tag).catch(() => null);
  }

  #describe(field, ids) {
    const before = field.getAttribute('aria-describedby');
    field.setAttribute('aria-describedby', before ? `${before} ${ids}` : ids);
  }

  // ---- Events ----

  #listen() {
    const {signal} = this.#stop;
    const input = this.#input;
    input.addEventListener('input', () => {
      this.update();
      this.#speak();
    }, {signal});
    input.addEventListener('change', () => this.update(), {signal});
    input.addEventListener('blur', () => this.#left(), {signal});
    // Browsers would remember a password that is visible when the form is sent, like any text.
    input.form?.addEventListener('submit', () => this.#reveal(false), {signal});
    input.form?.addEventListener('reset', () => {
      this.#reveal(false);
      setTimeout(() => this.update());
    }, {signal});
    this.#confirm?.addEventListener('input', () => this.#compare(), {signal});
    this.#confirm?.addEventListener('blur', () => this.#mark(this.#confirm), {signal});
    this.#view.show.addEventListener('click', () => this.#reveal(input.type === 'password'), {signal});
    this.#view.suggest?.addEventListener('click', () => {
      this.suggest().catch(error => console.warn(`passwordrules: ${error.message}`));
    }, {signal});
    this.#watcher = new MutationObserver(() => {
      this.#takeMaximum();
      this.refresh().catch(error => console.warn(`passwordrules: ${error.message}`));
    });
    this.#watcher.observe(input, {attributes: true, attributeFilter: WATCHED});
  }

  #atFocus() {
    return new Promise((resolve, reject) => {
      this.#input.addEventListener('focus', () => this.refresh().then(resolve, reject), {once: true, signal: this.#stop.signal});
    });
  }

  /** Sets the validity of the inputs. The attribute `required` handles an empty input. */
  #judge() {
    const refused = this.#input.value === '' ? [] : this.#result?.refused ?? [];
    this.#input.setCustomValidity(refused.length > 0 ? refused.join('; ') : this.#problem);
    // A wrong input is marked only when the user has left it, and unmarked immediately.
    if (this.#input.validity.valid) this.#input.removeAttribute('aria-invalid');
  }

  #compare() {
    const field = this.#confirm;
    if (!field) return;
    const {words} = this.#view;
    const same = field.value === this.#input.value;
    field.setCustomValidity(same ? '' : words.differ);
    this.#note.hidden = field.value === '';
    this.#note.lang = this.#view.container.lang;
    this.#note.dataset.state = same ? 'met' : 'unmet';
    this.#note.textContent = field.value === '' ? '' : same ? words.same : words.differ;
    if (same) field.removeAttribute('aria-invalid');
  }

  #mark(field) {
    if (field.value !== '' && !field.validity.valid) field.setAttribute('aria-invalid', 'true');
  }

  #left() {
    this.#mark(this.#input);
    this.#ask();
  }

  #reveal(shown) {
    this.#view.show.setAttribute('aria-pressed', String(shown));
    for (const field of [this.#input, this.#confirm]) {
      if (field) field.type = shown ? 'text' : 'password';
    }
  }

  /** Lets screen readers read the state once the user pauses. */
  #speak(first = '') {
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      const result = this.#result;
      const {words} = this.#view;
      if (result === null || this.#input.value === '') return this.#view.announce('');
      const met = fill(words.progress, {met: result.items.filter(item => item.met).length, all: result.items.length});
      const said = result.accepted ? [words.allMet] : [`${met}.`, ...result.missing.map(line => `${line}.`)];
      this.#view.announce([first, ...said].filter(Boolean).join(' '));
    }, this.#options.pause);
  }

  /** Asks the server once the user has left the input and all rules are met. Typing does not wait for it. */
  #ask() {
    const {askServer} = this.#options;
    const {value} = this.#input;
    if (!askServer || value === '' || !this.#result?.accepted || this.#asked?.value === value) return;
    this.#forget();
    const asking = new AbortController();
    this.#asking = asking;
    this.#asked = {value};
    this.#view.tell(this.#view.words.checking, true);
    // Without an answer, the password is accepted: the server decides when the form is sent.
    Promise.resolve().then(() => askServer(value, asking.signal)).catch(() => null).then(answer => {
      if (asking.signal.aborted) return;
      this.#problem = answer || '';
      this.#view.tell(answer || null);
      if (answer) this.#view.announce(answer);
      this.#judge();
      this.#mark(this.#input);
    });
  }

  #forget() {
    this.#asking?.abort();
    this.#asked = null;
    this.#problem = '';
    this.#view.tell(null);
  }

  /** Estimates the strength when the page is idle between key presses. */
  #estimateSoon() {
    if (!this.#options.meter) return;
    clearTimeout(this.#estimating);
    if (this.#input.value === '') return this.#view.estimate(null);
    this.#estimating = setTimeout(async () => {
      try {
        const engine = await rankedEngine(this.#options.engine);
        if (this.#stop.signal.aborted || this.#input.value === '') return;
        engine.language = this.#language;
        this.#view.estimate(engine.strength(this.#input.value, this.#context()));
      } catch (error) {
        console.warn(`passwordrules: ${error.message}`);
      }
    }, 150);
  }
}

/** Fills an input as typing would, so that frameworks with their own copy of the value notice. */
function fillIn(field, value) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
  field.dispatchEvent(new Event('input', {bubbles: true}));
  field.dispatchEvent(new Event('change', {bubbles: true}));
}
