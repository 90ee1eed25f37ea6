import { runTask } from '@likewell/service-kit/process/run-task';
import { signUpSwitch } from '../members/sign-up-switch.js';

await runTask('auth-pause-sign-ups', async (database) => {
  await database.transaction((tx) => signUpSwitch.setPaused(tx, true));
  process.stdout.write('Sign-ups are paused.\n');
  return 0;
});
