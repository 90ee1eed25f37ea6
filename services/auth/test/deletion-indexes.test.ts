import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { TABLES_OF_A_MEMBER } from '../src/deletions/deletions.queries.js';
import { authSchema } from '../src/schema.js';

let schema: TestSchema;

beforeAll(async () => {
  schema = await createTestSchema('auth', authSchema);
});
afterAll(() => schema.drop());

it.each(TABLES_OF_A_MEMBER)(
  'the rows of a member who is deleted are found in %s by an index',
  async (table) => {
    const { rows } = await schema.owner.query<{ first: string }>(
      `SELECT attname AS first FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
     WHERE indrelid = $1::regclass AND coalesce(pg_get_expr(indpred, indrelid), '') IN ('', '(member_id IS NOT NULL)')`,
      [table],
    );
    expect(rows.map(({ first }) => first)).toContain('member_id');
  },
);
