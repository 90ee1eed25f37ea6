import { runMigrations } from '@likewell/service-kit/process/run-migrations';
import { watcherSchema } from './schema.js';

await runMigrations(watcherSchema);
