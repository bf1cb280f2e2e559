// The script of the example's page. It checks passwords as far as a page can, and shows the server's answers.

import '/passwordrules/element.mjs';

const at = (id) => document.getElementById(id);
let signedUp = '';

/** Sends values as JSON; returns the status and the server's answer, in the language of the page. */
async function send(path, values, signal) {
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang };
  try {
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(values), signal });
    return { status: response.status, said: await response.json() };
  } catch {
    return { status: 0, said: { error: 'network' } };
  }
}

/** Asks the server about demands that the page does not know: the forbidden words. */
const askServer = (name) => async (password, signal) => {
  const { said } = await send('/api/check', { name: name(), password }, signal);
  return said.reasons?.map((reason) => reason.message).join('; ') || null;
};

const SENTENCES = {
  taken: 'This user name is taken.',
  name: 'A user name has small letters, digits and hyphens.',
  old: 'This is not the old password.',
  network: 'The server gave no answer. Please try again.',
};

function sentence({ error, reasons = [] }) {
  return SENTENCES[error] ?? `The server refuses this password: ${reasons.map((reason) => reason.message).join('; ')}.`;
}

at('sign-up').addEventListener('submit', async (event) => {
  event.preventDefault();
  const name = at('name').value;
  const { status, said } = await send('/api/sign-up', { name, password: at('password').value });
  at('said').textContent = status === 201 ? `Welcome, ${name}.` : sentence(said);
  if (status !== 201) return;
  signedUp = name;
  at('sign-up').reset();
  at('change').hidden = false;
});

at('change').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { status, said } = await send('/api/password', { name: signedUp, old: at('old').value, password: at('new').value });
  at('changed').textContent = status === 200 ? 'Your password was changed.' : sentence(said);
  if (status === 200) at('change').reset();
});

// The policy is loaded last, so that the form works even if this fails.
const policy = await (await fetch('/policy')).text();
for (const [form, name, old] of [
  [at('sign-up'), () => at('name').value, () => null], [at('change'), () => signedUp, () => at('old').value || null],
]) {
  form.querySelector('password-rules').options = {
    policy, context: () => ({ user: name(), oldPassword: old() }), askServer: askServer(name),
  };
}
// The policy compares the new password with the user name and the old password, so a change of either needs a new check.
for (const [form, id] of [[at('sign-up'), 'name'], [at('change'), 'old']]) {
  at(id).addEventListener('input', () => form.querySelector('password-rules').enhancement?.update());
}
