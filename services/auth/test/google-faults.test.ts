import { finishGoogleProof } from '@likewell/contracts/auth/confirmation-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { beginGoogleSignIn, finishGoogleSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { startService } from '@likewell/testing/start-service';
import { startRedis } from '@likewell/testing/test-servers';
import { authService } from '../src/app.module.js';
import { authSchema } from '../src/schema.js';
import { HOST, newBrowserHash, startGoogle, type GoogleUnderTest } from './google-under-test.js';
import { newHash } from './start-auth.js';

const NIA = { name: 'Nia', email: 'nia@gmail.example' };
const rejected = { code: authErrors.GOOGLE_REFUSED.code };
const unavailable = { code: authErrors.GOOGLE_UNAVAILABLE.code };

let world: GoogleUnderTest;
beforeAll(async () => {
  world = await startGoogle();
});
afterEach(async () => {
  world.google.faults = {};
  await world.auth.schema.owner.query(
    'TRUNCATE member, former_username, identity, known_network, security_event, session, outbox CASCADE',
  );
});
afterAll(() => world.stop());

async function rowsOf(table: 'member' | 'session', { auth } = world): Promise<number | null> {
  return (await auth.schema.owner.query(`SELECT FROM ${table}`)).rowCount;
}

async function expectNobody(where = world): Promise<void> {
  expect([await rowsOf('member', where), await rowsOf('session', where)]).toEqual([0, 0]);
}

