import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BUILT = pathToFileURL(join(import.meta.dirname, '../dist/process/run-process.js')).href;

it('a drain that takes longer than its time is an emergency, told by the exit code', async () => {
  const program = `
    import { runProcess } from '${BUILT}';
    const never = () => new Promise(() => setInterval(() => {}, 1000));
    await runProcess(async () => ({ stopTimeoutMs: 200, stop: never }));
    setInterval(() => {}, 1000);
    process.stdout.write('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(errors).toContain('draining took too long');
});
