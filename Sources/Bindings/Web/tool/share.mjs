// The link to the rules, which are after "#": browsers do not send that part to servers.

export function readLink() {
  const values = new URLSearchParams(location.hash.slice(1));
  return {rules: values.get('rules'), language: values.get('language')};
}

export function writeLink({rules, language}) {
  const values = new URLSearchParams({rules});
  if (language) values.set('language', language);
  try {
    history.replaceState(null, '', `#${values}`);
  } catch {
    // A page from a file may have no history.
    location.replace(`#${values}`);
  }
}

/** Copies a text, and returns whether the browser permitted it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
