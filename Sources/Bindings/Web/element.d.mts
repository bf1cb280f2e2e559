/** A checklist for the input of a new password, as a function and as the element `<password-rules>`. */

import type {Context, Diagnostic, Engine, Language, Source, Style} from './index.js';

/** The element's own words; see words.mjs for the English ones. */
export interface Words {
  heading: string;
  show: string;
  suggest: string;
  suggested: string;
  noSuggestion: string;
  /** With the placeholders {met} and {all}. */
  progress: string;
  allMet: string;
  met: string;
  unmet: string;
  checking: string;
  differ: string;
  same: string;
  pattern: string;
  strength: string;
  levels: Record<'very-weak' | 'weak' | 'fair' | 'good' | 'strong', string>;
}

/** The sources of the engines, for `load` and `loadCheck`. All have defaults. */
export interface Engines {
  /** An engine that the page has loaded already. */
  engine?: Engine;
  check?: Source;
  full?: Source;
  ranks?: Source;
  fallback?: 'auto' | 'never' | 'always';
}

export interface EnhanceOptions {
  /** A descriptor, which replaces the input's attribute `passwordrules`. */
  rules?: string;
  /** Settings of a policy, which replace the descriptor. `minlength`, `maxlength` and `pattern` also
   * apply. */
  policy?: string | readonly string[] | null;
  blocklists?: readonly BufferSource[];
  /** An empty element for the checklist; by default, a new one after the input. */
  list?: HTMLElement;
  /** The input for retyping the password. */
  confirm?: HTMLInputElement | null;
  /** The circumstances, for policies. A function is called for each check. */
  context?: Context | (() => Context);
  /** Whether to suggest a password, and its style; true by default. */
  suggest?: boolean | Style;
  /** Whether to show the strength, which loads the engine with everything; false by default. */
  meter?: boolean;
  /**
   * Asks the server when the user leaves the input and all rules are met. Returns a reason for a refusal, or
   * null. Typing does not wait for it, and without an answer the password is accepted.
   */
  askServer?: (password: string, signal: AbortSignal) => Promise<string | null> | string | null;
  /** The pause in typing before screen readers announce the state, in milliseconds; 700 by default. */
  pause?: number;
  /** The language: messages, or a tag; by default, the language of the page at the input. */
  language?: Language | string | null;
  /** Words that replace the element's own. */
  words?: Partial<Words>;
  engine?: Engines;
  /** When to load the engine; `now` by default. */
  when?: 'now' | 'focus';
}

export interface Item {
  readonly key: string;
  readonly kind: string;
  readonly met: boolean;
  readonly message: string;
}

export interface Result {
  readonly accepted: boolean;
  readonly progress: number;
  readonly items: readonly Item[];
  readonly missing: readonly string[];
  /** The reasons for not sending the form: `missing`, unless the policy has `enforce = warn` or less. */
  readonly refused: readonly string[];
}

export interface Enhancement {
  /** Fulfilled when the rules are shown. */
  readonly ready: Promise<void>;
  readonly result: Result | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Checks the current text of the input, after the page has changed it or the context. */
  update(): Result | null;
  /** Changes options, and reads the input's attributes again. */
  refresh(changes?: Partial<EnhanceOptions>): Promise<void>;
  /** Fills in a password that the rules accept. Null if there is none, or if the input is disabled or
   * read-only. */
  suggest(): Promise<string | null>;
  /** Removes the checklist. */
  dispose(): void;
}

/**
 * Attaches a checklist to an input, and replaces an existing one. At each check the input dispatches the
 * event `passwordrules`, without the password.
 */
export function enhance(input: HTMLInputElement, options?: EnhanceOptions): Enhancement;

export class PasswordRulesElement extends HTMLElement {
  options: EnhanceOptions;
  readonly enhancement: Enhancement | null;
}

declare global {
  interface HTMLElementTagNameMap {
    'password-rules': PasswordRulesElement;
  }
  interface GlobalEventHandlersEventMap {
    passwordrules: CustomEvent<{accepted: boolean; progress: number; missing: readonly string[]}>;
  }
}
