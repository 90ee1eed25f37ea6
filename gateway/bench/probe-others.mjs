// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '../../libs/stack/bench/figures.mjs';

/**
 * @typedef {{ good: number, all: number, p99: number }} Group requests of one kind, and the response time of
 *   those with a 200
 * @typedef {{ visitor: Group, member: Group, signIn: Group }} Probed
 */

const FEED = '/api/posts/best?range=all&cursor=';
const EVERY_MS = { visitor: 100, member: 100, signIn: 500 };
const TIMEOUT_MS = 10_000;

/**
 * Reads and signs in now and then, like people who do not tip, until it is told to end.
 * @param {number} port
 * @param {{ token: string, username: string, password: string }} who
 */
export function probeOthers(port, { token, username, password }) {
  let isOver = false;
  const ask = (/** @type {string} */ path, /** @type {RequestInit} */ init) =>
    fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const kinds = {
    visitor: () => ask(FEED, {}),
    member: () => ask(FEED, { headers: { authorization: `Bearer ${token}` } }),
    signIn: () =>
      ask('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ emailOrUser: username, password }),
      }),
  };
  /** @param {keyof typeof kinds} kind */
  const repeat = async (kind) => {
    const took = /** @type {number[]} */ ([]);
    let all = 0;
    while (!isOver) {
      const startedAt = performance.now();
      all += 1;
      const isGood = await kinds[kind]()
        .then(async (response) => (await response.arrayBuffer()) && response.status === 200)
        .catch(() => false);
      const ms = performance.now() - startedAt;
      if (isGood) took.push(ms);
      await sleep(Math.max(0, EVERY_MS[kind] - ms));
    }
    return { good: took.length, all, p99: quantiles(took).p99 };
  };
  const running = Promise.all([repeat('visitor'), repeat('member'), repeat('signIn')]);
  return {
    /** @returns {Promise<Probed>} */
    async end() {
      isOver = true;
      const [visitor, member, signIn] = await running;
      return { visitor, member, signIn };
    },
  };
}
