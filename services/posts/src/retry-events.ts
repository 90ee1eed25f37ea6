import { runRetryEvents } from '@likewell/service-kit/process/run-retry-events';

await runRetryEvents();
