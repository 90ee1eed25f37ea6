import { runTask } from '@likewell/service-kit/process/run-task';
import { depositSwitch } from '../deposits/deposit-switch.js';

await runTask('watcher-pause-deposits', async (database) => {
  await database.transaction((tx) => depositSwitch.setPaused(tx, true));
  process.stdout.write('Deposits are paused: they are found and kept, and credited later.\n');
  return 0;
});
