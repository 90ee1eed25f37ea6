import { runTask } from '@likewell/service-kit/process/run-task';
import { setPaused } from '../drafts/switch.queries.js';

await runTask('ai-drafting-pause', async (database) => {
  await database.transaction((tx) => setPaused(tx, true));
  process.stdout.write('Drafting with AI is paused.\n');
  return 0;
});
