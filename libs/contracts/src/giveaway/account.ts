import { z } from 'zod';

const MAX_CHARACTERS = 300;

/** A social account as typed: a name with or without @, or the URL of a profile. */
export const accountInput = z
  .string('Enter a social account.')
  .min(1, 'Enter a social account.')
  .max(MAX_CHARACTERS, 'This is too long for a social account.')
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'This social account holds characters that none has.');
