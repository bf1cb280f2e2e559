// Which language suits a person's preferences.

/** Chinese is written in two ways; the catalogue is in the simplified one. */
const TRADITIONAL = /^zh\b.*-(hant|tw|hk|mo)\b/i;

/** The first of the tags that one of the preferences, the best first, asks for; null for English, and where there is none. */
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
