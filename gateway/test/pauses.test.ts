import { eventually } from '@likewell/testing/eventually';
import { HttpClient, type HttpResponse } from '@likewell/testing/http-client';
import { runScript } from '@likewell/testing/node-process';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { TestWallet } from '@likewell/testing/test-wallet';
import { join } from 'node:path';

const HOST = 'likewell.test';
const PASSWORD = 'correct horse battery';

let stack: BootedStack;
let visitor: HttpClient;
beforeAll(async () => {
  stack = await bootStack({ TRUSTED_PROXIES: '127.0.0.1' }, { SITE_ORIGINS: `https://${HOST}` });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

function expectPaused({ status, body, headers }: HttpResponse, sentence: RegExp): void {
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'PAUSED', '60']);
  expect(body.error).toMatch(sentence);
}

it('while sign-ups are paused nobody becomes a member, and members sign in', async () => {
  const register = (username: string) =>
    visitor.call('POST', '/api/auth/register', {
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
    });
  const withWallet = async (wallet: TestWallet) => {
    const { body } = await visitor.call('GET', '/api/auth/wallet-nonce', undefined, {
      'x-forwarded-host': HOST,
    });
    return visitor.call('POST', '/api/auth/login-wallet', wallet.sign(body.message));
  };
  const known = new TestWallet();
  expect([(await register('early_bird')).status, (await withWallet(known)).status]).toEqual([200, 200]);

  expect(await stack.operate('pause-sign-ups')).toContain('Sign-ups are paused.');
  for (const rejected of [await register('too_late'), await withWallet(new TestWallet())]) {
    expectPaused(rejected, /Signing up is paused/);
  }
  const login = await visitor.call('POST', '/api/auth/login', {
    emailOrUser: 'early_bird',
    password: PASSWORD,
  });
  expect([login.status, (await withWallet(known)).status]).toEqual([200, 200]);

  expect(await stack.operate('resume-sign-ups')).toContain('Sign-ups work again.');
  expect([(await register('too_late')).status, (await withWallet(new TestWallet())).status]).toEqual([
    200, 200,
  ]);
});

it('while tips are paused no LIKE moves, and a key that met the pause moves it once afterwards', async () => {
  const [{ client: author }, { client: payer }] = [await visitor.join('author'), await visitor.join('payer')];
  const postId = await author.publish('A post');
  const headers = { 'idempotency-key': '0190b5a0-0000-7000-8000-000000000001' };
  const like = (amount = 10) => payer.call('POST', `/api/posts/${postId}/like`, { amount }, headers);
  const tokens = async () => (await payer.call('GET', '/api/auth/me')).body.tokens;
  const operate = (task: string) =>
    runScript(
      join(import.meta.dirname, '../../services/tipping-ledger'),
      `cli/${task}`,
      { DATABASE_URL: stack.schemas['tipping-ledger'].url, NATS_URL: stack.nats.url },
      [],
    );

  expect(await operate('pause-tips')).toContain('Tips are paused.');
  // The amount exceeds the balance: the tip fails either way, and the status tells why.
  await eventually(async () => expect((await like(1000)).status).toBe(503));
  expectPaused(await like(), /Tips are paused/);
  expect(await tokens()).toBe(100);

  expect(await operate('resume-tips')).toContain('Tips work again.');
  await eventually(async () => expect((await like()).status).toBe(200));
  expect((await like()).status).toBe(200);
  expect(await tokens()).toBe(90);
});
