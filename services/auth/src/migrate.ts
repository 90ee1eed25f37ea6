import { runMigrations } from '@likewell/service-kit/process/run-migrations';
import { authSchema } from './schema.js';

await runMigrations(authSchema);
