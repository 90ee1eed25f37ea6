import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import {
  confirmEmailChange,
  requestEmailChange,
  requestPasswordReset,
  verifyEmail,
} from '@likewell/contracts/auth/address-rpc';
import { eventually } from '@likewell/testing/eventually';
import { beginWalletSignIn, finishWalletSignIn, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import { TestWallet } from '@likewell/testing/test-wallet';
import { hashToken } from '../src/sessions/session-token.js';
import { HOST, startGoogle, type GoogleUnderTest, type Person } from './google-under-test.js';
import { PASSWORD } from './trail-under-test.js';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Few enough to be used up. */
const GUESSES = { guesses: { points: 3, windowMs: MINUTE }, strangers: { points: 8, windowMs: HOUR } };

interface QueuedMail {
  readonly template: string;
  readonly data: { readonly link?: string; readonly undoLink?: string };
}

/** A link of a mail. */
export interface OpenedLink {
  readonly url: URL;
}

/** Auth with all ways to sign in, and the mails that it sends. */
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

  /** A statement of the tables' owner. */
  owner(sql: string) {
    return this.schema.owner.query<Record<string, unknown>>(sql);
  }

  newName(): string {
    this.names += 1;
    return `member_${this.names}`;
  }

  /** A new member with a password and an unverified address, and the session that began with it. */
  async join(email?: string, password = PASSWORD, network?: string) {
    const username = this.newName();
    const form = { username, email: email ?? `${username}@example.org`, password, referralCode: null };
    const origin = network === undefined ? undefined : { network, registrations: [] };
    const { token, member } = await this.bus.call(registerMember, { ...form, origin });
    return { ...member, email: String(member.email), tokenHash: hashToken(token) };
  }

  async joinVerified() {
    const member = await this.join();
    await this.open(verifyEmail, await this.linkTo(member.email, 'verify-email'));
    return member;
  }

  async joinWithWallet(wallet = new TestWallet()) {
    const { message } = await this.bus.call(beginWalletSignIn, { host: HOST });
    const { token, member } = await this.bus.call(finishWalletSignIn, {
      ...wallet.sign(message),
      referralCode: null,
    });
    return { ...member, tokenHash: hashToken(token) };
  }

  /** Gives a member a further way to sign in, and answers its number. */
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
    return this.bus.call(logIn, { emailOrUser, password, origin });
  }

  /** What is queued for an address, oldest first: nothing leaves, since there is no server for mails here. */
  async mailsTo(address: string): Promise<string[]> {
    return (await this.queuedFor(address)).map(({ template }) => template);
  }

  /** A link to a page that an address is sent, the newest unless another is wanted by its place. */
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

  /** Waits until all requests for a new password were carried out. */
  resetsAreDone(): Promise<void> {
    return eventually(async () => expect(await this.countOf('password_reset_request')).toBe(0));
  }

  /** Asks for a new password as this name, and answers the link that the address is sent. */
  async askForReset(emailOrUser: string, email = emailOrUser): Promise<OpenedLink> {
    await this.bus.call(requestPasswordReset, { emailOrUser });
    await this.resetsAreDone();
    return this.linkTo(email, 'reset-password');
  }

  /** Gives a member who has none an address, and answers it. */
  async addAddress(memberId: number): Promise<string> {
    const email = `${this.newName()}@added.example`;
    await this.bus.call(requestEmailChange, { memberId, email });
    await this.open(confirmEmailChange, await this.linkTo(email, 'confirm-email'));
    return email;
  }

  /** Opens a link, as the gateway tells auth of it. */
  open<R extends Rpc>(rpc: R, { url }: OpenedLink, more: object = {}) {
    const input = { tokenHash: hashToken(url.hash.slice(1)), ...more } as RpcInput<R>;
    return this.bus.call(rpc, input);
  }

  async countOf(table: 'session' | 'password_reset_request'): Promise<number> {
    const { rows } = await this.owner(`SELECT count(*)::int FROM ${table}`);
    return Number(rows[0]?.count);
  }

  /** What happened to a member, oldest first. */
  async kindsOf(memberId: number): Promise<string[]> {
    const { rows } = await this.owner(
      `SELECT kind FROM security_event WHERE member_id = ${memberId} ORDER BY id`,
    );
    return rows.map(({ kind }) => String(kind));
  }
}
