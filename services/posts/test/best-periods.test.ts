import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { postsSchema } from '../src/schema.js';

let schema: TestSchema;

beforeAll(async () => {
  schema = await createTestSchema('posts', postsSchema);
});
afterAll(() => schema.drop());

/**
 * Every hour of two winters and a leap day, and the minute before it, with what is within each range then and
 * later.
 */
const COMPARED = `
  WITH told AS MATERIALIZED (
    SELECT at, period, left_by FROM generate_series('2027-12-01'::timestamptz, '2029-04-10', '1 hour') AS hour,
      (VALUES (interval '0'), (interval '1 minute')) AS v (early), LATERAL (SELECT hour - early AS at) AS moment,
      LATERAL best_periods(at + interval '1 minute')),
  compared AS (
    SELECT left_by, min(at - length) OVER (PARTITION BY period ORDER BY at DESC) AS begins
    FROM told JOIN (VALUES (1, interval '1 day'), (2, interval '7 days'), (3, interval '1 month'), (4, interval '1 year'))
      AS l (period, length) USING (period))
  SELECT count(*)::int AS compared,
    count(*) FILTER (WHERE left_by > begins)::int AS early,
    count(*) FILTER (WHERE left_by < begins - interval '6 days')::int AS late,
    count(*) FILTER (WHERE left_by <> begins)::int AS inexact
  FROM compared`;

it.each(['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'])(
  'a post has left a period only when no range that counts it will come back to it (%s)',
  async (zone) => {
    const client = await schema.owner.connect();
    await client.query(`SET TIME ZONE '${zone}'`);
    const { rows } = await client.query<{ compared: number; early: number; late: number; inexact: number }>(
      COMPARED,
    );
    client.release(true);
    expect(rows[0]?.compared).toBeGreaterThan(90_000);
    expect(rows[0]).toMatchObject({ early: 0, late: 0 });
    // In UTC the result is exact, except for the minute that it allows for statements that began before.
    if (zone === 'UTC') expect(rows[0]?.inexact).toBe(0);
  },
);
