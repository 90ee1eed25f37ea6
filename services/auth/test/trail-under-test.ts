import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { beginWalletSignIn, finishWalletSignIn, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import type { TestWallet } from '@likewell/testing/test-wallet';
import { hashToken } from '../src/sessions/session-token.js';
import { HOST, startGoogle, type GoogleUnderTest, type Person } from './google-under-test.js';
import { openTools, type ToolsUnderTest } from './tools-under-test.js';

/** The password of everybody here. */
export const PASSWORD = 'correct horse battery';
const GENEROUS = { points: 1000, windowMs: 60_000 };

/** A line of the trail, without what is empty. */
export type TrailLine = Record<string, unknown>;

/** Auth, with all ways to sign in, and the trail that it leaves. */
export class TrailUnderTest {
  private names = 0;

  private constructor(
    private readonly world: GoogleUnderTest,
    readonly tools: ToolsUnderTest,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<TrailUnderTest> {
    const world = await startGoogle({ HASH_MAX_WAIT_MS: '20000', ...variables });
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

  /** Registers with a password; `tokenHash` is of the session that began with it. */
  async join(origin?: RequestOrigin, username = this.newName(), email = `${username}@example.org`) {
    const form = { username, email, password: PASSWORD, referralCode: null };
    const { token, member } = await this.bus.call(registerMember, { ...form, origin: registering(origin) });
    return { ...member, tokenHash: hashToken(token) };
  }

  logIn(emailOrUser: string, origin?: RequestOrigin, password = PASSWORD) {
    const from = origin && { ...origin, guesses: GENEROUS, strangers: GENEROUS };
    return this.bus.call(logIn, { emailOrUser, password, origin: from });
  }

  async signInWithWallet(wallet: TestWallet, origin?: RequestOrigin) {
    const { message } = await this.bus.call(beginWalletSignIn, { host: HOST });
    return this.present(wallet.sign(message), origin);
  }

  /** The signature of something else. */
  signInWithoutProof(wallet: TestWallet, origin?: RequestOrigin) {
    return this.present({ ...wallet.sign('anything'), message: 'Login to Likewell' }, origin);
  }

  /** What a wallet sends. */
  present(statement: ReturnType<TestWallet['sign']>, origin?: RequestOrigin) {
    const from = { referralCode: null, origin: registering(origin) };
    return this.bus.call(finishWalletSignIn, { ...statement, ...from });
  }

  async signInWithGoogle(person: Person | null, origin?: RequestOrigin) {
    return this.world.finish({ ...(await this.world.visit(person)), origin: registering(origin) });
  }

  /** What somebody comes back from Google with. */
  visit(person: Person, purpose?: 'proof') {
    return this.world.visit(person, null, purpose);
  }

  /** Ends a sign-in with that. */
  finish(returned: Awaited<ReturnType<TrailUnderTest['visit']>>) {
    return this.world.finish(returned);
  }

  /** A sign-in whose response another browser brings. */
  async signInElsewhere(person: Person, origin?: RequestOrigin) {
    const returned = await this.world.visit(person);
    return this.world.finish({ ...returned, browserHash: '0'.repeat(64), origin: registering(origin) });
  }

  /** A member's lines, oldest first; of nobody for null. */
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
