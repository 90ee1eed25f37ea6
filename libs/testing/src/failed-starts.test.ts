import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, expectGone } from './child-processes.js';
import { endAll, startAllOrNone } from './end-all.js';
import { eventually } from './eventually.js';
import { NodeProcess } from './node-process.js';
import { spawnServer } from './spawn-server.js';

let before: number[];
beforeEach(async () => {
  before = await childrenOf(process.pid);
});

/** Waits until every process is gone that was started meanwhile. */
async function expectNoneLeft(): Promise<void> {
  const started = (await childrenOf(process.pid)).filter((pid) => !before.includes(pid));
  await eventually(() => Promise.all(started.map(expectGone)));
}

it('a server that does not listen in time is killed', async () => {
  const started = spawnServer('sleep', () => ['60'], { withinMs: 100 });
  await expect(started).rejects.toThrow('ECONNREFUSED');
  await expectNoneLeft();
});

it('a process that is not ready in time is killed, whatever it does with signals', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'likewell-never-ready-'));
  try {
    await mkdir(join(folder, 'dist'));
    const main = "process.on('SIGTERM', () => process.exit(1)); setInterval(() => undefined, 1000);";
    await writeFile(join(folder, 'dist/main.js'), main);
    const started = await NodeProcess.prepare(folder, {});
    await expect(started.start(300)).rejects.toThrow('fetch failed');
    await expectNoneLeft();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('all parts end, the newest first, although one of them fails to', async () => {
  const ended: string[] = [];
  const end = (name: string) => () => Promise.resolve(ended.push(name));
  const fails = () => Promise.reject(new Error('did not drain'));
  await expect(endAll([end('bus'), end('schema'), fails, end('gateway')])).rejects.toThrow('did not drain');
  expect(ended).toEqual(['gateway', 'schema', 'bus']);
});

it('a start that fails says why, after the end of all that it had started', async () => {
  const ended: string[] = [];
  const started = startAllOrNone(async (ends) => {
    ends.push(() => Promise.resolve(ended.push('bus')));
    ends.push(() => Promise.reject(new Error('did not drain')));
    await Promise.reject(new Error('is not ready'));
  });
  await expect(started).rejects.toThrow('is not ready');
  expect(ended).toEqual(['bus']);
});
