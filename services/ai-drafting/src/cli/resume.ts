import { runTask } from '@likewell/service-kit/process/run-task';
import { setPaused } from '../drafts/switch.queries.js';

await runTask('ai-drafting-resume', async (database) => {
  await database.transaction((tx) => setPaused(tx, false));
  process.stdout.write('Drafting with AI works again.\n');
  return 0;
});
