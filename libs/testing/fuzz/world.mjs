// @ts-check
import { hash } from 'node:crypto';
import { totpCode } from '../dist/totp-app.js';
import { runScriptIn } from '../../stack/app/run-script-in.mjs';
import { callHttp } from '../../stack/machine/http-call.mjs';

/** Password of the demo's members. */
const PASSWORD = 'likewell-demo';
const OWN_POSTS = 40;

/**
 * Returns the existing data of a stack with the demo, and the caller's credentials.
 * @param {import('../../stack/state/stack.mjs').Stack} stack
 * @param {'visitor' | 'member'} who
 * @param {number} seed of the run, which makes the names of its members
 */
export async function worldFor(stack, who, seed) {
  const base = `http://127.0.0.1:${stack.basePort}`;
  const call = async (/** @type {string} */ path, /** @type {unknown} */ json = undefined, token = '') => {
    const { status, body } = await callHttp(base + path, { json, token });
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const join = async (/** @type {string} */ role) => {
    const username = `f${hash('sha256', `${who} ${role} ${seed}`).slice(0, 12)}`;
    const form = { username, email: `${username}@example.org`, password: PASSWORD };
    const { token } = await call('/api/auth/register', form);
    return { username, email: form.email, password: PASSWORD, token };
  };
  const { items } = await call('/api/posts/new');
  const giveaways = await call('/api/giveaways');
  const [member, moderator] = [await join('member'), await join('moderator')];
  const { secret } = await call('/api/users/me/totp', { of: 'an app' }, moderator.token);
  await call('/api/users/me/totp/confirm', { code: totpCode(secret) }, moderator.token);
  await runScriptIn(stack, 'auth', 'cli/grant', [`user=${moderator.username}`, 'role=moderator']);
  /** @type {number[]} */
  const own = [];
  for (let index = 0; index < OWN_POSTS && who === 'member'; index += 1) {
    const text = { title: `Own post ${index}`, body: `Line ${index} of a notebook, for whoever reads it.` };
    own.push((await call('/api/posts', text, member.token)).id);
  }
  return {
    base,
    posts: items.map((/** @type {any} */ { id }) => id),
    own_posts: own.length > 0 ? own : [1],
    usernames: [...new Set(items.map((/** @type {any} */ { author }) => author.username))],
    giveaways: giveaways.map((/** @type {any} */ { id }) => id),
    known: { username: 'maya', password: PASSWORD },
    sessions:
      who === 'member'
        ? [member, moderator].map(({ email, password, token }) => ({ email, password, token }))
        : [],
  };
}
