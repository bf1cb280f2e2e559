// The engine's errors. See index.d.ts.

import { Status } from './status.mjs';

export class PasswordRulesError extends Error {
  constructor(message, status, diagnostics = []) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.diagnostics = diagnostics;
  }
}

export class DescriptorError extends PasswordRulesError {}
export class PolicyError extends PasswordRulesError {}
export class RanksError extends PasswordRulesError {}
export class GenerationError extends PasswordRulesError {}

export class OutOfMemoryError extends PasswordRulesError {
  constructor() {
    super('out of memory', Status.ENOMEM);
  }
}

const CLASSES = new Map([
  [Status.EDESCRIPTOR, DescriptorError], [Status.EPOLICY, PolicyError], [Status.EBLOCKLIST, PolicyError],
  [Status.ERANKS, RanksError],
]);

/** A value out of its range. Its class differs from the browser's own RangeError (see isTrap). */
class ValueError extends RangeError {
  name = 'RangeError';
}

/** The error for a status of the library, other than Status.OK. */
export function failure(status, text, diagnostics = []) {
  if (status === Status.ENOMEM) return new OutOfMemoryError();
  if (status === Status.EINVAL) return new ValueError(text);
  const message = diagnostics.find((one) => one.severity === 'error')?.text ?? text;
  return new (CLASSES.get(status) ?? (status >= 20 ? GenerationError : PasswordRulesError))(message, status, diagnostics);
}
