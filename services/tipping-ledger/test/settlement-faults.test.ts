import { commonErrors } from '@likewell/contracts/core/common-errors';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { createTip, getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { wireText } from '@likewell/service-kit/rpc/wire-text';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { eventually } from '@likewell/testing/eventually';
import type { NodeProcess } from '@likewell/testing/node-process';
import { TestBus } from '@likewell/testing/test-bus';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { randomUUID } from 'node:crypto';
import { ledgerSchema } from '../src/schema.js';
import { LedgerUnderTest, LIKE, prepareLedger, waitingTips } from './ledger-under-test.js';

const IN_FLIGHT = 64;
const PATIENT_MS = 20_000;
/** Time enough for a call to reach the ledger of a busy machine. */
const IMPATIENT_MS = 4000;

let schema: TestSchema;
let nats: OwnServer;
let bus: TestBus;
let process: NodeProcess;
let ledger: LedgerUnderTest;

/** The built process, so that it can be killed. */
beforeAll(async () => {
  [schema, nats] = await Promise.all([createTestSchema('tipping-ledger', ledgerSchema), startNats()]);
  process = await prepareLedger(schema.url, nats.url);
  await process.start();
  bus = await TestBus.connect(nats.url);
  ledger = new LedgerUnderTest(bus, schema);
});
afterAll(async () => {
  await bus.close();
  await process.stop();
  await Promise.all([nats.remove(), schema.drop()]);
});

interface Attempt {
  readonly key: string;
  readonly send: () => Promise<{ tipId: number }>;
}

async function prepareTips(): Promise<{ payers: number[]; attempts: Attempt[] }> {
  const payers = await Promise.all(Array.from({ length: 8 }, () => ledger.openMember()));
  const posts = await Promise.all(payers.map((payer) => ledger.publishPost(payer)));
  const attempts = Array.from({ length: IN_FLIGHT }, (_, index) => {
    const key = randomUUID();
    const [payer = 0, postId = 0] = [payers[index % 8], posts[(index + 1) % 8]];
    return { key, send: () => ledger.tip(payer, postId, LIKE, key) };
  });
  return { payers, attempts };
}

/** Expects every answered tip to be stored. Then all are sent again, and each must be answered and stored once. */
async function expectNothingLostNorDoubled(
  attempts: readonly Attempt[],
  results: readonly PromiseSettledResult<{ tipId: number }>[],
): Promise<void> {
  const keys = attempts.map(({ key }) => key);
  const stored = await ledger.storedTips(keys);
  results.forEach((result, index) => {
    if (result.status === 'fulfilled')
      expect(stored.get(attempts[index]?.key ?? '')).toBe(result.value.tipId);
  });
  await ledger.expectBalancedBooks();
  const again = await Promise.all(attempts.map((attempt) => eventually(attempt.send)));
  const storedAfterwards = await ledger.storedTips(keys);
  expect(again.map(({ tipId }) => tipId)).toEqual(keys.map((key) => storedAfterwards.get(key)));
  for (const [key, tipId] of stored) expect(storedAfterwards.get(key)).toBe(tipId);
  expect(storedAfterwards.size).toBe(IN_FLIGHT);
  await ledger.expectBalancedBooks();
}

it('a killed database connection loses no answered tip, halves none, and the same key settles the rest', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const { attempts } = await prepareTips();
    const calls = attempts.map(({ send }) => send());
    const settled = Promise.allSettled(calls);
    // In every second round a tip is committed and most of the others are in progress; otherwise none is
    // committed.
    if (round % 2 === 1) await Promise.any(calls);
    await schema.killConnections();
    const results = await settled;
    for (const result of results) {
      outcomes.add(result.status);
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: commonErrors.UNAVAILABLE.code });
      }
    }
    await expectNothingLostNorDoubled(attempts, results);
  }
  expect(outcomes).toContain('fulfilled');
});

it('a ledger killed with tips under way loses no answered tip, and the same key gives the first response', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { attempts, payers } = await prepareTips();
    const calls = attempts.map(({ send }) => send());
    const results = Promise.allSettled(calls);
    if (round === 0) process.signal('SIGKILL');
    // A tip is committed and most of the others are in progress.
    else await Promise.any(calls).then(() => process.signal('SIGKILL'));
    await process.stop('SIGKILL');
    await process.start();
    await expectNothingLostNorDoubled(attempts, await results);
    expect(payers.length).toBe(8);
  }
});

