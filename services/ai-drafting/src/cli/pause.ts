import { runTask } from '@likewell/service-kit/process/run-task';
import { draftingSwitch } from '../drafts/drafting-switch.js';

await runTask('ai-drafting-pause', async (database) => {
  await database.transaction((tx) => draftingSwitch.setPaused(tx, true));
  process.stdout.write('Drafting with AI is paused.\n');
  return 0;
});
