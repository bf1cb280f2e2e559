// The link that holds the rules: behind "#", which browsers send to no server.

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
    // Pages from a file may have no history of their own.
    location.replace(`#${values}`);
  }
}

/** Copies a text; returns whether that was permitted. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
