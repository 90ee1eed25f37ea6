import { standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { z } from 'zod';
import { DEFAULT_SLOT_MS } from './start-solana.js';

/** The stand-in's variables; PORT is for JSON-RPC. */
export const standInConfig = standInVariables.extend({
  DATA_FOLDER: z.string().min(1),
  SOLANA_SLOT_MS: z.coerce.number().int().min(1).max(10_000).default(DEFAULT_SLOT_MS),
});
