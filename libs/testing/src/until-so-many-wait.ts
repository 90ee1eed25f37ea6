import { eventually } from '@likewell/testing/eventually';
import type { TestSchema } from '@likewell/testing/test-schema';

/** Waits until this number of the service's transactions wait for a lock. */
export function untilSoManyWait({ owner }: Pick<TestSchema, 'owner'>, count: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await owner.query(
      'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = current_schema() AND NOT granted',
    );
    expect(rows).toHaveLength(count);
  });
}
