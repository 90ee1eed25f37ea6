import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables. */
export const standInConfig = standInVariables.extend({
  /** The only valid API key. */
  API_KEY: z.string().min(1),
  /** Delay before a draft in milliseconds, which imitates a model. */
  THINKING_MS: z.coerce.number().int().min(0).max(10_000).default(0),
});
