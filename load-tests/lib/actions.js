import exec from 'k6/execution';
import http from 'k6/http';
import { expect, tally } from './tally.js';
import { anyAuthor, anyPayer, anyPost, BASE_URL, FEEDER_URL, NAME, RUN } from './world.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BONUS_NANO = 100_000_000_000;

const params = (kind, name, token, headers = {}) => ({
  headers: token ? { ...headers, Authorization: `Bearer ${token}` } : headers,
  tags: { kind, name },
  timeout: '35s',
});
const get = (kind, name, path, token) => http.get(`${BASE_URL}${path}`, params(kind, name, token));
const post = (kind, name, path, body, token, headers) =>
  http.post(
    `${BASE_URL}${path}`,
    JSON.stringify(body),
    params(kind, name, token, { ...JSON_TYPE, ...headers }),
  );

/** Half are signed in: visitors are answered from the gateway's memory, members never (ADR 0160). */
const anyReader = () => (Math.random() < 0.5 ? anyPayer() : undefined);
const read = (name, path, token) => get(token ? 'member' : 'read', name, path, token);

export const readBest = () => expect(read('best', '/api/posts/best', anyReader()));
export const readNew = () => expect(read('new', '/api/posts/new', anyReader()));
export const readPost = (postId = anyPost()) => expect(read('post', `/api/posts/${postId}`, anyReader()));
export const readAuthor = () => expect(read('author', `/api/users/${anyAuthor()}/posts`, anyReader()));
export const readPrice = () => expect(read('price', '/api/price', anyReader()));
export const readFollowing = () => expect(read('following', '/api/posts/following/posts', anyPayer()));
export const readMe = () => expect(read('me', '/api/auth/me', anyPayer()));
export const readHistory = () => expect(read('history', '/api/wallet/history', anyPayer()));

/** Best, and on from there. */
export function readDeep() {
  const token = anyReader();
  const first = read('best', '/api/posts/best', token);
  if (!expect(first)) return;
  const { nextCursor } = first.json();
  if (nextCursor)
    expect(read('best, next', `/api/posts/best?cursor=${encodeURIComponent(nextCursor)}`, token));
}

/** A tip between a millionth and five thousandths of a LIKE, so that nobody runs dry. */
export function tip(postId = anyPost()) {
  const units = 1 + Math.floor(Math.random() * 5000);
  const headers = { 'Idempotency-Key': newKey() };
  const body = { amount: units / 1e6 };
  tally('tips', units * 1000, () =>
    post('tip', 'like', `/api/posts/${postId}/like`, body, anyPayer(), headers),
  );
}

/** A UUID that begins with the run and goes on with the iteration: the journal's index grows at its end. */
function newKey() {
  const turn = exec.scenario.iterationInTest;
  const digits = (value, length) => value.toString(16).padStart(length, '0').slice(-length);
  const random = (length) => digits(Math.floor(Math.random() * 16 ** length), length);
  return `${RUN}-${digits(turn >> 12, 4)}-7${digits(turn & 0xfff, 3)}-8${random(3)}-${random(12)}`;
}

/**
 * Joins with a password of their own, which costs the server a hash. Numbers in decimals: with letters some
 * would be read alike.
 */
export function signUp() {
  const username = `${NAME}_${exec.scenario.iterationInTest}`;
  const form = { username, email: `${username}@example.test`, password: `a long ${RUN} password` };
  const response = tally('signups', BONUS_NANO, () => post('signup', 'register', '/api/auth/register', form));
  if (response.status === 200) expect(read('me', '/api/auth/me', response.json().token));
}

export function writePost() {
  const title = `A thought of run ${RUN}`;
  const body = `Number ${exec.scenario.iterationInTest} of it, ${Math.random().toString(36).repeat(3)}.`;
  expect(post('write', 'create post', '/api/posts', { title, body }, anyPayer()), 201);
}

/**
 * Sends LIKE on the chain with the member's memo, and tells the site, which waits until the chain is sure.
 */
export function deposit() {
  const token = anyPayer();
  const config = read('wallet config', '/api/wallet/config', token);
  if (!expect(config)) return;
  const units = 1 + Math.floor(Math.random() * 1e6);
  tally('deposits', units * 1000, () => {
    const sent = http.post(
      FEEDER_URL,
      JSON.stringify({ ...config.json(), units }),
      params('chain', 'transfer', undefined, JSON_TYPE),
    );
    if (sent.status !== 200) return sent;
    const report = { amount: units / 1e6, tx: sent.json().signature };
    return post('deposit', 'deposit', '/api/wallet/deposit', report, token);
  });
}
