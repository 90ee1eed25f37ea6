import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import {
  beginWalletSignIn,
  finishWalletSignIn,
  logIn,
  registerMember,
} from '@likewell/contracts/auth/sign-in-rpc';
import type { TestWallet } from '@likewell/testing/test-wallet';
import type { AuthConstants } from '../src/config.js';
import { HOST, startGoogle, type GoogleUnderTest, type Person } from './google-under-test.js';
import { GENEROUS } from './start-auth.js';
import { openTools, type ToolsUnderTest } from './tools-under-test.js';

/** The password of all members here. */
export const PASSWORD = 'correct horse battery';

/** A recorded security event, without its empty fields. */
export type TrailLine = Record<string, unknown>;

/** Auth with all sign-in methods, and the security events that it records. */
export class TrailUnderTest {
  private names = 0;

  private constructor(
    private readonly world: GoogleUnderTest,
    readonly tools: ToolsUnderTest,
  ) {}

  static async start(constants: Partial<AuthConstants> = {}): Promise<TrailUnderTest> {
    const world = await startGoogle({ HASH_MAX_WAIT_MS: '20000' }, constants);
    return new TrailUnderTest(world, await openTools(world.auth.schema.url, world.redisUrl));
  }

  async stop(): Promise<void> {
    await this.tools.close();
    await this.world.stop();
  }

  get bus() {
    return this.world.auth.bus;
  }

  get schema() {
    return this.world.auth.schema;
  }

  get redisUrl() {
    return this.world.redisUrl;
  }

  newName(): string {
    this.names += 1;
    return `member_${this.names}`;
  }

  /** Registers with a password; `tokenHash` is that of the session that began with it. */
  async join(origin?: RequestOrigin, username = this.newName(), email = `${username}@example.org`) {
    const form = { username, email, password: PASSWORD, referralCode: null };
    const from = { origin: registering(origin) };
    const { tokenHash, member } = await this.bus.begin(registerMember, { ...form, ...from });
    return { ...member, tokenHash };
  }

  logIn(emailOrUser: string, origin?: RequestOrigin, password = PASSWORD) {
    const from = origin && { ...origin, ...GENEROUS };
    return this.bus.begin(logIn, { emailOrUser, password, origin: from });
  }

  async signInWithWallet(wallet: TestWallet, origin?: RequestOrigin) {
    const { message } = await this.bus.call(beginWalletSignIn, { host: HOST });
    return this.present(wallet.sign(message), origin);
  }

  /** Signs in with the signature of another text. */
  signInWithoutProof(wallet: TestWallet, origin?: RequestOrigin) {
    return this.present({ ...wallet.sign('anything'), message: 'Login to Likewell' }, origin);
  }

  /** Sends what a wallet signed. */
  present(statement: ReturnType<TestWallet['sign']>, origin?: RequestOrigin) {
    const from = { referralCode: null, origin: registering(origin) };
    return this.bus.begin(finishWalletSignIn, { ...statement, ...from });
  }

  async signInWithGoogle(person: Person | null, origin?: RequestOrigin) {
    return this.world.finish({ ...(await this.world.visit(person)), origin: registering(origin) });
  }

  /** Returns what a person brings back from Google. */
  visit(person: Person, purpose?: 'proof') {
    return this.world.visit(person, null, purpose);
  }

  /** Finishes a sign-in with that response. */
  finish(returned: Awaited<ReturnType<TrailUnderTest['visit']>>) {
    return this.world.finish(returned);
  }

  /** Signs in with a response that another browser brings. */
  async signInElsewhere(person: Person, origin?: RequestOrigin) {
    const returned = await this.world.visit(person);
    return this.world.finish({ ...returned, browserHash: '0'.repeat(64), origin: registering(origin) });
  }

  /** Returns a member's events, oldest first; for null, the events without a member. */
  async linesOf(memberId: number | null): Promise<TrailLine[]> {
    const { rows } = await this.schema.owner.query<{ line: TrailLine }>(
      `SELECT jsonb_strip_nulls(to_jsonb(e) - 'id' - 'at' - 'member_id') AS line FROM security_event e
       WHERE member_id IS NOT DISTINCT FROM $1 ORDER BY id`,
      [memberId],
    );
    return rows.map(({ line }) => line);
  }
}

const registering = (origin: RequestOrigin | undefined) => origin && { ...origin, registrations: [] };