describe('an ID token', () => {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;

  it.each([
    ['with another nonce', { nonce: 'x'.repeat(43) }],
    ['without a nonce', { nonce: undefined }],
    ['for another audience', { aud: 'somebody-else' }],
    ['for several audiences, issued to another', { aud: ['likewell', 'other'], azp: 'other' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['that has expired', { iat: hourAgo - 3600, exp: hourAgo }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['of an empty subject', { sub: '' }],
  ])('%s is rejected, and nobody is made', async (_, changes) => {
    world.google.faults = { claims: (claims) => ({ ...claims, ...changes }) };
    await expect(world.finish(await world.visit(NIA))).rejects.toMatchObject(rejected);
    await expectNobody();
  });

  it('signed by a key that Google did not publish is rejected, and nobody is made', async () => {
    world.google.faults = { forged: true };
    await expect(world.finish(await world.visit(NIA))).rejects.toMatchObject(rejected);
    await expectNobody();
    world.google.faults = {};
    await expect(world.finish(await world.visit(NIA))).resolves.toMatchObject({
      member: { username: 'nia' },
    });
  });
});

describe('a code', () => {
  it('that was used, made up, or handed out for another sign-in is rejected', async () => {
    const first = await world.visit(NIA);
    await world.finish(first);
    const other = await world.visit(NIA);
    for (const code of [first.answer.code, 'made-up', other.answer.code]) {
      const returned = await world.visit(NIA);
      // PKCE rejects the last of these: the code is valid, but belongs to another verifier.
      const swapped = { ...returned, answer: { ...returned.answer, code } };
      await expect(world.finish(swapped)).rejects.toMatchObject(rejected);
    }
    expect(await rowsOf('member')).toBe(1);
  });

  it('that does not come at all is rejected', async () => {
    const { answer, ...rest } = await world.visit(NIA);
    await expect(world.finish({ ...rest, answer: { state: answer.state } })).rejects.toMatchObject({
      ...rejected,
    });
    await expectNobody();
  });
});

describe('Google’s own rejections', () => {
  it('are told apart: the person said no, Google is in trouble, Google says no', async () => {
    await expect(world.finish(await world.visit(null))).rejects.toMatchObject({
      code: authErrors.GOOGLE_CANCELLED.code,
    });
    for (const [error, expected] of [
      ['temporarily_unavailable', unavailable],
      ['invalid_scope', rejected],
    ] as const) {
      const { answer, ...rest } = await world.visit(NIA);
      const returned = { ...rest, answer: { state: answer.state, error } };
      await expect(world.finish(returned)).rejects.toMatchObject(expected);
    }
    await expectNobody();
  });
});

describe('a proof', () => {
  it.each([
    ['of a log-in four minutes ago counts, with auth two minutes ahead of Postgres', 240, 120, true],
    ['of a log-in six minutes ago does not, with auth two minutes behind', 360, -120, false],
    ['counts where Google does not tell when the log-in was', null, 0, true],
  ])('%s', async (_, ago, seconds, counts) => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const { answer, browserHash } = await world.visit(NIA, null, 'proof');
    const login = ago !== null && { auth_time: Math.floor(now / 1000) - ago };
    world.google.faults = { claims: (claims) => ({ ...claims, ...login }) };
    const proof = { answer, browserHash, proofHash: newHash() };
    const proved = world.auth.bus.call(finishGoogleProof, proof);
    await (counts ? proved : expect(proved).rejects.toMatchObject(rejected));
    const { rowCount } = await world.auth.schema.owner.query(
      `SELECT FROM google_proof WHERE token_hash = decode($1, 'hex')`,
      [proof.proofHash],
    );
    expect(rowCount).toBe(counts ? 1 : 0);
  });
});

it.each(['garbage', 'error', 'redirect', 'endless', 'hang'] as const)(
  'Google answering %s at any of its endpoints ends in a sentence, in time, and mends by itself',
  async (fault) => {
    // Keys and discovery are cached, so this instance starts without either.
    const fresh = await startGoogle(fault === 'hang' ? { GOOGLE_TIMEOUT_MS: '3000' } : {});
    // "In time" means within the contracts' own deadlines.
    const { client } = fresh.auth.bus;
    const expectUnavailable = async (call: Promise<unknown>) => {
      await expect(call).rejects.toMatchObject(unavailable);
      await expectNobody(fresh);
      fresh.google.faults = {};
    };
    fresh.google.faults = { endpoint: { discovery: fault } };
    const session = { origin: { network: '192.0.2.1', registrations: [] }, sessionHash: newHash() };
    const visitor = { host: HOST, browserHash: newBrowserHash(), referralCode: null };
    await expectUnavailable(client.call(beginGoogleSignIn, visitor));
    for (const endpoint of ['token', 'keys'] as const) {
      const { answer, browserHash } = await fresh.visit(NIA);
      fresh.google.faults = { endpoint: { [endpoint]: fault } };
      await expectUnavailable(client.call(finishGoogleSignIn, { answer, browserHash, ...session }));
    }
    const { member } = await fresh.finish(await fresh.visit(NIA));
    expect(member.username).toBe('nia');
    await fresh.stop();
  },
);

it('Google being away ends in a sentence, before and after the person came back', async () => {
  const fresh = await startGoogle();
  const returned = await fresh.visit(NIA);
  const port = Number(new URL(fresh.google.issuer).port);
  await fresh.google.close();
  await expect(fresh.finish(returned)).rejects.toMatchObject(unavailable);
  await fresh.auth.addReplica();
  await fresh.auth.replica.stop();
  await expect(fresh.visit(NIA)).rejects.toMatchObject(unavailable);
  await fresh.google.listen(port);
  await expect(fresh.finish(await fresh.visit(NIA))).resolves.toMatchObject({ member: { username: 'nia' } });
  await fresh.stop();
});

it('without a client every sign-in says that it is not set up', async () => {
  const redis = await startRedis();
  const auth = await startService(authService, authSchema, {
    REDIS_URL: redis.url,
    SITE_ORIGINS: `https://${HOST}`,
  });
  const begun = auth.bus.call(beginGoogleSignIn, {
    host: HOST,
    browserHash: newBrowserHash(),
    referralCode: null,
  });
  await expect(begun).rejects.toMatchObject({ code: authErrors.GOOGLE_NOT_SET_UP.code });
  await auth.stop();
  await redis.remove();
});
