import { retrySetAside } from '../events/inbox-rows.js';
import { runTask } from './run-task.js';

/** The `retry-events` command of a service: schedules set-aside events for another attempt by the running service. */
export const runRetryEvents = (): Promise<void> =>
  runTask('retry-events', async (database) => {
    const count = await retrySetAside(database);
    return count === 0 ? 'No event is set aside.' : `${count} events are tried again within seconds.`;
  });
