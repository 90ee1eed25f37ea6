import { runMigrations } from '@likewell/service-kit/process/run-migrations';
import { giveawaySchema } from './schema.js';

await runMigrations(giveawaySchema);
