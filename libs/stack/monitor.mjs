// @ts-check
import { runCommand } from './machine/command.mjs';
import { listMetrics, readStack } from './monitor/read-stack.mjs';
import { openStack } from './state/stack.mjs';

const SPAN_MS = 5000;

await runCommand(async () => {
  const stack = openStack();
  console.log(listMetrics(stack));
  do console.log(`\n${await readStack(stack, SPAN_MS)}`);
  while (process.env.WATCH === '1');
});
