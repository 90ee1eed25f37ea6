import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables. */
export const standInConfig = standInVariables.extend({
  /** The one key that it takes. */
  API_KEY: z.string().min(1),
  /** How long it pretends to think about a draft. */
  THINKING_MS: z.coerce.number().int().min(0).max(10_000).default(0),
});