it('a tip whose response nobody heard is answered as the first time', async () => {
  const [payerId, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  const idempotencyKey = randomUUID();
  const unheard = { payerId, postId, amountNano: LIKE, idempotencyKey };
  const { connection, inboxPrefix } = bus.nats;
  connection.publish(createTip.subject, wireText(unheard), { reply: `${inboxPrefix}.nobody` });
  const first = await eventually(async () => {
    const tipId = (await ledger.storedTips([idempotencyKey])).get(idempotencyKey);
    expect(tipId).toBeDefined();
    return tipId;
  });
  await expect(ledger.tip(payerId, postId, LIKE, idempotencyKey)).resolves.toMatchObject({ tipId: first });
  expect(await ledger.balance(payerId)).toBe(99n * LIKE);
});

it('a tip that waited beyond its deadline is not settled any more', async () => {
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  const blocker = await schema.owner.connect();
  await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
  const underWay = ledger.tip(payer, postId, LIKE);
  await ledger.waitingForLock();
  const waiting = Array.from({ length: 5 }, () =>
    runInContext(newContext({ deadline: steadyNow() + 200 }), () => ledger.tip(payer, postId, LIKE)),
  );
  for (const result of await Promise.allSettled(waiting)) {
    expect(result).toMatchObject({ reason: { code: commonErrors.DEADLINE_EXCEEDED.code } });
  }
  await blocker.query('COMMIT');
  blocker.release();
  await underWay;
  await ledger.tip(payer, postId, LIKE);
  expect(await ledger.balance(payer)).toBe(98n * LIKE);
});

it('a tip that Postgres cannot take hurts no other of its batch, and late ones are not tried one by one', async () => {
  await schema.owner.query(`
    CREATE FUNCTION wait_and_reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM fresh WHERE amount = 666) THEN
        PERFORM pg_advisory_xact_lock('tip'::regclass::bigint);
        RAISE EXCEPTION 'not this one';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER reject AFTER INSERT ON tip REFERENCING NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION wait_and_reject()`);
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  const within = (ms: number, amount: bigint) =>
    runInContext(newContext({ deadline: steadyNow() + ms }), () => ledger.tip(payer, postId, amount));
  // The first tip is settled alone; the others queue behind it and form one batch.
  const blocker = await schema.owner.connect();
  await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
  const first = within(PATIENT_MS, LIKE);
  await ledger.waitingForLock();
  const patient = Promise.all(Array.from({ length: 5 }, () => within(PATIENT_MS, LIKE)));
  const rejected = expect(within(PATIENT_MS, 666n)).rejects.toMatchObject({
    code: commonErrors.INTERNAL.code,
  });
  const impatient = Promise.allSettled(Array.from({ length: 10 }, () => within(IMPATIENT_MS, LIKE)));
  await waitingTips(process, 16);
  // The batch waits for this lock, and the time of the impatient ones is over before it is rejected.
  await blocker.query(`SELECT pg_advisory_lock('tip'::regclass::bigint); COMMIT`);
  await first;
  for (const result of await impatient) {
    expect(result).toMatchObject({ reason: { code: commonErrors.DEADLINE_EXCEEDED.code } });
  }
  await blocker.query('SELECT pg_advisory_unlock_all()');
  blocker.release();

  await rejected;
  await patient;
  await schema.owner.query('DROP TRIGGER reject ON tip');
  await ledger.tip(payer, postId, LIKE);
  expect(await ledger.balance(payer)).toBe(93n * LIKE);
  await ledger.expectBalancedBooks();
});

it('every settled tip is told of with the post’s whole sum', async () => {
  const author = await ledger.openMember();
  const [busy, quiet] = [await ledger.publishPost(author), await ledger.publishPost(author)];
  const payers = await Promise.all(Array.from({ length: 5 }, () => ledger.openMember()));
  await Promise.all(
    payers.flatMap((payer) => [1n, 2n, 3n].map((likes) => ledger.tip(payer, busy, likes * LIKE))),
  );
  await expect(ledger.tip(payers[0] ?? 0, quiet, 1000n * LIKE)).rejects.toThrow();
  expect(await bus.call(getLikesSum, { postId: busy })).toEqual({ likesSumNano: 30n * LIKE });
  const { rows } = await schema.owner.query<{ post_id: number; told: string }>(
    `SELECT (total->>'postId')::int AS post_id, max((total->>'likesSumNano')::numeric)::text AS told
     FROM outbox, jsonb_array_elements(envelope->'data'->'totals') AS total
     WHERE subject = $1 AND (total->>'postId')::int = ANY ($2) GROUP BY 1`,
    [likesCounted.subject, [busy, quiet]],
  );
  expect(rows).toEqual([{ post_id: busy, told: String(30n * LIKE) }]);
});
