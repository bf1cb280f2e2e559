// The page for writing, checking and sharing rules. A page from a file cannot load anything, so the engine
// and the languages (sources.mjs) are in the same script.

import {enhance} from '../enhance.mjs';
import {make} from '../view.mjs';
import {Editor} from './editor.mjs';
import {formats} from './exports.mjs';
import {Figures} from './figures.mjs';
import {Form} from './form.mjs';
import {copy, readLink, writeLink} from './share.mjs';
import {engine, languages} from './sources.mjs';

const EXAMPLES = [
  ['Length alone, as NIST recommends', 'minlength: 15;'],
  ['Three kinds of characters', 'required: upper; required: lower; required: digit; minlength: 12;'],
  ['Letters and digits, no runs', 'required: lower, upper; required: digit; max-repeating: 2; max-sequential: 3; minlength: 14;'],
  ['A number of six digits', 'required: digit; allowed: digit; max-repeating: 2; minlength: 6; maxlength: 6;'],
  ['Some special characters', 'required: upper; required: lower; required: [-_.!?]; minlength: 10; maxlength: 64;'],
  ['With mistakes', 'required: digits; required: uper; minlenght: 8; maxlength: 6;'],
];

const at = id => document.getElementById(id);

class Page {
  #engine;
  #rules = null;
  #descriptor = '';
  #form;
  #editor;
  #figures = new Figures(at);
  #trial;

  constructor(engine) {
    this.#engine = engine;
    this.#form = new Form(at('builder'), text => {
      this.#editor.text = text;
      this.#run(false);
    });
    this.#editor = new Editor({
      area: at('text'), backdrop: at('backdrop'), list: at('diagnostics'), changed: () => this.#run(true),
    });
    this.#choices();
    const link = readLink();
    this.#speak(link.language ?? '');
    this.#editor.text = link.rules ?? EXAMPLES[1][1];
    this.#trial = enhance(at('try'), {
      list: at('try-list'), meter: true, rules: this.#editor.text, language: engine.language, engine: {engine},
    });
    this.#run(true);
    addEventListener('hashchange', () => {
      const {rules} = readLink();
      if (rules !== null && rules !== this.#editor.text) {
        this.#editor.text = rules;
        this.#run(true);
      }
    });
  }

  #choices() {
    at('language').append(make('option', {value: ''}, 'English'), ...languages.map(({tag}) =>
      make('option', {value: tag}, new Intl.DisplayNames([tag], {type: 'language'}).of(tag))));
    at('language').addEventListener('change', () => {
      this.#speak(at('language').value);
      this.#run(false);
    });
    at('examples').append(...EXAMPLES.map(([name], index) => make('option', {value: String(index)}, name)));
    at('examples').addEventListener('change', () => {
      const example = EXAMPLES[at('examples').value];
      at('examples').value = '';
      if (!example) return;
      [, this.#editor.text] = example;
      this.#run(true);
    });
    at('format').append(...formats.map(([name], index) => make('option', {value: String(index)}, name)));
    at('format').addEventListener('change', () => this.#export());
    at('share').addEventListener('click', () => this.#copy(at('share'), location.href));
    at('copy').addEventListener('click', () => this.#copy(at('copy'), at('export').textContent));
  }

  #speak(tag) {
    const language = languages.find(language => language.tag === tag) ?? null;
    at('language').value = language?.tag ?? '';
    this.#engine.language = language;
    // The page itself is in English.
    for (const id of ['described', 'explained']) at(id).lang = language?.tag ?? 'en';
  }

  /** Copies a text, and confirms it on the button and in a live region for screen readers. */
  async #copy(button, text) {
    const said = await copy(text) ? 'Copied' : 'The browser does not allow copying';
    button.dataset.name ??= button.textContent;
    button.textContent = said;
    at('said').textContent = `${said}.`;
    setTimeout(() => { button.textContent = button.dataset.name; }, 2000);
  }

  /** Reads the text, and shows the results. */
  #run(byText) {
    const engine = this.#engine;
    const {text} = this.#editor;
    const diagnostics = engine.lint(text);
    const wrong = diagnostics.filter(({severity}) => severity === 'error').length;
    this.#editor.mark(diagnostics);
    const verdict = at('verdict');
    verdict.dataset.state = wrong > 0 ? 'unmet' : 'met';
    verdict.textContent = wrong === 1 ? 'One mistake: browsers leave such a property out, and so does the rest of this page.'
      : wrong > 1 ? `${wrong} mistakes: browsers leave such properties out, and so does the rest of this page.`
        : diagnostics.length > 0 ? 'No mistakes; some advice.' : 'No mistakes.';
    this.#rules?.dispose();
    this.#rules = engine.parse(text, {lenient: true});
    this.#descriptor = this.#rules.format({minified: true});
    if (byText) this.#form.show(this.#descriptor);
    this.#figures.show(this.#rules);
    this.#export();
    writeLink({rules: text, language: engine.language?.tag});
    this.#trial?.refresh({rules: this.#descriptor, language: engine.language});
  }

  #export() {
    const [, format] = formats[Number(at('format').value)];
    at('export').textContent = format(this.#descriptor);
  }
}

engine().then(engine => new Page(engine), error => {
  at('verdict').textContent = `The engine could not be loaded: ${error.message}`;
});
