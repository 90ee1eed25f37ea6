import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { lock, LOCK_PURPOSES, lockKey, tryLock, type LockPurpose } from '../src/database/advisory-locks.js';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { createLogger } from '../src/telemetry/logger.js';

const SCHEMAS = 5000;

let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  schema = await createTestSchema('tally', { migrations: [], functions: [] });
  const options = { url: schema.url, poolSize: 3, applicationName: 'tally' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** True when another transaction gets the `other` lock while `holder` is held. */
function getsBeside(holder: LockPurpose, other: LockPurpose): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lock(tx, holder);
    return database.transaction((second) => tryLock(second, other));
  });
}

it('a lock excludes those of its purpose, and nobody of another one', async () => {
  for (const holder of LOCK_PURPOSES)
    for (const other of LOCK_PURPOSES) expect(await getsBeside(holder, other)).toBe(holder !== other);
});

it('those who share a lock keep only the others away', async () => {
  await database.transaction(async (tx) => {
    await lock(tx, 'wallet-links', 'shared');
    await database.transaction((second) => lock(second, 'wallet-links', 'shared'));
    expect(await database.transaction((second) => tryLock(second, 'wallet-links'))).toBe(false);
  });
});

it('no two purposes of any schema have the same key', async () => {
  const keys = LOCK_PURPOSES.map((purpose) => lockKey(purpose).replace('current_schema()', 'schema'));
  const { rows } = await schema.owner.query(
    `SELECT count(DISTINCT key)::integer AS keys, bool_or(key IS NULL) AS missing
     FROM (SELECT current_schema() AS schema UNION ALL SELECT NULL UNION ALL SELECT 's' || n FROM generate_series(3, $1) AS n) AS one,
     LATERAL unnest(ARRAY[${keys.join(', ')}]) AS key`,
    [SCHEMAS],
  );
  expect(rows).toEqual([{ keys: SCHEMAS * LOCK_PURPOSES.length, missing: false }]);
});
