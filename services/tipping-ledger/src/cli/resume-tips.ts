import { runTask } from '@likewell/service-kit/process/run-task';
import { tipSwitch } from '../tips/tip-switch.js';

await runTask('tipping-ledger-resume-tips', async (database) => {
  await database.transaction((tx) => tipSwitch.setPaused(tx, false));
  process.stdout.write('Tips work again.\n');
  return 0;
});
