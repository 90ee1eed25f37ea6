import { runRetryEvents } from '@likewell/service-kit/events/retry-set-aside';

await runRetryEvents();
