// <password-rules for="id">: shows which rules the password in the input with this ID meets.
//
// Its attributes are options of enhance(): policy (settings, one per line or separated by ";;"), confirm (the
// ID of the second input), suggest (a style, or "no"), meter, pause. The property `options` sets the others.

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

  /** Options of enhance() that are not attributes, such as `context`, `askServer` and `engine`. */
  get options() {
    return this.#options;
  }

  set options(options) {
    this.#options = {...options};
    if (this.isConnected) this.#renew();
  }

  /** The result of enhance(); null if there is no such input. */
  get enhancement() {
    return this.#enhancement;
  }

  /** Applies attributes that change together at once. The input may come later in the page. */
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
