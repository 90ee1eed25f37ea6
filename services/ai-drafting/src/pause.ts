import { runTask } from '@likewell/service-kit/boot/run-task';
import { setPaused } from './storage/switch.js';

await runTask('ai-drafting-pause', async (database) => {
  await database.transaction((tx) => setPaused(tx, true));
  process.stdout.write('Drafting with AI is paused.\n');
  return 0;
});
