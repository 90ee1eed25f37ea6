import { eventually } from '@likewell/testing/eventually';
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workers } from '../src/workers/workers.js';

const WORKER = `process.send({ type: 'ready', url: 'http://127.0.0.1:1', healthPort: 1 });
process.on('message', () => process.exit());`;

let folder: string;
let logged: string[];
let workers: Workers;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'likewell-worker-'));
  const exec = join(folder, 'worker.mjs');
  await writeFile(exec, WORKER);
  logged = [];
  const log = (_: unknown, text: string) => logged.push(text);
  workers = new Workers(1, { error: log, warn: log } as never);
  cluster.setupPrimary({ exec, execArgv: [], cwd: folder });
  await workers.start();
});
afterEach(() => rm(folder, { recursive: true }));

it('a worker that cannot be forked is tried again, and the log says so', async () => {
  try {
    cluster.setupPrimary({ cwd: join(folder, 'gone') });
    const [first] = Object.values(cluster.workers ?? {});
    first?.process.kill('SIGKILL');
    await eventually(() =>
      expect(logged).toContain('a worker could not be started; another attempt follows'),
    );
    cluster.setupPrimary({ cwd: folder });
    const isReady = () => Object.values(cluster.workers ?? {}).some((one) => one?.process.pid !== undefined);
    await eventually(() => expect(isReady()).toBe(true));
  } finally {
    await workers.stop();
  }
});

it('a worker that is gone as it is told to stop does not end the stop', async () => {
  const worker = Object.values(cluster.workers ?? {})[0]?.process;
  worker?.kill('SIGKILL');
  // No turn of the event loop, so that nothing is known of it yet.
  while (!readFileSync(`/proc/${worker?.pid}/stat`, 'utf8').includes(') Z'));
  await expect(workers.stop()).resolves.toBeUndefined();
});
