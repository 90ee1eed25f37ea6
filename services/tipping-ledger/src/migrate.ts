import { runMigrations } from '@likewell/service-kit/process/run-migrations';
import { ledgerSchema } from './schema.js';

await runMigrations(ledgerSchema);
