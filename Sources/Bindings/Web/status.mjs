// "make generate" writes this file, from the Swift sources.

/** The statuses that the library returns, as in passwordrules.h. */
export const Status = Object.freeze({
  OK: 0, EINVAL: 1, ESIZE: 2, ERANGE: 3, ENOMEM: 4, EDESCRIPTOR: 10, EPOLICY: 11, EBLOCKLIST: 12, EACCOUNT: 13, ECOUNT:
  14, ERANKS: 15, EUNSATISFIABLE: 20, ENOTFOUND: 21, ELENGTH: 22, ERANDOM: 23, EREQUIREMENTS: 24, ETOOFEW: 25,
});
