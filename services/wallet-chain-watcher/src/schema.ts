import { readSchema } from '@likewell/service-kit/database/schema-definition';
import { fileURLToPath } from 'node:url';

/** The service's tables and SQL functions, defined in `db/`. */
export const watcherSchema = readSchema(fileURLToPath(new URL('../db', import.meta.url)));
