import { readSchema } from '@likewell/service-kit/database/schema-definition';
import { fileURLToPath } from 'node:url';

/** The service's tables and SQL functions, which are defined in `db/`. */
export const aiDraftingSchema = readSchema(fileURLToPath(new URL('../db', import.meta.url)));
