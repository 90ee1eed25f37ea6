import { runTask } from '@likewell/service-kit/process/run-task';
import { signUpSwitch } from '../members/sign-up-switch.js';

await runTask('auth-resume-sign-ups', async (database) => {
  await database.transaction((tx) => signUpSwitch.setPaused(tx, false));
  process.stdout.write('Sign-ups work again.\n');
  return 0;
});
