import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { eventually } from '@likewell/testing/eventually';
import { dieWithTests } from '@likewell/testing/spawn-server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tallySchema } from './tally.js';

const built = (name: string) => pathToFileURL(join(import.meta.dirname, `../dist/process/${name}.js`)).href;

let schema: TestSchema;

beforeAll(async () => {
  schema = await createTestSchema('tally', tallySchema);
});
afterAll(() => schema.drop());

/** Starts a task that does `work` with its `database` and the `given` words. */
const startTask = (work: string, ...words: string[]) => startTaskAt(schema.url, work, ...words);

function startTaskAt(url: string, work: string, ...words: string[]) {
  const program = `
    import { UserFacingError } from '${built('cli-arguments')}';
    import { runTask } from '${built('run-task')}';
    await runTask('patient', async (database, given) => { ${work} });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, 'task.js', ...words], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  dieWithTests(child);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  return { child, ended: once(child, 'close'), output: () => output, errors: () => errors };
}

/** Starts a task whose one statement takes far longer than any test waits, or waits for a lock. */
const startStatement = (statement: string) =>
  startTask(`await database.read.query(${JSON.stringify(statement)}); return 'It is over.';`);

/** Number of statements of the service's role that run or wait. */
const underWay = async () =>
  (
    await schema.owner.query('SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = $1', [
      new URL(schema.url).username,
    ])
  ).rowCount;

/** Waits until the task's statement waits for its lock: what it runs before that, as it connects, is short. */
const untilItWaits = () =>
  eventually(async () => {
    const { rowCount } = await schema.owner.query(
      'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = $1 AND NOT granted',
      [new URL(schema.url).username],
    );
    expect(rowCount).toBe(1);
  });

/** Locks a table that a task then waits for, so that its statement continues until it is cancelled. */
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

/** A Postgres that never lets its first connection in, and cancels that one when a second comes. */
async function slowPostgres() {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    const [first] = connections;
    connections.push(socket);
    first?.once('close', () => socket.destroy()).end(canceled());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://nobody@127.0.0.1:${port}/none`, server };
}

/** Postgres's ErrorResponse, of which the length counts all but the first letter. */
function canceled(): Buffer {
  const fields = Buffer.from('SFATAL\0C57014\0Mcanceling statement due to user request\0\0');
  const head = Buffer.from('E____');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('a task', () => {
  it.each([
    ['returns a text prints it', "return given.join(' and ');", 0, 'a=1 and b=2\n', ''],
    ['finds something wrong prints it all the same', "process.exitCode = 1; return 'Two.';", 1, 'Two.\n', ''],
    ['rejects its words says why', "throw new UserFacingError('Say c=…');", 1, '', 'Say c=…\n'],
  ])('that %s', async (_, work, code, output, errors) => {
    const task = startTask(work, 'a=1', 'b=2');
    expect(await task.ended).toEqual([code, null]);
    expect([task.output(), task.errors()]).toEqual([output, errors]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that meets %s cancels its statement and ends with %i', async (signal, code) => {
    await whileTableIsHeld(async (statement) => {
      const task = startStatement(statement);
      await untilItWaits();
      task.child.kill(signal);
      expect(await task.ended).toEqual([code, null]);
      expect(task.errors()).toBe('Interrupted: what is under way is cancelled.\n');
      await eventually(async () => expect(await underWay()).toBe(0));
    });
  });

  it('that meets SIGINT while it connects ends with 130 and without a stack trace', async () => {
    const { url, server } = await slowPostgres();
    const task = startTaskAt(url, "return 'It is over.';");
    await once(server, 'connection');
    task.child.kill('SIGINT');
    expect(await task.ended).toEqual([130, null]);
    expect(task.errors()).toMatch(/^Interrupted: .*\nPostgres could not be told: .*\n$/);
    server.close();
  });

  it('that is killed leaves no statement behind', async () => {
    await whileTableIsHeld(async (statement) => {
      const task = startStatement(statement);
      await untilItWaits();
      task.child.kill('SIGKILL');
      await task.ended;
      // Without a cancel request Postgres would continue until the statement's timeout.
      await eventually(async () => expect(await underWay()).toBe(0), 5000);
    });
  });
});
