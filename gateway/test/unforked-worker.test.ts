import { eventually } from '@likewell/testing/eventually';
import cluster from 'node:cluster';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workers } from '../src/workers/workers.js';

const WORKER = `process.send({ type: 'ready', url: 'http://127.0.0.1:1', healthPort: 1 });
process.on('message', () => process.exit());`;

it('a worker that cannot be forked is tried again, and the log says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'likewell-worker-'));
  const exec = join(folder, 'worker.mjs');
  await writeFile(exec, WORKER);
  const logged: string[] = [];
  const log = (_: unknown, text: string) => logged.push(text);
  const workers = new Workers(1, { error: log, warn: log } as never);
  try {
    cluster.setupPrimary({ exec, execArgv: [], cwd: folder });
    await workers.start();
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
    await rm(folder, { recursive: true });
  }
});
