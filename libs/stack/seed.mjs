// @ts-check
import { runCommand } from './machine/command.mjs';
import { seed } from './seed/seed.mjs';
import { openStack } from './state/stack.mjs';

await runCommand(async () => {
  for (const line of await seed(openStack())) console.log(line);
});
