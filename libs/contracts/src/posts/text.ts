import { z } from 'zod';
import { isBlank, isPrintable } from '../core/blank-text.js';
import { normaliseLine, normaliseText } from '../core/normalise-text.js';

const REQUIRED = 'Both title and body are required.';
const MAX_TITLE_CHARACTERS = 200;
const MAX_BODY_CHARACTERS = 10_000;
const MAX_NOTE_CHARACTERS = 500;

/** A post's title: one line of at most 200 characters after trimming, with something visible. */
export const postTitle = z
  .string(REQUIRED)
  .overwrite(normaliseLine)
  .refine((text) => !isBlank(text), { message: REQUIRED, abort: true })
  .refine((text) => text.length <= MAX_TITLE_CHARACTERS, 'A title has at most 200 characters.')
  .refine(isPrintable, 'The title holds characters that cannot be shown. Please remove them.');

/**
 * A post's body: plain text of at most 10,000 UTF-16 units after trimming, with something visible. A unit is
 * at most 3 bytes of UTF-8, so none takes more than 32 KiB.
 */
export const postBody = z
  .string(REQUIRED)
  .overwrite(normaliseText)
  .refine((text) => !isBlank(text), { message: REQUIRED, abort: true })
  .refine((text) => text.length <= MAX_BODY_CHARACTERS, 'A post has at most 10,000 characters.')
  .refine(isPrintable, 'The body holds characters that cannot be shown. Please remove them.');

/** A moderator's note on a decision, for the log alone; an empty one is null. */
export const moderatorNote = z
  .string()
  .overwrite(normaliseText)
  .refine((text) => text.length <= MAX_NOTE_CHARACTERS, 'A note has at most 500 characters.')
  .refine(isPrintable, 'The note holds characters that cannot be shown. Please remove them.')
  .nullish()
  .transform((text) => (text === '' || text === undefined ? null : text));
