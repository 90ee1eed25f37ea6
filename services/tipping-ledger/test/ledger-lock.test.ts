import { commonErrors } from '@likewell/contracts/core/common-errors';
import { creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { asAdmin, testDatabaseUrl } from '@likewell/testing/test-schema';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const DEPOSITS = 20;
const LATE_MS = 100;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let blocker: pg.PoolClient;
let healthPort: number;

beforeEach(async () => {
  healthPort = await freePort();
  ({ service, ledger } = await LedgerUnderTest.start({ HEALTH_PORT: String(healthPort) }));
  blocker = await ledger.schema.owner.connect();
});
afterEach(async () => {
  blocker.release(true);
  await service.stop();
});

const credit = (signature: string) =>
  ledger.bus.call(creditDeposit, { signature, memberId: null, amountNano: LIKE });
const creditWithin = (ms: number, signature: string) =>
  runInContext(newContext({ deadline: steadyNow() + ms }), () => credit(signature));

const metrics = async () => (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();

it('each holder of the one lock is shown before its first time', async () => {
  const text = await metrics();
  for (const times of ['wait', 'held']) {
    const counts = text.matchAll(
      new RegExp(`^likewell_ledger_lock_${times}_seconds_count\\{.*holder="([^"]+)"`, 'gm'),
    );
    expect([...counts].map(([, holder]) => holder).sort()).toEqual([
      ...[
        'claim-deposit',
        'close-epoch',
        'credit-deposit',
        'open-account',
        'pay-owed-bonuses',
        'settle-tips',
      ],
    ]);
  }
});

it('who waited for the one lock in vain is shown as one who waited', async () => {
  const waited = async () => {
    const counted = /^likewell_ledger_lock_wait_seconds_count\{.*holder="credit-deposit".*\} (\d+)$/m;
    return Number(counted.exec(await metrics())?.[1]);
  };
  expect(await waited()).toBe(0);
  await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
  const rejected = expect(credit('in vain')).rejects.toMatchObject({ code: commonErrors.UNAVAILABLE.code });
  await ledger.waitingForLock();
  // As Postgres itself does when a statement's time is over.
  await asAdmin(testDatabaseUrl(), (admin) =>
    admin.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'`,
      [new URL(ledger.schema.url).username],
    ),
  );
  await rejected;
  await eventually(async () => expect(await waited()).toBe(1));
});

describe('a burst of deposits that wait for the one lock', () => {
  it('leaves connections for tips and for reads', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
    const credits = Array.from({ length: DEPOSITS }, (_, index) => credit(`burst ${index}`));
    await ledger.waitingForLockWithJob(2);
    const tip = ledger.tip(payer, postId, LIKE);
    await ledger.waitingForLockWithJob(3);
    expect(await ledger.balance(payer)).toBe(100n * LIKE);
    await blocker.query('COMMIT');
    await tip;
    for (const { credited } of await Promise.all(credits)) expect(credited).toBe(true);
    expect(await ledger.systemBalance('unclaimed')).toBe(BigInt(DEPOSITS) * LIKE);
  });

  it('makes none whose deadline has passed before its turn', async () => {
    await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
    const first = [credit('first'), credit('second')];
    await ledger.waitingForLockWithJob(2);
    const late = expect(creditWithin(LATE_MS, 'late')).rejects.toMatchObject({
      code: commonErrors.DEADLINE_EXCEEDED.code,
    });
    // The service counts the time that a call has from its arrival, and calls arrive in order: after this
    // response the late one has at most LATE_MS left.
    await ledger.balance(ledger.newId());
    await sleep(LATE_MS + 1);
    await late;
    const last = credit('last');
    await blocker.query('COMMIT');
    await Promise.all([...first, last]);
    expect(await ledger.systemBalance('unclaimed')).toBe(3n * LIKE);
  });
});

it('a crowd of tips that wait for the one lock leaves places for other calls', async () => {
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
  const rejected: unknown[] = [];
  const tips = Array.from({ length: 2100 }, () =>
    ledger.tip(payer, postId, 1n).catch((error: unknown) => void rejected.push(error)),
  );
  // Calls arrive in order: the time of the next one does not begin before the service has read these.
  await eventually(() => expect(rejected.length).toBeGreaterThan(300));
  for (const reason of rejected) expect(reason).toMatchObject({ code: commonErrors.OVERLOADED.code });
  expect(await ledger.balance(payer)).toBe(100n * LIKE);
  await blocker.query('COMMIT');
  await Promise.all(tips);
  expect(await ledger.balance(author)).toBeGreaterThan(100n * LIKE);
});
