import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import {
  confirmEmailChange,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '@likewell/contracts/auth/address-rpc';
import { eventually } from '@likewell/testing/eventually';
import {
  beginWalletSignIn,
  finishWalletSignIn,
  logIn,
  registerMember,
} from '@likewell/contracts/auth/sign-in-rpc';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import { TestWallet } from '@likewell/testing/test-wallet';
import { hashToken } from '../src/sessions/session-token.js';
import { HOST, startGoogle, type GoogleUnderTest, type Person } from './google-under-test.js';
import type { Given } from './start-auth.js';
import { PASSWORD } from './trail-under-test.js';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Limits that are small enough to be used up in a test. */
const GUESSES = { guesses: { points: 3, windowMs: MINUTE }, strangers: { points: 8, windowMs: HOUR } };

interface QueuedMail {
  readonly template: string;
  readonly data: { readonly link?: string; readonly undoLink?: string };
}

export interface OpenedLink {
  readonly url: URL;
}

/** Auth with all sign-in methods, and the mails that it sends. */
export class AddressUnderTest {
  private names = 0;

  private constructor(private readonly world: GoogleUnderTest) {}

  static async start(): Promise<AddressUnderTest> {
    return new AddressUnderTest(await startGoogle({ HASH_MAX_WAIT_MS: '20000' }));
  }

  stop(): Promise<void> {
    return this.world.stop();
  }

  get bus() {
    return this.world.auth.bus;
  }

  get service() {
    return this.world.auth;
  }

  get redisUrl() {
    return this.world.redisUrl;
  }

  get schema() {
    return this.world.auth.schema;
  }

  /** Runs a statement as the tables' owner. */
  owner(sql: string) {
    return this.schema.owner.query<Record<string, unknown>>(sql);
  }

  newName(): string {
    this.names += 1;
    return `member_${this.names}`;
  }

  /** Registers a member with a password and an unverified address; returns them and the session that began with it. */
  async join(email?: string, password = PASSWORD, network?: string) {
    const username = this.newName();
    const form = { username, email: email ?? `${username}@example.org`, password, referralCode: null };
    const origin = network === undefined ? undefined : { network, registrations: [] };
    const { tokenHash, member } = await this.bus.begin(registerMember, { ...form, origin });
    return { ...member, email: String(member.email), tokenHash };
  }

  async joinVerified() {
    const member = await this.join();
    await this.open(verifyEmail, await this.linkTo(member.email, 'verify-email'));
    return member;
  }

  async joinWithWallet(wallet = new TestWallet()) {
    const { message } = await this.bus.call(beginWalletSignIn, { host: HOST });
    const { tokenHash, member } = await this.bus.begin(finishWalletSignIn, {
      ...wallet.sign(message),
      referralCode: null,
    });
    return { ...member, tokenHash };
  }

  /** Gives a member a further sign-in method, and returns its number. */
  async addGoogle(memberId: number): Promise<number> {
    const { rows } = await this.owner(
      `INSERT INTO identity (provider, subject, member_id) VALUES ('google', '${memberId}', ${memberId}) RETURNING id`,
    );
    return Number(rows[0]?.id);
  }

  async signInWithGoogle(person: Person) {
    return this.world.finish(await this.world.visit(person));
  }

  logIn(emailOrUser: string, password = PASSWORD, network?: string) {
    const origin = network === undefined ? undefined : { network, ...GUESSES };
    return this.bus.begin(logIn, { emailOrUser, password, origin });
  }

  /** Returns the mails queued for an address, oldest first; no mail is sent, because there is no mail server here. */
  async mailsTo(address: string): Promise<string[]> {
    return (await this.queuedFor(address)).map(({ template }) => template);
  }

  /** Returns a link to a page that was sent to an address: the newest, or the one at `place`. */
  async linkTo(address: string, page: string, place = -1): Promise<OpenedLink> {
    const links = (await this.queuedFor(address))
      .flatMap(({ data }) => data.link ?? data.undoLink ?? [])
      .filter((link) => link.includes(`/account/${page}#`));
    const link = links.at(place);
    if (link === undefined) throw new Error(`${address} is sent no link to ${page}`);
    return { url: new URL(link) };
  }

  private async queuedFor(address: string): Promise<QueuedMail[]> {
    const { rows } = await this.schema.owner.query<QueuedMail>(
      'SELECT template, data FROM mail WHERE recipient = $1 ORDER BY id',
      [address],
    );
    return rows;
  }

  /** Waits until all requests for a new password are processed. */
  resetsAreDone(): Promise<void> {
    return eventually(async () => expect(await this.countOf('password_reset_request')).toBe(0));
  }

  /** Requests a new password for this name, and returns the link that is sent to the address. */
  async askForReset(emailOrUser: string, email = emailOrUser): Promise<OpenedLink> {
    await this.bus.call(requestPasswordReset, { emailOrUser });
    await this.resetsAreDone();
    return this.linkTo(email, 'reset-password');
  }

  /** Sets a new password by a link that is asked for. */
  async setPassword(email: string, newPassword: string) {
    return this.open(resetPassword, await this.askForReset(email), { newPassword });
  }

  /** Changes a member's verified address, with both ends confirming. */
  async changeAddress(memberId: number, from: string, to: string): Promise<void> {
    await this.bus.call(requestEmailChange, { memberId, email: to });
    await this.open(confirmEmailChange, await this.linkTo(from, 'confirm-email'));
    const confirmed = await this.open(confirmEmailChange, await this.linkTo(to, 'confirm-email'));
    expect(confirmed).toEqual({ email: to, isDone: true });
  }

  /** Returns an address that nobody has. */
  newEmail(): string {
    return `${this.newName()}@new.example`;
  }

  /** Gives an address to a member who has none, and returns it. */
  async addAddress(memberId: number): Promise<string> {
    const email = `${this.newName()}@added.example`;
    await this.bus.call(requestEmailChange, { memberId, email });
    await this.open(confirmEmailChange, await this.linkTo(email, 'confirm-email'));
    return email;
  }

  /** Opens a link, as the gateway reports it to auth. */
  open<R extends Rpc>(rpc: R, { url }: OpenedLink, more: object = {}) {
    const input: object = { tokenHash: hashToken(url.hash.slice(1)), ...more };
    return this.bus.call(rpc, input as Given<RpcInput<R>>);
  }

  async countOf(table: 'session' | 'password_reset_request'): Promise<number> {
    const { rows } = await this.owner(`SELECT count(*)::int FROM ${table}`);
    return Number(rows[0]?.count);
  }

  /** Returns the kinds of a member's security events, oldest first. */
  async kindsOf(memberId: number): Promise<string[]> {
    const { rows } = await this.owner(
      `SELECT kind FROM security_event WHERE member_id = ${memberId} ORDER BY id`,
    );
    return rows.map(({ kind }) => String(kind));
  }
}
