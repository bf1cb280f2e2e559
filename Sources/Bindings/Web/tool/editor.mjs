// An editor for a descriptor that marks its mistakes.
//
// It is an ordinary but transparent text area, on top of a copy of its text in which the mistakes are marked.

import {make} from '../view.mjs';

export class Editor {
  #area;
  #backdrop;
  #list;

  constructor({area, backdrop, list, changed}) {
    this.#area = area;
    this.#backdrop = backdrop;
    this.#list = list;
    area.addEventListener('input', changed);
    area.addEventListener('scroll', () => { backdrop.scrollTop = area.scrollTop; });
    // A descriptor is one line, so Enter does nothing.
    area.addEventListener('keydown', event => {
      if (event.key === 'Enter') event.preventDefault();
    });
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    this.#area.value = text;
  }

  /** Marks diagnostics and lists them. Pressing one selects its range. */
  mark(diagnostics) {
    const text = this.#area.value;
    const marks = diagnostics.filter(({start, end}) => end > start).sort((a, b) => a.start - b.start || b.end - a.end);
    const parts = [];
    let at = 0;
    for (const {start, end, severity} of marks) {
      // Only the first of overlapping ones is marked.
      if (start < at) continue;
      parts.push(text.slice(at, start), make('mark', {'data-severity': severity}, text.slice(start, end)));
      at = end;
    }
    // The space at the end gives an empty last line the height that it has in the text area.
    this.#backdrop.replaceChildren(...parts, `${text.slice(at)} `);
    this.#list.replaceChildren(...diagnostics.map(diagnostic => this.#line(diagnostic)));
    this.#area.setAttribute('aria-invalid', String(diagnostics.some(({severity}) => severity === 'error')));
  }

  #line({severity, text, start, end}) {
    const line = make('li', {'data-severity': severity}, make('strong', {}, `${severity}: `), `${text} `);
    if (end > start) {
      const button = make('button', {type: 'button', class: 'position'}, `show, at ${start + 1}`);
      button.addEventListener('click', () => {
        this.#area.focus();
        this.#area.setSelectionRange(start, end);
      });
      line.append(button);
    }
    return line;
  }
}
