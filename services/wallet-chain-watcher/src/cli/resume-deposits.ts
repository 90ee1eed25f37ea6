import { runTask } from '@likewell/service-kit/process/run-task';
import { depositSwitch } from '../deposits/deposit-switch.js';

await runTask('watcher-resume-deposits', async (database) => {
  await database.transaction((tx) => depositSwitch.setPaused(tx, false));
  process.stdout.write('Deposits work again; those that waited are credited now.\n');
  return 0;
});
