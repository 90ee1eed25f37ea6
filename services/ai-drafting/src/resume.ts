import { runTask } from '@likewell/service-kit/boot/run-task';
import { setPaused } from './storage/switch.js';

await runTask('ai-drafting-resume', async (database) => {
  await database.transaction((tx) => setPaused(tx, false));
  process.stdout.write('Drafting with AI works again.\n');
  return 0;
});
