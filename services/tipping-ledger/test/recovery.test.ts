import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { eventually } from '@likewell/testing/eventually';
import type { NodeProcess } from '@likewell/testing/node-process';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import { startPostgres } from '@likewell/testing/start-postgres';
import { TestBus } from '@likewell/testing/test-bus';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ledgerSchema } from '../src/schema.js';
import { LedgerUnderTest, LIKE, prepareLedger, waitingTips } from './ledger-under-test.js';

const MEMBERS = 8;
const CLIENTS = 16;
const TOGETHER = 20;
const LOAD_MS = 1000;

let postgres: OwnServer;
let nats: OwnServer;
let schema: TestSchema;
let proxy: PostgresProxy;
let ledgerProcess: NodeProcess;
let bus: TestBus;
let ledger: LedgerUnderTest;
let members: number[];
let posts: number[];

/** The built service in its own process, and a Postgres that only this file may kill. */
beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  schema = await createTestSchema('tipping-ledger', ledgerSchema, postgres.url);
  proxy = await PostgresProxy.to(schema.url);
  ledgerProcess = await prepareLedger(proxy.url, nats.url);
  await ledgerProcess.start();
  bus = await TestBus.connect(nats.url);
  ledger = new LedgerUnderTest(bus, schema);
  members = await Promise.all(Array.from({ length: MEMBERS }, () => ledger.openMember()));
  posts = await Promise.all(members.map((member) => ledger.publishPost(member)));
});
afterAll(async () => {
  await bus.close();
  await ledgerProcess.stop();
  proxy.stop();
  await schema.owner.end();
  await Promise.all([nats.remove(), postgres.remove()]);
});

interface Attempt {
  readonly key: string;
  send(): Promise<{ tipId: number }>;
}

/** Returns a tip of one member to another, which can be sent again any number of times. */
function newAttempt(index: number): Attempt {
  const key = randomUUID();
  const [payer = 0, postId = 0] = [members[index % MEMBERS], posts[(index + 1 + (index % 3)) % MEMBERS]];
  return { key, send: () => ledger.tip(payer, postId, LIKE / 1000n, key) };
}

/** Sends a tip with one key until it is answered; each error must be one that asks for a retry. */
async function insist(attempt: Attempt): Promise<{ tipId: number; retries: number }> {
  for (let retries = 0; ; retries += 1) {
    try {
      return { ...(await attempt.send()), retries };
    } catch (error) {
      const mayRetry = [commonErrors.UNAVAILABLE, commonErrors.DEADLINE_EXCEEDED];
      if (!(error instanceof AppError) || !mayRetry.some((one) => error.is(one))) throw error;
      await setTimeout(20);
    }
  }
}

it('Postgres killed in the middle of load loses no answered tip, and each retried one is there once', async () => {
  for (let round = 0; round < 2; round += 1) {
    const answered = new Map<string, number>();
    let retried = 0;
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let index = client; !isOver; index += 1) {
        const attempt = newAttempt(index);
        const { tipId, retries } = await insist(attempt);
        answered.set(attempt.key, tipId);
        if (retries > 0) retried += 1;
      }
    });
    await setTimeout(LOAD_MS);
    await eventually(() => expect(answered.size).toBeGreaterThan(CLIENTS));
    const beforeKill = answered.size;
    await postgres.kill('SIGKILL');
    await setTimeout(LOAD_MS / 4);
    await postgres.restart();
    await eventually(() => expect(answered.size).toBeGreaterThan(beforeKill + CLIENTS), 20_000);
    await setTimeout(LOAD_MS / 2);
    isOver = true;
    await Promise.all(clients);

    expect(retried).toBeGreaterThan(0);
    expect(await ledger.storedTips([...answered.keys()])).toEqual(answered);
    await ledger.expectBalancedBooks();
  }
  const { rows } = await schema.owner.query<{ tips: number }>('SELECT count(*)::int AS tips FROM tip');
  const { rows: keys } = await schema.owner.query<{ tips: number }>(
    'SELECT count(DISTINCT idem_key)::int AS tips FROM tip',
  );
  expect(rows).toEqual(keys);
});

