import { runTask } from '@likewell/service-kit/process/run-task';
import { restartFill } from '../feeds/post-periods.queries.js';

await runTask('posts-rebuild-best', async (database) => {
  await database.transaction((tx) => restartFill(tx));
  return 'The ranks of Best by day, week, month and year are made anew; until then these pages are read without them.';
});
