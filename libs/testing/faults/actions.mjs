// @ts-check
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, NOT_SENT } from './http-client.mjs';

/**
 * @typedef {import('./http-client.mjs').Reply} Reply
 * @typedef {import('./fault-stack.mjs').FaultStack} FaultStack
 * @typedef {import('./fault-stack.mjs').Member} Member
 * @typedef {Member & { settings: Record<string, unknown>, memo: string }} Depositor
 */

/**
 * A tip that a member intends to give; `tipId` once its success was reported, `rejection` if a 4xx was.
 * @typedef {{ key: string, payer: Member, postId: number, units: number, tipId: number | undefined,
 *   rejection: string | undefined, others: string[] }} Intent
 */

/** `shownNano` is the sum on a post's page, read just after the reply to a tip that reported `toldNano`. */
/**
 * @typedef {{ at: number, tookMs: number, postId: number, toldNano: bigint, shownNano: bigint }} LookAfterTip
 */

const DEPOSITORS = 40;
const WAITS_MS = 30_000;
/** Time after which a person presses the button again. */
const PRESSED_AGAIN_MS = 1000;
/** Share of tips after which the post's page is read at once. */
const LOOKED_AT_SHARE = 0.1;
const PASSWORD = 'a password for faults';

/** Actions of the members, and records of them. */
export class Members {
  /** @type {Intent[]} */
  intents = [];
  /** @type {LookAfterTip[]} */
  looks = [];
  /** @type {Depositor[]} */
  depositors = [];
  #name = `faults_${randomUUID().slice(0, 8)}`;
  #round = '';

  /** @param {FaultStack} stack */
  constructor(stack) {
    this.stack = stack;
  }

  /** Registers the members who sign in later, and requests the memos of those who deposit. */
  async prepare() {
    const form = { username: this.#name, email: `${this.#name}@example.test`, password: PASSWORD };
    await this.#expect({ method: 'POST', path: '/api/auth/register', body: form });
    for (const member of this.stack.world.payers.slice(0, DEPOSITORS)) {
      const settings = await this.#expect({ path: '/api/wallet/config', token: member.token });
      this.depositors.push({ ...member, settings, memo: settings.memo });
    }
  }

  /** Clears the records for the next cell. */
  begin() {
    this.intents = [];
    this.looks = [];
    this.#round = (Date.now() >>> 0).toString(16).padStart(8, '0');
  }

  /** Prefix of the keys of this cell's tips. */
  get round() {
    return this.#round;
  }

  /** @type {import('./load.mjs').Actions} */
  actions = {
    tip: async () => {
      const intent = this.#newIntent();
      const reply = await this.tip(intent);
      // Retried as a separate request, so that the first one is counted as its sender saw it.
      if (intent.tipId === undefined && intent.rejection === undefined)
        void sleep(PRESSED_AGAIN_MS).then(() => this.tip(intent));
      else if (Math.random() < LOOKED_AT_SHARE && reply.status === 200) void this.#look(intent, reply);
      return reply;
    },
    read: () =>
      this.#ask(
        pick([
          () => ({ path: '/api/posts/best' }),
          () => ({ path: '/api/posts/new' }),
          () => ({ path: `/api/posts/${pick(this.stack.world.posts)}` }),
          () => ({ path: '/api/auth/me', token: this.#payer().token }),
        ])(),
      ),
    deposit: async () => {
      const { token, settings } = pick(this.depositors);
      const units = 1 + Math.floor(Math.random() * 1000);
      const sent = await ask(Number(new URL(this.stack.feederUrl).port), {
        ...{ method: 'POST', path: '/', body: { ...settings, units }, timeoutMs: WAITS_MS },
      });
      // The wallet could not reach the chain, so there is no deposit to report.
      if (sent.status !== 200) return NOT_SENT;
      const body = { amount: units / 1e6, tx: sent.body.signature };
      return this.#ask({ method: 'POST', path: '/api/wallet/deposit', token, body, timeoutMs: WAITS_MS });
    },
    'sign-in': () =>
      this.#ask({
        method: 'POST',
        path: '/api/auth/login',
        body: { emailOrUser: this.#name, password: PASSWORD },
      }),
    write: () => {
      const text = {
        title: `During fault ${randomUUID()}`,
        body: `What happened at ${new Date().toISOString()}.`,
      };
      return this.#ask({ method: 'POST', path: '/api/posts', token: this.#payer().token, body: text });
    },
    draft: () =>
      this.#ask({
        method: 'POST',
        path: '/api/ai/generate-post',
        body: { prompt: 'Rain in June' },
        timeoutMs: WAITS_MS,
      }),
    giveaway: () => this.#ask({ path: '/api/giveaways' }),
    price: () => this.#ask({ path: '/api/price' }),
  };

  /**
   * Sends a tip, for the first time or as a retry.
   * @param {Intent} intent
   */
  async tip(intent) {
    const { payer, postId, units, key } = intent;
    const reply = await this.#ask({
      ...{
        method: 'POST',
        path: `/api/posts/${postId}/like`,
        token: payer.token,
        body: { amount: units / 1e6 },
      },
      headers: { 'idempotency-key': key },
    });
    if (reply.status === 200) {
      if (intent.tipId !== undefined && intent.tipId !== reply.body.id)
        intent.others.push(`${reply.body.id}`);
      intent.tipId ??= reply.body.id;
    } else if (reply.status >= 400 && reply.status < 500) intent.rejection = reply.code;
    return reply;
  }

  /** Resends every tip without an outcome until it has one, and some that have one. @param {number} until */
  async sendAgain(until) {
    const again = this.intents.filter(({ tipId }) => tipId === undefined);
    const known = this.intents.filter(({ tipId }) => tipId !== undefined);
    const some = Array.from({ length: Math.min(20, known.length) }, () => pick(known));
    const queue = [...again, ...some];
    const work = async () => {
      for (let intent; (intent = queue.pop());) {
        while ((await this.tip(intent)).status !== 200 && Date.now() < until) await sleep(100);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }

  #newIntent() {
    const tail = randomUUID().slice(8);
    const intent = {
      ...{ key: `${this.#round}${tail}`, payer: this.#payer(), postId: pick(this.stack.world.posts) },
      ...{ units: 1 + Math.floor(Math.random() * 5000), tipId: undefined, rejection: undefined, others: [] },
    };
    this.intents.push(intent);
    return intent;
  }

  /**
   * Reads the post as the payer: a visitor may be shown the state that another gateway had a second ago (ADR
   * 0160).
   * @param {Intent} intent
   * @param {Reply} told
   */
  async #look({ postId, payer }, told) {
    const at = Date.now();
    const shown = await this.#ask({ path: `/api/posts/${postId}`, token: payer.token });
    if (shown.status !== 200) return;
    const [toldNano, shownNano] = [BigInt(told.body.likesSumNano), BigInt(shown.body.likesSumNano)];
    this.looks.push({ at, tookMs: Date.now() - at, postId, toldNano, shownNano });
  }

  #payer() {
    return pick(this.stack.world.payers);
  }

  /** @param {import('./http-client.mjs').Call} call */
  #ask(call) {
    return ask(this.stack.webPort, call);
  }

  /** @param {import('./http-client.mjs').Call} call */
  async #expect(call) {
    const { status, code, body } = await this.#ask(call);
    if (status !== 200) throw new Error(`${call.path}: ${status} ${code}`);
    return body;
  }
}

/**
 * @template T
 * @param {T[]} list
 * @returns {T}
 */
function pick(list) {
  return /** @type {T} */ (list[Math.floor(Math.random() * list.length)]);
}
