// @ts-check
import { join, resolve } from 'node:path';
import { restoreBackup } from './backup/restore-backup.mjs';
import { runCommand } from './machine/command.mjs';
import { UserFacingError } from './machine/user-facing-error.mjs';
import { step } from './machine/progress.mjs';
import { takeLock } from './state/lock.mjs';
import { openStack } from './state/stack.mjs';

await runCommand(async () => {
  const { from, wal } = process.env;
  if (!from) throw new UserFacingError('Say which backup: make restore from=/…/likewell-….tar.gz');
  const stack = openStack();
  await takeLock(join(stack.state, 'lock'), `make restore${stack.label}`);
  const received = wal || stack.env.WAL_TO;
  const aside = await step('restore', () =>
    restoreBackup(stack, resolve(from), received ? resolve(received) : undefined),
  );
  for (const path of aside) console.log(`What was there is in ${path}.`);
  if (!received)
    console.log(
      'Without WAL (wal=/folder) the database is as it was at the end of the backup, and every session is ended. ' +
        'Whoever was suspended or deleted since is back: docs/operations/backup-and-restore.md.',
    );
  console.log('Now: make audit, make up, and a new make backup.');
});
