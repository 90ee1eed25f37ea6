// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runScriptIn } from '../app/run-script-in.mjs';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { step } from '../machine/progress.mjs';
import { openApi } from './api.mjs';
import { DEMO_PASSWORD, MEMBERS, postsInTurn } from './members.mjs';

/** @typedef {ReturnType<typeof openApi>} Api */

/** @typedef {{ username: string, token: string, avatar: string }} Session */

const APPROVAL_MS = 20_000;
const DEFAULT_AVATAR = '/static/default-avatar.png';

/**
 * Fills the site with a demo through its own API. Existing data stays, and nothing is added twice.
 * @param {import('../state/stack.mjs').Stack} stack
 * @returns {Promise<string[]>} lines for the user: how to log in
 */
export async function seed(stack) {
  const api = openApi(`http://127.0.0.1:${stack.basePort}`);
  await step('demo', async () => {
    const sessions = await signEverybodyIn(api);
    const tokens = new Map(sessions.map(({ username, token }) => [username, token]));
    await givePortraits(api, sessions);
    const published = await publishMissingPosts(api, tokens);
    const follows = await followAuthors(api, tokens);
    const rejected = await sendTips(api, tokens, published);
    const tips = published.reduce((sum, { tips: given }) => sum + Object.keys(given).length, 0);
    const note = rejected.length === 0 ? '' : `; rejected: ${rejected.join(', ')}`;
    return `${MEMBERS.length} members, ${published.length} posts, ${tips} tips, ${follows} follows${note}`;
  });
  // Giveaways are created by operators, not through the API; the demo's are drawn only with the stand-in's
  // blocks.
  if (!stack.env.BITCOIN_SOURCES)
    await step(
      'demo giveaways',
      async () => void (await runScriptIn(stack, 'giveaway', 'cli/operate', ['do=demo'])),
    );
  return [`To look around, log in as "maya" (or ${otherNames()}) with the password "${DEMO_PASSWORD}".`];
}

const otherNames = () =>
  MEMBERS.slice(1)
    .map(({ username }) => username)
    .join(', ');

/** @param {string} what @param {import('../machine/http-call.mjs').HttpResponse} response @returns {never} */
function reject(what, { status, body }) {
  throw new UserFacingError(`The demo could not be filled: ${what} was answered with ${status}.`, [
    String(body?.error ?? ''),
    `request ${body?.requestId ?? 'unknown'}`,
    'The stack itself runs. To try again: make seed',
  ]);
}

/** @param {Api} api @returns {Promise<Session[]>} */
function signEverybodyIn(api) {
  return Promise.all(
    MEMBERS.map(async ({ username }) => {
      const password = DEMO_PASSWORD;
      const login = await api('/api/auth/login', {
        method: 'POST',
        mayRepeat: true,
        json: { emailOrUser: username, password },
      });
      if (login.status < 300) return sessionOf(login.body);
      const email = `${username}@example.com`;
      const joined = await api('/api/auth/register', {
        method: 'POST',
        json: { username, email, password, ref: null },
      });
      if (joined.status >= 300) reject(`signing up ${username}`, joined);
      return sessionOf(joined.body);
    }),
  );
}

/**
 * @param {any} body of the response to a login or a registration
 * @returns {Session}
 */
const sessionOf = ({ token, user }) => ({ username: user.username, token, avatar: user.avatar });

/**
 * Adds portraits; a member who already has a picture keeps it.
 * @param {Api} api
 * @param {Session[]} sessions
 */
async function givePortraits(api, sessions) {
  for (const { username, token, avatar } of sessions) {
    if (avatar !== DEFAULT_AVATAR) continue;
    const form = new FormData();
    form.set('avatar', new Blob([portraitOf(username)], { type: 'image/png' }), `${username}.png`);
    const changed = await api('/api/users/avatar', { method: 'PUT', token, form, mayRepeat: true });
    if (changed.status >= 300) reject(`giving ${username} a portrait`, changed);
  }
}

