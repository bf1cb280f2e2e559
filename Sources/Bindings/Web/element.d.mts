/** A checklist for an input that takes a new password, as a function and as the element `<password-rules>`. */

import type {Context, Diagnostic, Engine, Language, Source, Style} from './index.js';

/** The element's own words; see words.mjs for the English ones. */
export interface Words {
  heading: string;
  show: string;
  suggest: string;
  suggested: string;
  noSuggestion: string;
  /** With the places {met} and {all}. */
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

/** Where the engines come from, for `load` and `loadCheck`; all of it has a default. */
export interface Engines {
  /** One that the page has loaded already; then nothing is loaded. */
  engine?: Engine;
  check?: Source;
  full?: Source;
  ranks?: Source;
  fallback?: 'auto' | 'never' | 'always';
}

export interface EnhanceOptions {
  /** A descriptor, in the place of the input's attribute `passwordrules`. */
  rules?: string;
  /** Settings of a policy, which decide in the place of the descriptor; `minlength`, `maxlength` and `pattern` hold, too. */
  policy?: string | readonly string[] | null;
  blocklists?: readonly BufferSource[];
  /** Where the checklist goes: an empty element. Left out: a new one behind the input. */
  list?: HTMLElement;
  /** The input for the password a second time. */
  confirm?: HTMLInputElement | null;
  /** Who it is, for policies; a function is asked at each check. */
  context?: Context | (() => Context);
  /** Whether to offer a password, and of which style; true if it is left out. */
  suggest?: boolean | Style;
  /** Whether to show the strength, for which the whole engine is loaded; false if it is left out. */
  meter?: boolean;
  /**
   * Asks what only a server knows, when the person leaves the input and all rules are met: a sentence against it, or null.
   * Typing does not wait for it, and no answer says nothing against the password.
   */
  askServer?: (password: string, signal: AbortSignal) => Promise<string | null> | string | null;
  /** How long the person has to pause before something is read out, in milliseconds; 700 if it is left out. */
  pause?: number;
  /** The language: messages, or a tag; left out, that of the page where the input is. */
  language?: Language | string | null;
  /** Words in the place of the element's own. */
  words?: Partial<Words>;
  engine?: Engines;
  /** When to load the engine; `now` if it is left out. */
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
  /** Why the form is not sent: what is missing, unless the policy has `enforce = warn`, or less. */
  readonly refused: readonly string[];
}

export interface Enhancement {
  /** Fulfilled when the rules are shown. */
  readonly ready: Promise<void>;
  readonly result: Result | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Checks what is in the input now, if the page has changed it or what the context says. */
  update(): Result | null;
  /** Takes other options, and reads the attributes of the input anew. */
  refresh(changes?: Partial<EnhanceOptions>): Promise<void>;
  /** Fills in a password that the rules accept; null if there is none, or the input is disabled or read-only. */
  suggest(): Promise<string | null>;
  /** Takes the checklist away. */
  dispose(): void;
}

/**
 * Attaches a checklist to an input, in the place of one that it has already. At each check the input dispatches the event
 * `passwordrules`, without the password.
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
