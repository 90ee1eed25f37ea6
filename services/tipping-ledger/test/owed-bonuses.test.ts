import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { randomUUID } from 'node:crypto';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const OWED = 100_000;
/** A tip is through in this time: seconds of a busy machine, not the minutes of a lock that is held. */
const TIP_WITHIN_MS = 15_000;
/** So many of them are paid while tips go on; the rest would take a busy machine minutes. */
const PAID = 5000;
const FIRST = 1_000_000;
const CLIENTS = 8;
/** Bonuses that are paid under one hold of the lock. */
const TOGETHER = 25;
const GROWING = ['account', 'movement', 'owed_bonus', 'tip', 'post_total'];

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

/** Postgres learns of a few hundred accounts, and of nothing more. */
beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  const { owner } = ledger.schema;
  for (const table of GROWING) await owner.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  await owner.query(`SELECT count(open_account(id, NULL)) FROM generate_series(500000, 500223) AS id`);
  for (const table of GROWING) await owner.query(`VACUUM ANALYZE ${table}`);
});
afterAll(() => service.stop());

it(`of ${OWED} owed bonuses few are paid at a time, whatever the statistics say, and every tip between them is answered`, async () => {
  const { owner } = ledger.schema;
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const postId = await ledger.publishPost(author);
  await owner.query(`
    INSERT INTO account (id, kind) SELECT id, 'member' FROM generate_series(${FIRST}, ${FIRST + OWED - 1}) AS id;
    INSERT INTO owed_bonus SELECT id FROM generate_series(${FIRST}, ${FIRST + OWED - 1}) AS id`);
  const owed = async () =>
    (await owner.query<{ owed: number }>('SELECT count(*)::int AS owed FROM owed_bonus')).rows[0]?.owed ??
    NaN;

  // The work that pays them runs when a replica starts.
  const healthPort = await freePort();
  const replica = await service.addReplica({ HEALTH_PORT: String(healthPort) });
  await eventually(async () => expect(await owed()).toBeLessThan(OWED));
  let isPaid = false;
  let tips = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (; !isPaid; tips += 1) {
      const key = randomUUID();
      await eventually(() => ledger.tip(payer, postId, LIKE / 1_000_000n, key), TIP_WITHIN_MS);
    }
  });
  await Promise.all([
    ...clients,
    eventually(async () => expect(await owed()).toBeLessThanOrEqual(OWED - PAID), 90_000).finally(
      () => (isPaid = true),
    ),
  ]);
  const holdsShown = await holdsByHolder(healthPort);
  await replica.stop();

  expect(tips).toBeGreaterThan(CLIENTS);
  expect(await ledger.balance(FIRST + PAID - 1)).toBe(100n * LIKE);
  // Rows that one transaction wrote have its number, which tells how many were paid under one hold of the lock.
  const { rows } = await owner.query<{ holds: number; most: number; between: number }>(`
    SELECT count(*)::int AS holds, max(paid)::int AS most,
      (SELECT count(*)::int FROM tip WHERE seq BETWEEN (SELECT min(seq) FROM movement WHERE to_id >= ${FIRST})
        AND (SELECT max(seq) FROM movement WHERE to_id >= ${FIRST})) AS between
    FROM (SELECT count(*) AS paid FROM movement WHERE kind = 'bonus' AND to_id >= ${FIRST} GROUP BY xmin) AS hold`);
  expect(rows[0]).toMatchObject({ holds: (OWED - (await owed())) / TOGETHER, most: TOGETHER });
  expect(rows[0]?.between).toBeGreaterThan(CLIENTS);
  // An operator sees who holds the lock: here those who tip, and the work that pays.
  expect(holdsShown['settle-tips']).toBeGreaterThan(0);
  expect(holdsShown['pay-owed-bonuses']).toBeGreaterThanOrEqual(PAID / TOGETHER);
  expect(holdsShown['pay-owed-bonuses']).toBeLessThanOrEqual(rows[0]?.holds ?? 0);
  await ledger.expectBalancedBooks();
});

/** How often a replica has shown that the lock was held, by who held it. */
async function holdsByHolder(healthPort: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  const shown = text.matchAll(
    /^likewell_ledger_lock_held_seconds_count\{(?:[^}]*,)?holder="([^"]+)"[^}]*\} (\d+)$/gm,
  );
  return Object.fromEntries([...shown].map(([, holder, count]) => [holder, Number(count)]));
}
