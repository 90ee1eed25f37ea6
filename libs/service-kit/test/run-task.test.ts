import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { eventually } from '@likewell/testing/eventually';
import { dieWithTests } from '@likewell/testing/spawn-server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tallySchema } from './tally.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../dist/process/run-task.js')).href;

let schema: TestSchema;

beforeAll(async () => {
  schema = await createTestSchema('tally', tallySchema);
});
afterAll(() => schema.drop());

/** Starts a task whose one statement takes far longer than any test waits, or waits for a lock. */
function startTask(statement: string) {
  const program = `
    import { runTask } from '${BUILT}';
    await runTask('patient', async (database) => {
      await database.read.query(${JSON.stringify(statement)});
      return 0;
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, DATABASE_URL: schema.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  dieWithTests(child);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  return { child, exited: once(child, 'exit'), errors: () => errors };
}

/** How many statements of the service's role work or wait. */
const underWay = async () =>
  (
    await schema.owner.query('SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = $1', [
      new URL(schema.url).username,
    ])
  ).rowCount;

/** Holds a table that a task then waits for, so that its statement goes on until somebody ends it. */
async function whileTableIsHeld(test: (statement: string) => Promise<void>): Promise<void> {
  const holder = await schema.owner.connect();
  await holder.query('BEGIN; LOCK TABLE effect');
  try {
    await test('SELECT count(*) FROM effect');
    expect(await underWay()).toBe(0);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

describe('a task', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that meets %s cancels its statement and ends with %i', async (signal, code) => {
    await whileTableIsHeld(async (statement) => {
      const task = startTask(statement);
      await eventually(async () => expect(await underWay()).toBeGreaterThan(0));
      task.child.kill(signal);
      expect(await task.exited).toEqual([code, null]);
      expect(task.errors()).toBe('Interrupted: what is under way is cancelled.\n');
      await eventually(async () => expect(await underWay()).toBe(0));
    });
  });

  it('that is killed leaves no statement behind', async () => {
    await whileTableIsHeld(async (statement) => {
      const task = startTask(statement);
      await eventually(async () => expect(await underWay()).toBeGreaterThan(0));
      task.child.kill('SIGKILL');
      await task.exited;
      // Without being told Postgres would go on until the statement's time is over.
      await eventually(async () => expect(await underWay()).toBe(0), 5000);
    });
  });
});
