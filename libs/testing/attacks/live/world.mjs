// @ts-check
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callHttp } from '../../../stack/machine/http-call.mjs';
import { openStack } from '../../../stack/state/stack.mjs';
import { mailsUrl } from '../../../stack/topology.mjs';
import { Door } from './door.mjs';

/**
 * @typedef {object} Member
 * @property {string} username
 * @property {string} email
 * @property {string} password
 * @property {string} token of a new session
 * @property {number} id
 * @property {string} publicToken the referral code
 * @property {string} network from which the member always connects
 */

const PUBLISHED_WITHIN_MS = 20_000;
const MAILED_WITHIN_MS = 30_000;
const ALL_PRIVATE = 256;

/** A stack in production settings, and its members. */
export class World {
  stack = openStack();
  door = new Door(this.stack.basePort);
  /** Secrets that must not appear in any log. */
  canaries = /** @type {string[]} */ ([]);
  #networks = 0;

  /** Returns an unused address, which has not counted towards any limit by network. */
  network() {
    this.#networks += 1;
    const [high, low] = [Math.floor(this.#networks / ALL_PRIVATE), this.#networks % ALL_PRIVATE];
    return `127.${10 + Math.floor(high / ALL_PRIVATE)}.${high % ALL_PRIVATE}.${low}`;
  }

  /** @param {number} count */
  networks(count) {
    return Array.from({ length: count }, () => this.network());
  }

  /**
   * @param {string} secret must not appear in any log
   * @returns {string} the secret
   */
  canary(secret) {
    this.canaries.push(secret);
    return secret;
  }

  /**
   * Registers a new member with 100 LIKE.
   * @param {{ ref?: string, network?: string }} [how]
   * @returns {Promise<Member>}
   */
  async member({ ref, network = this.network() } = {}) {
    const username = `m${randomBytes(8).toString('hex')}`;
    const email = `${username}@canary.example`;
    const password = `Canary ${randomUUID()}`;
    const body = { username, email, password, ...(ref && { ref }) };
    const response = await this.register(body, network);
    if (response.status !== 200) throw new Error(`nobody can join: ${response.status} ${response.text}`);
    const { token, user } = response.body;
    this.canaries.push(password, email, token);
    return { username, email, password, token, id: user.id, publicToken: user.public_token, network };
  }

  /** @param {Record<string, unknown>} form @param {string} from */
  register(form, from) {
    return this.door.call('POST', '/api/auth/register', { from, body: form });
  }

  /**
   * @param {string} emailOrUser
   * @param {string} password
   * @param {string} [from] a new network by default
   * @param {Record<string, string>} [headers]
   */
  signIn(emailOrUser, password, from = this.network(), headers = {}) {
    return this.door.call('POST', '/api/auth/login', { from, body: { emailOrUser, password }, headers });
  }

  /** Registers a member with a verified address. */
  async verified() {
    const member = await this.member();
    const token = await this.tokenOfMail(member.email, 'Confirm your e-mail address');
    const response = await this.door.call('POST', '/api/auth/email/verify', {
      ...{ from: this.network(), body: { token } },
    });
    if (response.status !== 200)
      throw new Error(`no address can be verified: ${response.status} ${response.text}`);
    return member;
  }

  /**
   * Returns the mails that the mail server has accepted, newest first.
   * @param {string} address to whom
   * @returns {Promise<{ subject: string, text: string }[]>}
   */
  async mailsTo(address) {
    const url = `${mailsUrl(this.stack)}/mails?to=${encodeURIComponent(address)}`;
    return (await callHttp(url)).body.mails;
  }

  /**
   * Waits for a mail and returns the token in its link.
   * @param {string} address
   * @param {string} subject how the mail's begins
   * @returns {Promise<string>}
   */
  async tokenOfMail(address, subject) {
    const deadline = Date.now() + MAILED_WITHIN_MS;
    for (;;) {
      const mails = (await this.mailsTo(address)).filter((mail) => mail.subject.startsWith(subject));
      const token = /\/account\/[\w-]+#(\S+)/.exec(mails[0]?.text ?? '')?.[1];
      if (token !== undefined) return this.canary(token);
      if (Date.now() > deadline) throw new Error(`no mail "${subject}" came`);
      await sleep(100);
    }
  }

  /**
   * Makes a member's call, from the member's network.
   * @param {Member} member
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {Record<string, string>} [headers]
   */
  as({ token, network }, method, path, body, headers = {}) {
    return this.door.call(method, path, { from: network, token, body, headers });
  }

  /** Returns a member's balance in nano-LIKE. @param {Member} member */
  async balance(member) {
    const { body } = await this.as(member, 'GET', '/api/auth/me');
    return BigInt(body.tokensNano);
  }

  /**
   * Publishes a post of the member.
   * @param {Member} author
   * @param {string} [title]
   * @returns {Promise<number>} its number
   */
  async publish(author, title = `Notes of ${author.username}`) {
    const body = `A few plain words by ${author.username} about ${randomUUID()}.`;
    const written = await this.as(author, 'POST', '/api/posts', { title, body });
    if (written.status !== 201) throw new Error(`nobody can write: ${written.status} ${written.text}`);
    const deadline = Date.now() + PUBLISHED_WITHIN_MS;
    for (;;) {
      const seen = await this.door.call('GET', `/api/posts/${written.body.id}`, { from: author.network });
      if (seen.status === 200) return written.body.id;
      if (Date.now() > deadline) throw new Error(`post ${written.body.id} is not published: ${seen.status}`);
      await sleep(100);
    }
  }

  /** @param {Member} payer @param {number} postId @param {unknown} amount @param {string} [key] */
  tip(payer, postId, amount, key = randomUUID()) {
    return this.as(payer, 'POST', `/api/posts/${postId}/like`, { amount }, { 'idempotency-key': key });
  }
}
