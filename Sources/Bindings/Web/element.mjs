// <password-rules for="id">: shows below the input with this id which rules a password meets.
//
// Its attributes are those of enhance(): policy (settings, a line each, or with ";;" between them), confirm (the id of the second
// input), suggest (a style, or "no"), meter, pause. What no attribute can say is set by its property `options`.

import {enhance} from './enhance.mjs';

export {enhance};

export class PasswordRulesElement extends HTMLElement {
  static observedAttributes = ['for', 'policy', 'confirm', 'suggest', 'meter', 'pause'];
  #enhancement = null;
  #options = {};
  #due = false;

  connectedCallback() {
    this.#renew();
  }

  disconnectedCallback() {
    this.#enhancement?.dispose();
    this.#enhancement = null;
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#renew();
  }

  /** What enhance() takes besides the attributes, such as `context`, `askServer` and `engine`. */
  get options() {
    return this.#options;
  }

  set options(options) {
    this.#options = {...options};
    if (this.isConnected) this.#renew();
  }

  /** What enhance() returned; null if there is no such input. */
  get enhancement() {
    return this.#enhancement;
  }

  /** Several attributes that change at once are one change. The input may come later in the page. */
  #renew() {
    if (this.#due) return;
    this.#due = true;
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.#attach(), {once: true});
    } else {
      queueMicrotask(() => this.#attach());
    }
  }

  #attach() {
    this.#due = false;
    this.#enhancement?.dispose();
    this.#enhancement = null;
    if (!this.isConnected) return;
    const input = this.#named('for');
    if (input === null) return;
    const options = {list: this};
    if (this.hasAttribute('policy')) options.policy = this.getAttribute('policy').replaceAll(';;', '\n');
    if (this.hasAttribute('confirm')) options.confirm = this.#named('confirm');
    if (this.hasAttribute('suggest')) {
      const style = this.getAttribute('suggest');
      options.suggest = style === 'no' ? false : style || true;
    }
    if (this.hasAttribute('meter')) options.meter = true;
    if (this.hasAttribute('pause')) options.pause = Number(this.getAttribute('pause'));
    this.#enhancement = enhance(input, {...options, ...this.#options});
  }

  #named(attribute) {
    const id = this.getAttribute(attribute);
    const found = id ? this.getRootNode().querySelector(`#${CSS.escape(id)}`) : null;
    if (found instanceof HTMLInputElement) return found;
    console.warn(`passwordrules: ${attribute}="${id ?? ''}" does not name an input`);
    return null;
  }
}

if (!customElements.get('password-rules')) customElements.define('password-rules', PasswordRulesElement);
