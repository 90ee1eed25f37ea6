// @ts-check
import { join, resolve } from 'node:path';
import { takeBackup } from './backup/take-backup.mjs';
import { runCommand } from './machine/command.mjs';
import { step } from './machine/progress.mjs';
import { openStack } from './state/stack.mjs';

await runCommand(async () => {
  const stack = openStack();
  const folder = process.env.DEST ? resolve(process.env.DEST) : join(stack.state, 'backups');
  await step('backup', async () => {
    const { file, bytes } = await takeBackup(stack, folder);
    return `${file}, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
  });
  console.log(
    `Its roles have the passwords of ${join(stack.state, 'secrets.json')}: keep a copy of that apart.`,
  );
});
