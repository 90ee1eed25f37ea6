import { runMigrations } from '@likewell/service-kit/process/run-migrations';
import { postsSchema } from './schema.js';

await runMigrations(postsSchema);
