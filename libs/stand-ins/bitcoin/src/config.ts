import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables. */
export const standInConfig = standInVariables.extend({
  /** Average interval of blocks in seconds; Bitcoin's is 600. */
  BLOCK_SECONDS: z.coerce.number().int().min(1).max(3600).default(150),
});
