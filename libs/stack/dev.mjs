// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeSpecs } from './app/node-specs.mjs';
import { report, runCommand } from './machine/command.mjs';
import { runOrFail } from './machine/run.mjs';
import { runTogether } from './processes/run-together.mjs';
import { takeLock } from './state/lock.mjs';
import { CHECKOUT } from './state/stack-folder.mjs';
import { openStack } from './state/stack.mjs';
import { WEB } from './topology.mjs';

const UP_WITHIN_MS = 15 * 60_000;
/** Port at which Vite serves the page with its changes, in addition to the built one. */
const PAGE_PORT = 5173;
const COMPILED = 'Found 0 errors.';

/**
 * Runs a program of node_modules/.bin until this process ends.
 * @param {string} name
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, stdout: 'inherit' | 'pipe' }} options
 */
function watch(name, args, { cwd, env = process.env, stdout }) {
  const program = join(CHECKOUT, 'node_modules/.bin', name);
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', stdout, 'inherit'] });
  process.once('exit', () => child.kill());
  return child;
}

/**
 * Restarts processes whose built code has changed, which the launcher's fingerprints show.
 * @param {import('./state/stack.mjs').Stack} stack
 */
async function restartChanged(stack) {
  const began = Date.now();
  const release = await takeLock(join(stack.state, 'lock'), 'npm run dev');
  try {
    const said = (await runTogether(stack, nodeSpecs(stack))).replace(/;? ?kept .*/, '');
    if (said !== '') console.log(`· ${said} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    // The next change may fix it.
    report(error);
  } finally {
    release();
  }
}

// `npm run dev`: everything runs, and saved changes take effect: services by tsc and a restart, the page by
// Vite.
await runCommand(async () => {
  const up = fileURLToPath(new URL('up.mjs', import.meta.url));
  await runOrFail('make up', process.execPath, [up], { timeoutMs: UP_WITHIN_MS, inherit: true });
  const stack = openStack();

  const tsc = watch('tsc', ['-b', '--watch', '--preserveWatchOutput'], {
    cwd: stack.checkout,
    stdout: 'pipe',
  });
  watch('vite', ['--port', String(PAGE_PORT)], {
    cwd: join(stack.checkout, WEB.folder),
    env: { ...process.env, SITE_URL: stack.webUrl },
    stdout: 'inherit',
  });
  const ended = new Promise((resolve) => tsc.once('exit', resolve));
  let last = Promise.resolve();
  createInterface({ input: /** @type {import('node:stream').Readable} */ (tsc.stdout) }).on(
    'line',
    (line) => {
      if (!line.includes(COMPILED)) console.log(line);
      else last = last.then(() => restartChanged(stack));
    },
  );
  console.log(
    `\nThe page with its changes: http://localhost:${PAGE_PORT}   everything else: ${stack.webUrl}`,
  );
  await ended;
  return 1;
});
