import { z } from 'zod';
import { isPrintable } from '../core/blank-text.js';
import { normaliseText } from '../core/normalise-text.js';

const REQUIRED = 'Write what your post should be about.';
const MAX_CHARACTERS = 2000;

/** Prompt for a draft: at most 2,000 UTF-16 units of plain text after trimming. */
export const draftPrompt = z
  .string(REQUIRED)
  .overwrite(normaliseText)
  .refine((text) => text.length > 0, { message: REQUIRED, abort: true })
  .refine((text) => text.length <= MAX_CHARACTERS, 'Please use at most 2,000 characters.')
  .refine(isPrintable, 'This holds characters that cannot be shown. Please remove them.');
