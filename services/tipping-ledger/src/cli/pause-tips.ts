import { runTask } from '@likewell/service-kit/process/run-task';
import { tipSwitch } from '../tips/tip-switch.js';

await runTask('tipping-ledger-pause-tips', async (database) => {
  await database.transaction((tx) => tipSwitch.setPaused(tx, true));
  process.stdout.write('Tips are paused.\n');
  return 0;
});
