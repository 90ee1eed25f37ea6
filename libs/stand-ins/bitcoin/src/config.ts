import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables. */
export const standInConfig = standInVariables.extend({
  /** How far apart blocks are on average; Bitcoin's are 600 seconds apart. */
  BLOCK_SECONDS: z.coerce.number().int().min(1).max(3600).default(150),
});
