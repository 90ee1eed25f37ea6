// `npm run check:packages`: checks that package-lock.json only installs packages that our rules allow
// (machine/package-rules.mjs).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './machine/command.mjs';
import { packageFaults } from './machine/package-rules.mjs';
import { UserFacingError } from './machine/user-facing-error.mjs';
import { CHECKOUT } from './state/stack-folder.mjs';

const read = (/** @type {string} */ name) => readFileSync(join(CHECKOUT, name), 'utf8');

await runCommand(async () => {
  const faults = packageFaults(
    JSON.parse(read('package-lock.json')),
    JSON.parse(read('package.json')),
    read('.npmrc'),
  );
  if (faults.length > 0) throw new UserFacingError('What npm would install is not what we let in.', faults);
});
