import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { cursor } from '../core/page.js';

/** The `cursor` of a list in the query. The page sends an empty one for the first page. */
export const cursorQuery = z
  .union([z.literal('').transform(() => null), cursor], commonErrors.INVALID_CURSOR.message)
  .nullish()
  .transform((value) => value ?? null);
