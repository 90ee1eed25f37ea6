import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { randomUUID } from 'node:crypto';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const OWED = 100_000;
/** A tip is settled within this time: seconds on a busy machine, not the minutes of a lock that stays held. */
const TIP_WITHIN_MS = 15_000;
/** Number of bonuses paid while tips continue; all of them would take a busy machine minutes. */
const PAID = 1500;
/** A busy machine pays some tens a second beside the tips. */
const PAID_WITHIN_MS = 240_000;
const FIRST = 1_000_000;
const CLIENTS = 8;
/** How often a replica begins to pay what is owed. */
const PAY_EVERY_MS = 60_000;
/** Number of bonuses that are paid while the lock is held once. */
const TOGETHER = 25;
const GROWING = ['account', 'movement', 'owed_bonus', 'tip', 'post_total'];

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
/** Health ports of both replicas. */
let healthPorts: number[];
let startedAt: number;

/** Postgres has statistics of a few hundred accounts only. */
beforeAll(async () => {
  startedAt = performance.now();
  healthPorts = [await freePort(), await freePort()];
  ({ service, ledger } = await LedgerUnderTest.start({ HEALTH_PORT: String(healthPorts[0]) }));
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

  // The job that pays them runs when a replica starts; in the other one it runs every minute, and may help.
  const replicas = [service.replica, await service.addReplica({ HEALTH_PORT: String(healthPorts[1]) })];
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
    eventually(async () => expect(await owed()).toBeLessThanOrEqual(OWED - PAID), PAID_WITHIN_MS).finally(
      () => (isPaid = true),
    ),
  ]);
  const holdsShown = await eventually(async () => {
    const shown = await holdsByHolder();
    // The metrics show who holds the lock: here the tips, and the job that pays bonuses.
    expect(shown['settle-tips']).toBeGreaterThan(0);
    expect(shown['pay-owed-bonuses']).toBeGreaterThanOrEqual(PAID / TOGETHER);
    return shown;
  });
  expect(tips).toBeGreaterThan(CLIENTS);
  expect(await ledger.balance(FIRST + PAID - 1)).toBe(100n * LIKE);
  await Promise.all(replicas.map((replica) => replica.stop()));

  // Rows of one transaction have its number, which shows how many bonuses were paid while the lock was held
  // once.
  const { rows } = await owner.query<{ holds: number; most: number; between: number }>(`
    SELECT count(*)::int AS holds, max(paid)::int AS most,
      (SELECT count(*)::int FROM tip WHERE seq BETWEEN (SELECT min(seq) FROM movement WHERE to_id >= ${FIRST})
        AND (SELECT max(seq) FROM movement WHERE to_id >= ${FIRST})) AS between
    FROM (SELECT count(*) AS paid FROM movement WHERE kind = 'bonus' AND to_id >= ${FIRST} GROUP BY xmin) AS hold`);
  expect(rows[0]).toMatchObject({ holds: (OWED - (await owed())) / TOGETHER, most: TOGETHER });
  expect(rows[0]?.between).toBeGreaterThan(CLIENTS);
  // A round ends with a hold that pays nobody when nothing is owed, or the other replica was faster.
  const rounds = replicas.length * Math.ceil((performance.now() - startedAt) / PAY_EVERY_MS);
  expect(holdsShown['pay-owed-bonuses']).toBeLessThanOrEqual((rows[0]?.holds ?? 0) + rounds);
  await ledger.expectBalancedBooks();
}, 300_000);

/** Returns how often the replicas have shown that the lock was held, by holder. */
async function holdsByHolder(): Promise<Record<string, number>> {
  const holds: Record<string, number> = {};
  for (const port of healthPorts) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const shown = text.matchAll(
      /^likewell_ledger_lock_held_seconds_count\{(?:[^}]*,)?holder="([^"]+)"[^}]*\} (\d+)$/gm,
    );
    for (const [, holder = '', count] of shown) holds[holder] = (holds[holder] ?? 0) + Number(count);
  }
  return holds;
}
