import { dieWithTests } from '@likewell/testing/spawn-server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROCESS = join(import.meta.dirname, '../dist/process');
const BUILT = pathToFileURL(join(PROCESS, 'run-process.js')).href;

/** Runs a program in a process of its own, started as the images start it, until it has printed something. */
async function run(program: string) {
  const dockerfile = await readFile(join(import.meta.dirname, '../../../Dockerfile'), 'utf8');
  const [, preloaded = ''] =
    /^CMD \["node", "--import", ".*\/dist\/process\/([\w.-]+)", /m.exec(dockerfile) ?? [];
  const text = `import { runProcess } from '${BUILT}'; ${program}`;
  const args = ['--import', join(PROCESS, preloaded), '--input-type=module', '--eval', text];
  const child = spawn(process.execPath, args);
  dieWithTests(child);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await once(child.stdout, 'data');
  return { child, closed: once(child, 'close'), output: () => output, errors: () => errors };
}

it('a drain that takes longer than its time is an emergency, told by the exit code', async () => {
  const { child, closed, errors } = await run(`
    const never = () => new Promise(() => setInterval(() => {}, 1000));
    await runProcess(async () => ({ stopTimeoutMs: 200, stop: never }));
    setInterval(() => {}, 1000);
    process.stdout.write('up');`);
  child.kill('SIGTERM');
  expect(await closed).toEqual([1, null]);
  expect(errors()).toContain('draining took too long');
});

describe('a signal while a process starts', () => {
  it('ends it at once while its modules load', async () => {
    const { child, closed, output } = await run(`
      process.stdout.write('loading');
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      await runProcess(async () => process.stdout.write(' started'));`);
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(output()).toBe('loading');
  });

  it('stops it once it is there', async () => {
    const { child, closed, output } = await run(`
      const start = () => new Promise((resolve) => setTimeout(resolve, 1000, { stop }));
      const stop = async () => process.stdout.write(' stopped');
      setInterval(() => {}, 1000);
      setTimeout(() => process.stdout.write('starting'));
      await runProcess(start);`);
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(output()).toBe('starting stopped');
  });

  it('ends one that does not get there', async () => {
    const { child, closed, errors } = await run(`
      const never = () => new Promise(() => setInterval(() => {}, 1000));
      setTimeout(() => process.stdout.write('starting'));
      await runProcess(never);`);
    child.kill('SIGTERM');
    const toldAt = performance.now();
    expect(await closed).toEqual([1, null]);
    expect(performance.now() - toldAt).toBeLessThan(10_000);
    expect(errors()).toContain('told to stop before it had started');
  });
});

it('a drain may take its whole time though it was told of before the process had started', async () => {
  const { child, closed } = await run(`
    const start = () => new Promise((resolve) => setTimeout(resolve, 500, { stop }));
    const stop = () => new Promise((resolve) => setTimeout(resolve, 6000));
    setTimeout(() => process.stdout.write('starting'));
    await runProcess(start);`);
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
});
