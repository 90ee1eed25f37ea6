// @ts-check
import { join } from 'node:path';
import { runCommand } from './machine/command.mjs';
import { stopAll } from './processes/stop-all.mjs';
import { takeLock } from './state/lock.mjs';
import { openStack } from './state/stack.mjs';

await runCommand(async () => {
  const stack = openStack();
  await takeLock(join(stack.state, 'lock'), `make down${stack.label}`);
  const results = await stopAll(stack);
  const ended = results.filter(({ result }) => result !== 'was not running');
  for (const { name, result } of ended) console.log(`✓ ${name} ${result}`);
  console.log(
    ended.length === 0 ? `Nothing was running${stack.label}.` : `All is down${stack.label}; the data stays.`,
  );
});
