import { runTask } from '../process/run-task.js';
import { retrySetAside } from './inbox-rows.js';

/** A service's whole `retry-events`: has the events that are set aside tried again by the service that runs. */
export async function runRetryEvents(): Promise<void> {
  await runTask('retry-events', async (database) => {
    const count = await retrySetAside(database);
    process.stdout.write(
      count === 0 ? 'No event is set aside.\n' : `${count} events are tried again within seconds.\n`,
    );
    return 0;
  });
}
