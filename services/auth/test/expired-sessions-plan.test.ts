import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { authSchema } from '../src/schema.js';
import { deleteExpiredSessions } from '../src/sessions/sessions.queries.js';

const SESSIONS = 100_000;

let schema: TestSchema;

/** Inserts sessions of 80 days, used within 29 days, and 10 of each kind that ends. */
beforeAll(async () => {
  schema = await createIsolatedSchema('auth', authSchema);
  await schema.owner.query(`
    INSERT INTO member (username, public_token) VALUES ('somebody', 't');
    INSERT INTO session (token_hash, member_id, created_at, last_used_at)
      SELECT sha256(int4send(n)), 1000, now() - make_interval(secs => begun), now() - make_interval(secs => least(begun, n % 29 * 86400))
      FROM generate_series(1, ${SESSIONS}) AS n, LATERAL (SELECT n * 80.0 * 86400 / ${SESSIONS} AS begun) AS of_it;
    INSERT INTO session (token_hash, member_id, created_at, last_used_at)
      SELECT sha256(int4send(-n)), 1000, now() - interval '91 days', now() - make_interval(days => n % 2 * 31)
      FROM generate_series(1, 20) AS n;
  `);
  await settleTables(schema, ['session']);
}, 240_000);
afterAll(() => schema.drop());

it('sessions that have ended are found by their last use and by their begin, past none of the others', async () => {
  const { Plan: plan } = await explain(schema, deleteExpiredSessions);
  const steps = stepsOf(plan).map((step) => step['Node Type']);
  expect(steps).toContain('BitmapOr');
  expect(steps).not.toContain('Seq Scan');
  expect(buffersOf(plan)).toBeLessThan(500);
  const { rows } = await schema.owner.query('SELECT count(*)::int FROM session');
  expect(rows).toEqual([{ count: SESSIONS }]);
});
