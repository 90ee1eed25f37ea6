import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';

/** The stand-in's variables. */
export const standInConfig = standInVariables.extend({
  CLIENT_ID: z.string().min(1),
  CLIENT_SECRET: z.string().min(1),
  /** Separated by commas. */
  REDIRECT_URIS: z.string().transform((text) => text.split(',')),
  /** Issuer for services that exchange codes; by default the loopback address. */
  ISSUER: z.url().optional(),
  /** URL for browsers; by default the issuer. */
  PUBLIC_URL: z.url().optional(),
});
