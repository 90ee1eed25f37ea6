import { runTask } from '@likewell/service-kit/process/run-task';
import { draftingSwitch } from '../drafts/drafting-switch.js';

await runTask('ai-drafting-resume', async (database) => {
  await database.transaction((tx) => draftingSwitch.setPaused(tx, false));
  process.stdout.write('Drafting with AI works again.\n');
  return 0;
});
