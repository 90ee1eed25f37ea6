// @ts-check
import { runCommand } from './machine/command.mjs';
import { runScriptIn } from './app/run-script-in.mjs';
import { openStack } from './state/stack.mjs';

await runCommand(async () => {
  const [name = '', script = ''] = process.argv.slice(2);
  return runScriptIn(openStack(), name, script);
});
