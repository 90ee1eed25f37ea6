import { runMigrations } from '@likewell/service-kit/boot/run-migrations';
import { migrations } from './migrations/migrations.js';

await runMigrations(migrations);