/**
 * Returns the portrait of a fictitious person, drawn for this demo, so that no licence or likeness is
 * affected.
 * @param {string} username
 * @returns a PNG
 */
export const portraitOf = (username) => readFileSync(new URL(`portraits/${username}.png`, import.meta.url));

/**
 * @param {Api} api
 * @param {Map<string, string>} tokens
 * @returns {Promise<{ id: string, author: string, tips: Record<string, number> }[]>}
 */
async function publishMissingPosts(api, tokens) {
  const existing = new Map(await Promise.all([...tokens].map(([name, token]) => titlesOf(api, name, token))));
  const published = [];
  for (const { author, post } of postsInTurn()) {
    const { title, body, tips } = post;
    let id = existing.get(author)?.get(title);
    if (id === undefined) {
      const created = await api('/api/posts', {
        method: 'POST',
        token: tokens.get(author) ?? '',
        json: { title, body },
      });
      if (created.status >= 300) reject(`publishing "${title}"`, created);
      id = String(created.body.id);
    }
    published.push({ id, author, tips });
  }
  return published;
}

/**
 * @param {Api} api
 * @param {string} username
 * @param {string} token the author's, who also sees posts that wait for approval
 * @returns {Promise<readonly [string, Map<string, string>]>} post ids by title
 */
async function titlesOf(api, username, token) {
  const titles = new Map();
  let cursor = '';
  do {
    const page = await api(
      `/api/users/${username}/posts${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
      { token },
    );
    if (page.status >= 300) reject(`listing the posts of ${username}`, page);
    for (const { id, title } of page.body.items) titles.set(title, String(id));
    cursor = page.body.nextCursor ?? '';
  } while (cursor !== '');
  return [username, titles];
}

/**
 * Follows the authors; following twice is no error.
 * @param {Api} api
 * @param {Map<string, string>} tokens
 * @returns {Promise<number>} the number of follows
 */
async function followAuthors(api, tokens) {
  const wanted = MEMBERS.flatMap(({ username, follows }) => follows.map((author) => ({ username, author })));
  for (const { username, author } of wanted) {
    const path = `/api/posts/users/${author}/subscribe`;
    const response = await api(path, { method: 'POST', token: tokens.get(username) ?? '', mayRepeat: true });
    if (response.status >= 300) reject(`${username} following ${author}`, response);
  }
  return wanted.length;
}

/**
 * Sends the tips. A tip's key is derived from payer, post and amount: sent again, it moves nothing.
 * @param {Api} api
 * @param {Map<string, string>} tokens
 * @param {{ id: string, tips: Record<string, number> }[]} posts
 * @returns {Promise<string[]>} tips that the ledger rejected, as "giver → post: reason"
 */
async function sendTips(api, tokens, posts) {
  const rejected = [];
  for (const { id, tips } of posts) {
    if (!(await isPublic(api, id))) {
      rejected.push(`post ${id} waits for a moderator`);
      continue;
    }
    for (const [from, amount] of Object.entries(tips)) {
      const idempotencyKey = uuidFrom(`likewell demo tip ${from} ${id} ${amount}`);
      const token = tokens.get(from) ?? '';
      const sent = await api(`/api/posts/${id}/like`, {
        method: 'POST',
        token,
        json: { amount },
        idempotencyKey,
      });
      if (sent.status >= 300) rejected.push(`${from} → post ${id}: ${sent.body?.error ?? sent.status}`);
    }
  }
  return rejected;
}

/** @param {Api} api @param {string} id */
async function isPublic(api, id) {
  const deadline = Date.now() + APPROVAL_MS;
  for (;;) {
    if ((await api(`/api/posts/${id}`)).status === 200) return true;
    if (Date.now() > deadline) return false;
    await sleep(200);
  }
}

/**
 * Makes a UUID in the form of version 5 that is always the same for the same text.
 * @param {string} text
 * @returns {string}
 */
export function uuidFrom(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
