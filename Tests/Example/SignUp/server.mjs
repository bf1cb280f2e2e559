// The server of the example, in Node. server.py is the same server in Python; both give the same answers.

import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');
const { load, loadLanguage } = await import(join(root, 'build/web/passwordrules/node.mjs'));

const TYPES = {
  '.html': 'text/html', '.css': 'text/css', '.mjs': 'text/javascript', '.wasm': 'application/wasm',
};
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const LONGEST_BODY = 16 * 1024;
/** How many passwords of an account may not be reused. */
const REMEMBERED = 5;
/** The page receives only these keys. Other keys, such as words and blocklists, would help an attacker who reads the page. */
const PUBLIC = /^(rules|or|(min|max)-[a-z]+|old-password(-changes)?|username(-parts)?)\s*=/;

const settings = await readFile(join(here, 'policy.conf'), 'utf8');
const types = JSON.parse(await readFile(join(here, 'reasons.json'), 'utf8'));
/** The engine does not compare with earlier passwords, so its translations have no message about them. */
const usedBefore = JSON.parse(await readFile(join(here, 'history.json'), 'utf8'));
const engine = await load();
const policy = engine.policy(settings);
const publicPolicy = settings.split('\n')
  .map((line) => line.trim()).filter((line) => PUBLIC.test(line)).map((line) => `${line}\n`).join('');

/** User names, each with hashes of the last passwords, the newest last. A real server would use a database. */
const accounts = new Map();

function hash(password, salt = randomBytes(16)) {
  return { salt, key: scryptSync(password, salt, 32) };
}

function isSame(password, { salt, key }) {
  return timingSafeEqual(hash(password, salt).key, key);
}

/** The reasons against a password, each with a type for programs and a sentence for people. Empty if the password is
 * accepted. */
function reasons(name, password, language, old) {
  // The code awaits nothing between this line and its last use of the engine, so no other request can change the language.
  engine.language = language;
  return policy.check(password, { user: name, oldPassword: old }).outcomes.filter((outcome) => !outcome.met).map((outcome) => ({
    type: types[outcome.kind] ?? 'invalid', rule: outcome.kind, limit: outcome.limit, message: outcome.message,
  }));
}

/** The reasons for a user who has typed the old password. They include earlier passwords of the account, which nobody else
 * may learn. */
function reasonsForOwner(name, password, old, language) {
  const found = reasons(name, password, language, old);
  if (found.length === 0 && accounts.get(name).some((earlier) => isSame(password, earlier))) {
    const message = usedBefore[language?.tag ?? 'en'].replace('{limit}', REMEMBERED);
    found.push({ type: 'recently-used', rule: 'history', limit: REMEMBERED, message });
  }
  return found;
}

const routes = {
  'POST /api/check': ({ name, password }, language) => [200, { reasons: reasons(name, password, language) }],

  'POST /api/sign-up': ({ name, password }, language) => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) return [422, { error: 'name' }];
    if (accounts.has(name)) return [409, { error: 'taken' }];
    const found = reasons(name, password, language);
    if (found.length > 0) return [422, { error: 'password', reasons: found }];
    accounts.set(name, [hash(password)]);
    return [201, { name }];
  },

  'POST /api/password': ({ name, old, password }, language) => {
    const hashes = accounts.get(name);
    if (hashes === undefined || typeof old !== 'string' || !isSame(old, hashes.at(-1))) return [403, { error: 'old' }];
    const found = reasonsForOwner(name, password, old, language);
    if (found.length > 0) return [422, { error: 'password', reasons: found }];
    accounts.set(name, [...hashes, hash(password)].slice(-REMEMBERED));
    return [200, { name }];
  },
};

async function body(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > LONGEST_BODY) throw new RangeError('too long');
    parts.push(part);
  }
  const read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)));
  if (typeof read?.name !== 'string' || typeof read?.password !== 'string') throw new TypeError('name and password are strings');
  return read;
}

/** The file of the page or the package for a path; null if there is none. */
async function file(path) {
  try {
    // In a path that begins with a slash, ".." cannot leave the folder.
    const clean = normalize(`/${decodeURIComponent(path)}`);
    const source = clean.startsWith('/passwordrules/')
      ? join(root, 'build/web', clean) : join(here, 'page', clean === '/' ? 'index.html' : clean);
    return { type: TYPES[extname(source)] ?? 'application/octet-stream', content: await readFile(source) };
  } catch {
    return null;
  }
}

function answer(response, status, type, content) {
  response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(content);
}

const server = createServer(async (request, response) => {
  try {
    const [pathname] = request.url.split('?', 1);
    const route = routes[`${request.method} ${pathname}`];
    if (route !== undefined) {
      const asked = await body(request);
      const preferred = (request.headers['accept-language'] ?? 'en').split(',').map((tag) => tag.split(';')[0].trim());
      const [status, said] = route(asked, await loadLanguage(preferred));
      answer(response, status, 'application/json', JSON.stringify(said));
    } else if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      answer(response, 405, 'text/plain', 'method not allowed\n');
    } else if (request.method !== 'POST' && pathname === '/policy') {
      answer(response, 200, 'text/plain; charset=utf-8', publicPolicy);
    } else {
      const found = request.method === 'POST' ? null : await file(pathname);
      if (found === null) answer(response, 404, 'text/plain', 'not found\n');
      else answer(response, 200, found.type, found.content);
    }
  } catch {
    // The request is not logged, because it may contain a password.
    answer(response, 400, 'text/plain', 'bad request\n');
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
