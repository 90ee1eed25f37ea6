import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables. */
export const standInConfig = standInVariables.extend({
  CLIENT_ID: z.string().min(1),
  CLIENT_SECRET: z.string().min(1),
  /** Separated by commas. */
  REDIRECT_URIS: z.string().transform((text) => text.split(',')),
  /** Its own name to whoever exchanges codes; the loopback's address when left out. */
  ISSUER: z.url().optional(),
  /** Where browsers find it; as the issuer when left out. */
  PUBLIC_URL: z.url().optional(),
});
