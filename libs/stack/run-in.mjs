// @ts-check
import { runCommand } from './machine/command.mjs';
import { runScriptIn } from './app/run-script-in.mjs';
import { openStack } from './state/stack.mjs';

// `run-in.mjs <process> <script> [word …]`: name=value is passed on unchanged, a name with the variable of
// that name.
await runCommand(async () => {
  const [name = '', script = '', ...given] = process.argv.slice(2);
  const words = given.flatMap((word) => {
    if (word.includes('=')) return [word];
    return process.env[word] ? [`${word}=${process.env[word]}`] : [];
  });
  return runScriptIn(openStack(), name, script, words);
});
