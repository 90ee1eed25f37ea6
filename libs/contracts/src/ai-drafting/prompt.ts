import { z } from 'zod';

const REQUIRED = 'Write what your post should be about.';
const MAX_CHARACTERS = 2000;
/** Control characters other than the line feed, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Prompt for a draft: at most 2,000 UTF-16 units of plain text after trimming. */
export const draftPrompt = z
  .string(REQUIRED)
  .overwrite((text) => text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').normalize('NFC').trim())
  .refine((text) => text.length > 0, { message: REQUIRED, abort: true })
  .refine((text) => text.length <= MAX_CHARACTERS, 'Please use at most 2,000 characters.')
  .refine(
    (text) => !UNPRINTABLE.test(text.replaceAll('\n', '')),
    'This holds characters that cannot be shown. Please remove them.',
  );
