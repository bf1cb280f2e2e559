// What an input demands of a password, from its attributes and from what the page adds.
//
// A policy decides, if there is one, else the descriptor of the attribute `passwordrules`. The attributes `minlength`,
// `maxlength` and `pattern` hold as well: of two limits the stricter one counts.

/** Outcomes that say something only where they are not met: nobody needs to be told that a password has to be text. */
const SILENT = new Set(['encoding', 'nul', 'max-bytes', 'blocklist-unreadable']);

/** The limits of an input as a descriptor; "" if it has none. */
export function limitsOf(minimum, maximum) {
  const limits = [];
  if (minimum > 0) limits.push(`minlength: ${minimum};`);
  if (maximum >= 0 && Number.isFinite(maximum)) limits.push(`maxlength: ${maximum};`);
  return limits.join(' ');
}

/** The attribute `pattern` as browsers compile it; null where there is none, or where they ignore it because of a mistake. */
export function patternOf(text) {
  if (!text) return null;
  for (const flags of ['v', 'u']) {
    try {
      // The pattern alone as well: "a)(b" is a mistake that the group around it would hide.
      new RegExp(text, flags);
      return new RegExp(`^(?:${text})$`, flags);
    } catch {
      // Older browsers do not know the flag v.
    }
  }
  return null;
}

/** Checks a password by all that an input demands. */
export class Demands {
  /**
   * @param engine      that reads descriptors, and policies if `policy` is given
   * @param policy      settings; null for none
   * @param descriptor  of the input; read leniently, as browsers do
   * @param blocklists  that the policy comes with
   * @param words       for the pattern: what the page says of it in the attribute `title`, or what there is to say in general
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
   * Returns {accepted, progress, items, missing, refused}; an item has a key that stays the same, whether it is met, and its
   * message. What is refused is what is missing, unless the policy only warns, as a server with the same policy does.
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
      // Only a password that is accepted has got all the way.
      progress: accepted ? 1 : Math.min(least, 0.99),
      items,
      missing,
      refused: this.#warnsOnly(context) ? this.#ofInput(password, reports[1]) : missing,
    };
  }

  #warnsOnly(context) {
    return (this.rules.enforcement?.(context) ?? 'yes') !== 'yes';
  }

  /** What the attributes of the input alone refuse. */
  #ofInput(password, report) {
    return [...report?.missing ?? [], ...this.pattern !== null && !this.pattern.test(password) ? [this.words] : []];
  }

  dispose() {
    this.rules.dispose();
    this.limits?.dispose();
  }
}

/** Of several outcomes about the length, the one with the stricter limit. */
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
