// @ts-check
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../stack/machine/command.mjs';
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';
import { installSystemPackages } from '../../stack/machine/system-packages.mjs';
import { isAlive, readRecord } from '../../stack/processes/record.mjs';
import { openStack } from '../../stack/state/stack.mjs';
import { WEB } from '../../stack/topology.mjs';
import { runStreaming } from './run-streaming.mjs';

const WITHIN_MS = 20 * 60_000;
/** Tests that open every screen and modal in each theme and size, and take the pictures. */
const TOUR = 'accessibility.e2e.ts';

// `make screenshots`: takes pictures of the running stack into web/screenshots.
await runCommand(async () => {
  const stack = openStack();
  if (!isAlive(readRecord(stack.recordFile(WEB.name))))
    throw new UserFacingError(`The stack does not run${stack.label}.`, ['Start it first: make up']);
  await installSystemPackages(['chromium']);
  const folder = join(stack.checkout, 'web/screenshots');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const code = await runStreaming(
    ['npx', '--no-install', 'playwright', 'test', '--config=e2e', '--project=main', TOUR],
    {
      cwd: join(stack.checkout, 'web'),
      env: { ...process.env, E2E_BASE_URL: stack.webUrl, E2E_SCREENSHOTS: folder },
      timeoutMs: WITHIN_MS,
    },
  );
  const taken = readdirSync(folder).length;
  if (taken === 0) throw new UserFacingError('No picture was taken; what the tour said is above.');
  console.log(`\nThe ${taken} pictures are in ${folder}`);
  return code;
});
