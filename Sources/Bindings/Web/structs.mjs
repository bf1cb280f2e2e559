// "make generate" writes this file, from Include/passwordrules.h.

// The size of each struct in bytes, and the offsets of its members, with 32-bit pointers.

export const DIAGNOSTIC = Object.freeze({
  size: 36, severity: 4, code: 8, source: 12, line: 16, column: 20, offset: 24, length: 28, text: 32,
});

export const OUTCOME = Object.freeze({
  size: 24, kind: 4, met: 8, limit: 12, actual: 16, rule: 20,
});

export const GENERATE_OPTIONS = Object.freeze({
  size: 32, length: 4, entropy: 8, style: 16, exclude: 20, count: 24,
});

export const GENERATED = Object.freeze({
  size: 32, style: 4, requested: 8, length: 12, entropy: 16, excluded: 24, fallsShort: 28,
});

export const CONTEXT = Object.freeze({
  size: 64, user: 4, byAdministrator: 8, expired: 12, fullName: 16, home: 20, oldPassword: 24, oldPasswordLength: 28,
  service: 32, words: 36, wordCount: 40, groups: 44, groupCount: 48, otherUsers: 52, otherUserCount: 56, hasHistory: 60,
});

export const POLICY_INFO = Object.freeze({
  size: 24, retry: 4, suggest: 8, localUsersOnly: 12, accountUnknown: 16, history: 20,
});

export const ORIGIN = Object.freeze({
  size: 20, key: 4, source: 8, line: 12, preset: 16,
});

export const LOG_LINE = Object.freeze({
  size: 12, priority: 4, text: 8,
});

export const DECISION_INFO = Object.freeze({
  size: 16, enforcement: 4, form: 8, history: 12,
});

export const BLOCKLIST_INFO = Object.freeze({
  size: 24, count: 4, match: 8, falsePositiveRate: 16,
});

export const STRENGTH_INFO = Object.freeze({
  size: 32, guessesLog10: 8, level: 16, cut: 20, pieceCount: 24, adviceCount: 28,
});

export const PIECE = Object.freeze({
  size: 24, kind: 4, start: 8, end: 12, rank: 16, name: 20,
});

export const LANGUAGE = Object.freeze({
  size: 12, translate: 4, data: 8,
});
