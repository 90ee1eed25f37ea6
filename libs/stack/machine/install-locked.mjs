// Run by the build of an image: `node install-locked.mjs [npm's options]` in the folder of the lockfile.
import { runCommand } from './command.mjs';
import { installLocked } from './npm-packages.mjs';

await runCommand(async () => {
  console.log(await installLocked(process.cwd(), process.argv.slice(2)));
});
