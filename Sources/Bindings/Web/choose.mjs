// Chooses a language by the user's preferences.

/** Tags of traditional Chinese. The catalogue is in simplified Chinese. */
const TRADITIONAL = /^zh\b.*-(hant|tw|hk|mo)\b/i;

/** The tag that suits the preferences, the best first; null for English, and if none does. */
export function choose(tags, preferred) {
  for (const preference of typeof preferred === 'string' ? [preferred] : preferred) {
    const wanted = preference.replaceAll('_', '-').toLowerCase(), language = wanted.split('-')[0];
    if (language === 'en') return null;
    if (TRADITIONAL.test(wanted)) continue;
    const found = tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => tag === language) ??
      tags.find((tag) => tag.startsWith(`${language}-`));
    if (found !== undefined) return found;
  }
  return null;
}
