// @ts-check
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './machine/command.mjs';
import { UserFacingError } from './machine/user-facing-error.mjs';
import { openStack } from './state/stack.mjs';

await runCommand(async () => {
  const stack = openStack();
  const folder = join(stack.state, 'logs');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .map((file) => file.slice(0, -'.log'.length));
  const wanted = stack.env.P;
  if (wanted && !names.includes(wanted)) {
    throw new UserFacingError(`There is no log of "${wanted}".`, [
      `There are: ${names.join(', ') || 'none yet'}`,
    ]);
  }
  if (names.length === 0) throw new UserFacingError('There are no logs yet: make up');
  const files = (wanted ? [wanted] : names).map((name) => stack.logFile(name));
  // Ctrl-C is the normal way to leave; it also reaches tail, and is no error.
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
  spawnSync('tail', ['-n', '50', '-F', ...files], { stdio: 'inherit' });
});
