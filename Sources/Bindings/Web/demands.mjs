// The demands of an input, from its attributes and the page's options.
//
// A policy takes precedence over the descriptor. The attributes `minlength`, `maxlength` and `pattern` also
// apply; the stricter of two limits counts.

/** Outcomes that are only shown if they are not met: nobody needs to know that a password must be text. */
const SILENT = new Set(['encoding', 'nul', 'max-bytes', 'blocklist-unreadable']);

/** The limits of an input as a descriptor; "" if there are none. */
export function limitsOf(minimum, maximum) {
  const limits = [];
  if (minimum > 0) limits.push(`minlength: ${minimum};`);
  if (maximum >= 0 && Number.isFinite(maximum)) limits.push(`maxlength: ${maximum};`);
  return limits.join(' ');
}

/** The attribute `pattern` as browsers compile it; null if it is missing or, as in browsers, ignored because of a
 * mistake. */
export function patternOf(text) {
  if (!text) return null;
  for (const flags of ['v', 'u']) {
    try {
      // Also compile the pattern alone: the group around it would hide the mistake in "a)(b".
      new RegExp(text, flags);
      return new RegExp(`^(?:${text})$`, flags);
    } catch {
      // Older browsers do not know the flag v.
    }
  }
  return null;
}

/** Checks a password by all demands of an input. */
export class Demands {
  /**
   * @param engine      an engine that reads descriptors and, if `policy` is given, policies
   * @param policy      the policy's settings; null for none
   * @param descriptor  the input's descriptor, which is read leniently as in browsers
   * @param blocklists  the policy's blocklists
   * @param words       the message about the pattern: the attribute `title`, or a general one
   */
  constructor(engine, {policy, blocklists = [], descriptor, minimum, maximum, pattern, words}) {
    this.pattern = patternOf(pattern);
    this.words = words;
    this.rules = policy === null ? engine.parse(descriptor, {lenient: true}) : engine.policy(policy, blocklists);
    this.diagnostics = this.rules.diagnostics;
    const limits = limitsOf(minimum, maximum);
    this.limits = limits === '' ? null : engine.parse(limits);
  }

  /**
   * Returns {accepted, progress, items, missing, refused}. An item has a stable key, whether it is met, and a
   * message. `refused` is the same as `missing`, or if the policy only warns, the messages of the input's attributes.
   */
  check(password, context) {
    const reports = [this.rules.check(password, context)];
    if (this.limits !== null) reports.push(this.limits.check(password));
    const outcomes = stricter(reports.flatMap(report => report.outcomes));
    const items = outcomes
      .filter(outcome => !outcome.met || !SILENT.has(outcome.kind))
      .map(({kind, met, message, characters}, index) => ({key: `${kind} ${characters} ${index}`, kind, met, message}));
    if (this.pattern !== null) {
      items.push({key: 'pattern', kind: 'pattern', met: this.pattern.test(password), message: this.words});
    }
    const accepted = items.every(item => item.met) && reports.every(report => report.accepted);
    const missing = items.filter(item => !item.met).map(item => item.message);
    const least = Math.min(...reports.map(report => report.progress));
    return {
      accepted,
      // Only an accepted password has a progress of 1.
      progress: accepted ? 1 : Math.min(least, 0.99),
      items,
      missing,
      refused: this.#warnsOnly(context) ? this.#ofInput(password, reports[1]) : missing,
    };
  }

  #warnsOnly(context) {
    return (this.rules.enforcement?.(context) ?? 'yes') !== 'yes';
  }

  /** The messages of unmet attributes of the input. */
  #ofInput(password, report) {
    return [...report?.missing ?? [], ...this.pattern !== null && !this.pattern.test(password) ? [this.words] : []];
  }

  dispose() {
    this.rules.dispose();
    this.limits?.dispose();
  }
}

/** The outcomes, with only the stricter one of several about a minimum or maximum length. */
function stricter(outcomes) {
  const kept = [];
  for (const outcome of outcomes) {
    const same = ['minlength', 'maxlength'].includes(outcome.kind) ? kept.findIndex(({kind}) => kind === outcome.kind) : -1;
    if (same < 0) {
      kept.push(outcome);
    } else if (outcome.kind === 'minlength' ? outcome.limit > kept[same].limit : outcome.limit < kept[same].limit) {
      kept[same] = outcome;
    }
  }
  return kept;
}