/** Sends tips whose callers wait for six seconds, and returns the response of each. */
function sendAll(attempts: readonly Attempt[]) {
  const deadline = steadyNow() + 6000;
  return Promise.allSettled(
    attempts.map((attempt) => runInContext(newContext({ deadline }), () => attempt.send())),
  );
}

async function restartAndRepeat(
  attempts: readonly Attempt[],
  results: readonly PromiseSettledResult<{ tipId: number }>[],
  stored: ReadonlyMap<string, number>,
): Promise<void> {
  await ledgerProcess.start();
  const again = await Promise.all(attempts.map(insist));
  const storedAfterwards = await ledger.storedTips(attempts.map(({ key }) => key));
  expect(storedAfterwards.size).toBe(attempts.length);
  attempts.forEach(({ key }, index) => {
    const tipId = storedAfterwards.get(key);
    expect(again[index]?.tipId).toBe(tipId);
    expect(stored.get(key) ?? tipId).toBe(tipId);
    const result = results[index];
    if (result?.status === 'fulfilled') expect(result.value.tipId).toBe(tipId);
  });
  await ledger.expectBalancedBooks();
}

/** Takes the first lock that every writer takes; returns a function that releases it. */
async function lockLedger(): Promise<() => Promise<void>> {
  const blocker = await schema.owner.connect();
  await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
  return async () => {
    await blocker.query('COMMIT');
    blocker.release();
  };
}

const DEATHS: [StopPoint, number][] = [
  ['before-statement', 1],
  ['before-commit', 1],
  ['after-commit', TOGETHER],
];

it.each(DEATHS)(
  'the ledger killed %s of a batch has stored nothing by halves, and answers the retries as the first time',
  async (point, expectedStored) => {
    const attempts = Array.from({ length: TOGETHER }, (_, index) => newAttempt(index));
    const letGo = await lockLedger();
    // The first tip is settled alone; the others queue behind it and form one batch.
    const first = sendAll(attempts.slice(0, 1));
    await ledger.waitingForLock();
    const stopped = proxy.stopNext('settle_tips', point);
    const others = sendAll(attempts.slice(1));
    await waitingTips(ledgerProcess, TOGETHER - 1);
    await letGo();
    await stopped.reached;
    await ledgerProcess.stop('SIGKILL');

    const results = [...(await first), ...(await others)];
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stored = await ledger.storedTips(attempts.map(({ key }) => key));
    expect(stored.size).toBe(expectedStored);
    await restartAndRepeat(attempts, results, stored);
  },
);

it('the ledger killed inside of a settlement has settled nothing, or answers the retries as the first time', async () => {
  const attempts = Array.from({ length: TOGETHER }, (_, index) => newAttempt(index));
  const letGo = await lockLedger();
  const sending = sendAll(attempts);
  await ledger.waitingForLock();
  await ledgerProcess.stop('SIGKILL');
  await letGo();

  const results = await sending;
  expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  await restartAndRepeat(attempts, results, await ledger.storedTips(attempts.map(({ key }) => key)));
});

it('the ledger killed before a call has not begun it', async () => {
  const attempts = Array.from({ length: TOGETHER }, (_, index) => newAttempt(index));
  await ledgerProcess.stop('SIGKILL');
  // Requests sent before NATS has noticed the process's death are delivered to nobody.
  const results = await eventually(async () => {
    const told = await sendAll(attempts);
    for (const result of told)
      expect(result).toMatchObject({ reason: { code: commonErrors.UNAVAILABLE.code } });
    return told;
  }, 30_000);
  const stored = await ledger.storedTips(attempts.map(({ key }) => key));
  expect(stored.size).toBe(0);
  await restartAndRepeat(attempts, results, stored);
});
