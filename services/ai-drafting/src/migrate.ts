import { runMigrations } from '@likewell/service-kit/process/run-migrations';
import { aiDraftingSchema } from './schema.js';

await runMigrations(aiDraftingSchema);
