import { formatLike } from '@likewell/contracts/core/money';
import { runTask } from '@likewell/service-kit/process/run-task';
import { closeEpoch, findEpochs } from '../epochs/epochs.queries.js';

await runTask('ledger-close-epoch', async (database) => {
  const closed = await closeEpoch(database);
  if (closed === null)
    return 'No epoch was closed: there is nothing to share, or members hold less than 1 LIKE.';
  const [epoch] = await findEpochs(database.read, closed + 1);
  const [shared, held] = [epoch?.distributedNano ?? 0n, epoch?.membersTotalNano ?? 0n].map(formatLike);
  return `Epoch ${closed} is closed: ${shared} LIKE shared among members who hold ${held}.`;
});
