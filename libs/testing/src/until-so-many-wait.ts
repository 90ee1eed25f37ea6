import { eventually } from './eventually.js';
import type { TestSchema } from './test-schema.js';

/** Waits until this number of the service's transactions wait for a lock. */
export function untilSoManyWait({ owner }: Pick<TestSchema, 'owner'>, count: number): Promise<void> {
  return eventually(async () => {
    const { rowCount } = await owner.query(
      'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = current_schema() AND NOT granted',
    );
    if (rowCount !== count) throw new Error(`${rowCount} transactions wait in place of ${count}`);
  });
}
