// @ts-check
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './http-client.mjs';

/** @typedef {import('./fault-stack.mjs').FaultStack} FaultStack */

/**
 * A logout: the time of its acknowledgement, and from a second later on successful uses of the session, the
 * number of rejected ones, and whether there was either.
 * @typedef {{ endedAt: number | undefined, worked: string[], asked: number, isTried: boolean }} Logout
 */

const DEAD_WITHIN_MS = 1000;
const EVERY_MS = 300;
const AGAIN_MS = 300;
const ROUTES = ['/api/auth/me', '/api/wallet/history'];

/** Sessions that end during a fault, and are then tried at every gateway. */
export class Logouts {
  /** @type {Logout[]} */
  all = [];
  #isOver = false;
  /** @type {Promise<void>[]} */
  #work = [];
  /** @type {string[]} */
  #tokens = [];

  /** @param {FaultStack} stack */
  constructor(stack) {
    this.stack = stack;
  }

  /** Opens sessions and uses each at every gateway. @param {number} count */
  async prepare(count) {
    this.#tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
    const { payers } = this.stack.world;
    await this.stack.admin.query(
      `INSERT INTO auth.session (token_hash, member_id) SELECT decode(hash, 'hex'), id FROM unnest($1::text[], $2::bigint[]) AS s (hash, id)`,
      [
        this.#tokens.map((token) => createHash('sha256').update(token).digest('hex')),
        this.#tokens.map((_, index) => payers[index % payers.length]?.id),
      ],
    );
    for (const token of this.#tokens)
      for (const port of this.stack.gateways) await ask(port, { path: '/api/auth/me', token });
  }

  /**
   * Ends one of the sessions, with retries until it is acknowledged, and tries it until {@link close}.
   * @param {{ isSent?: boolean }} [options] false leaves the session as it is and believes that it was ended
   */
  begin({ isSent = true } = {}) {
    const token = this.#tokens.pop();
    if (token === undefined) throw new Error('no session is left');
    /** @type {Logout} */
    const logout = { endedAt: undefined, worked: [], asked: 0, isTried: false };
    this.all.push(logout);
    this.#work.push(this.#end(logout, token, isSent));
  }

  /** Resolves once each was acknowledged and tried. @param {number} until the time when this is given up */
  async close(until) {
    await sleep(DEAD_WITHIN_MS + EVERY_MS);
    while (Date.now() < until && !this.all.every(({ isTried }) => isTried)) await sleep(EVERY_MS);
    this.#isOver = true;
    await Promise.all(this.#work);
  }

  /** @param {Logout} logout @param {string} token @param {boolean} isSent */
  async #end(logout, token, isSent) {
    while (isSent && !this.#isOver) {
      const { status } = await ask(this.stack.webPort, { method: 'POST', path: '/api/auth/logout', token });
      // 401: an earlier attempt succeeded although its reply was lost.
      if (status === 200 || status === 401) break;
      await sleep(AGAIN_MS);
    }
    if (this.#isOver) return;
    logout.endedAt = Date.now();
    await sleep(DEAD_WITHIN_MS);
    while (!this.#isOver) {
      await Promise.all(this.stack.gateways.map((port, index) => this.#try(logout, token, port, index)));
      logout.isTried ||= logout.worked.length + logout.asked > 0;
      await sleep(EVERY_MS);
    }
  }

  /** @param {Logout} logout @param {string} token @param {number} port @param {number} index */
  async #try(logout, token, port, index) {
    for (const path of ROUTES) {
      const { status } = await ask(port, { path, token, timeoutMs: 3000 });
      logout.asked += status === 401 ? 1 : 0;
      if (status >= 200 && status < 300) logout.worked.push(`${path} at gateway ${index + 1}`);
    }
  }
}
