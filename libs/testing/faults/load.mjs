// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { NOT_SENT } from './http-client.mjs';

/**
 * @typedef {'tip' | 'read' | 'deposit' | 'sign-in' | 'write' | 'draft' | 'giveaway' | 'price'} Kind
 * @typedef {{ kind: Kind, startedAt: number, endedAt: number, status: number, code: string }} Sample one
 *   request as its sender saw it
 * @typedef {Record<Kind, () => Promise<import('./http-client.mjs').Reply>>} Actions
 */

const TICK_MS = 5;
/** A tick that comes this much too late shows that the machine itself stood still, or had no processor free. */
const PAUSE_MS = 250;
/** What a service answers that had no processor for as long as a call may take. */
const TOO_LATE = ['DEADLINE_EXCEEDED', 'UNAVAILABLE', 'OVERLOADED'];

/**
 * Returns the rate of each kind per second for a given rate of tips.
 * @param {number} tips
 * @returns {Record<Kind, number>}
 */
export const ratesOf = (tips) => ({
  tip: tips,
  read: tips / 2,
  // The matrix was designed for 150 tips and 10 deposits a second.
  deposit: tips / 15,
  ...{ 'sign-in': 1, write: 1, draft: 1, giveaway: 1, price: 1 },
});

/**
 * Sends requests at steady rates, independent of the site's response times, and records the result of each.
 */
export class Load {
  /** @type {Sample[]} */
  samples = [];
  /** @type {Set<Promise<unknown>>} */
  #underWay = new Set();
  /** @type {{ from: number, to: number }[]} */
  #pauses = [];

  /** @param {Actions} actions @param {Record<Kind, number>} rates */
  constructor(actions, rates) {
    this.actions = actions;
    this.rates = rates;
  }

  /**
   * Sends for this time; {@link settled} waits for requests that are still under way.
   * @param {number} forMs
   */
  async run(forMs) {
    const kinds = /** @type {[Kind, number][]} */ (Object.entries(this.rates));
    const sent = new Map(kinds.map(([kind]) => [kind, 0]));
    const startedAt = performance.now();
    for (;;) {
      const elapsed = performance.now() - startedAt;
      for (const [kind, rate] of kinds) {
        const due = Math.ceil((Math.min(elapsed, forMs) * rate) / 1000);
        for (let count = sent.get(kind) ?? 0; count < due; count += 1) void this.send(kind);
        sent.set(kind, Math.max(sent.get(kind) ?? 0, due));
      }
      if (elapsed > forMs) return;
      const from = Date.now();
      await sleep(TICK_MS);
      if (Date.now() - from > PAUSE_MS) this.#pauses.push({ from, to: Date.now() });
    }
  }

  /**
   * Returns the requests of a kind that failed, apart from those that came too late because the machine had
   * pauses for at least half of their time.
   * @param {Kind} kind
   */
  failed(kind) {
    const pausedMs = (/** @type {Sample} */ { startedAt, endedAt }) =>
      this.#pauses.reduce(
        (sum, { from, to }) => sum + Math.max(0, Math.min(to, endedAt) - Math.max(from, startedAt)),
        0,
      );
    const isOfPause = (/** @type {Sample} */ sample) =>
      TOO_LATE.includes(sample.code) && pausedMs(sample) >= (sample.endedAt - sample.startedAt) / 2;
    return this.samples.filter((sample) => sample.kind === kind && !isFine(sample) && !isOfPause(sample));
  }

  /** @param {Kind} kind @returns {Promise<Sample>} */
  send(kind) {
    const startedAt = Date.now();
    const sample = this.actions[kind]().then((reply) => {
      const { status, code } = reply;
      const seen = { kind, startedAt, endedAt: Date.now(), status, code };
      if (reply !== NOT_SENT) this.samples.push(seen);
      return seen;
    });
    this.#underWay.add(sample);
    return sample.finally(() => this.#underWay.delete(sample));
  }

  /** Resolves once every request has a reply, or was given up. */
  async settled() {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /**
   * Sends one request of each kind repeatedly until it succeeds.
   * @param {number} until the time when this is given up
   * @returns {Promise<Kind[]>} those that did not
   */
  async probe(until) {
    const kinds = /** @type {Kind[]} */ (Object.keys(this.rates));
    const probed = kinds.map(async (kind) => {
      for (;;) {
        if (isFine(await this.send(kind))) return [];
        if (Date.now() > until) return [kind];
        await sleep(200);
      }
    });
    return (await Promise.all(probed)).flat();
  }
}

/** @param {Sample} sample */
export const isFine = ({ status }) => status >= 200 && status < 300;
