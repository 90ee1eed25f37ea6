import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { getDepositSettings, reportDeposit } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { TestBus } from '@likewell/testing/test-bus';

const PLACES = 4;
const WAITING = 9;

let stack: BootedStack;
let bus: TestBus;
let member: HttpClient;

beforeAll(async () => {
  stack = await bootStack({ MAX_IN_FLIGHT: String(PLACES), MAX_DEPOSITS_WAITING: String(WAITING) });
  bus = await TestBus.connect(stack.nats.url);
  ({ client: member } = await new HttpClient(stack.url).join('depositor'));
});
afterAll(async () => {
  await bus.close();
  await stack.stop();
});

const deposit = (tx: unknown) => member.call('POST', '/api/wallet/deposit', { amount: 1e9, tx });

describe('POST /api/wallet/deposit', () => {
  it('says each outcome by a status of its own and a sentence', async () => {
    const responding = bus.respond(reportDeposit, ({ signature }) => {
      const rejection = Object.values(watcherErrors).find(({ code }) => code === signature);
      if (rejection) throw new AppError(rejection);
      const state = signature === 'waiting' ? ('waiting' as const) : ('credited' as const);
      return { state, balanceNano: 7_000_000_001n };
    });
    await bus.nats.connection.flush();
    const statuses = {
      SIGNATURE_INVALID: 400,
      DEPOSIT_NOT_FOUND: 404,
      DEPOSIT_FAILED: 409,
      NOTHING_RECEIVED: 422,
      DEPOSIT_OF_ANOTHER_MEMBER: 403,
      DEPOSIT_UNCLAIMED: 403,
    };
    for (const [code, status] of Object.entries(statuses)) {
      const response = await deposit(code);
      expect(response).toMatchObject({ status, body: { code, error: expect.stringMatching(/\.$/) } });
    }
    const balance = { tokens: 7, tokensNano: '7000000001' };
    expect(await deposit('a signature')).toMatchObject({
      status: 200,
      body: { ...balance, state: 'credited' },
    });
    // The chain says how much it was.
    expect(await member.call('POST', '/api/wallet/deposit', { tx: 'a signature' })).toMatchObject({
      status: 200,
    });
    expect(await deposit('waiting')).toMatchObject({ status: 202, body: { ...balance, state: 'waiting' } });
    responding.stop();
  });

  it('says while deposits are paused that they are, and when to ask again, as do the settings', async () => {
    const message = 'Deposits are paused for a while.';
    const reject = () => {
      throw new AppError(commonErrors.PAUSED, { message, details: { retryAfterSeconds: 60 } });
    };
    const responding = [bus.respond(reportDeposit, reject), bus.respond(getDepositSettings, reject)];
    await bus.nats.connection.flush();
    for (const response of [await deposit('a signature'), await member.call('GET', '/api/wallet/config')]) {
      expect(response).toMatchObject({ status: 503, body: { code: 'PAUSED', error: message } });
      expect(response.headers.get('retry-after')).toBe('60');
    }
    for (const each of responding) each.stop();
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', ['x']],
    ['10,000 letters', 'x'.repeat(10_000)],
  ])('is 400 for %s', async (_, tx) => {
    expect((await deposit(tx)).status).toBe(400);
  });

  it('is for members', async () => {
    expect((await new HttpClient(stack.url).call('POST', '/api/wallet/deposit', { tx: 'x' })).status).toBe(
      401,
    );
  });

  it('takes no place of other requests while it waits, is rejected beyond its own, and answers 202 when the gateway ends', async () => {
    let asked = 0;
    // The watcher waits for the chain.
    const silent = bus.nats.connection.subscribe(reportDeposit.subject, {
      callback: () => void (asked += 1),
    });
    await bus.nats.connection.flush();
    const waiting = Array.from({ length: WAITING }, (_, index) => deposit(`deposit ${index}`));
    await eventually(() => expect(asked).toBe(WAITING));
    expect((await deposit('one more')).status).toBe(503);
    for (let index = 0; index < 3 * PLACES; index += 1) {
      expect((await member.call('GET', '/api/auth/me')).status).toBe(200);
    }
    const stopped = stack.gateway.stop();
    for (const response of await Promise.all(waiting)) {
      expect(response).toMatchObject({ status: 202, body: { tokens: 100, state: 'waiting' } });
    }
    // The clients would keep their connections open.
    await stopped;
    silent.unsubscribe();
  });
});
