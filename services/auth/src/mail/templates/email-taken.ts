import { z } from 'zod';
import { DAY_MINUTES, defineTemplate, note, paragraph } from '../template.js';

/** Tells the owner of an address that somebody tried to join with it. */
export const emailTaken = defineTemplate({
  data: z.object({}),
  causedBy: 'anybody',
  usefulMinutes: DAY_MINUTES,
  subject: 'You already have an account at Likewell',
  blocks: (_data, site) => [
    paragraph(
      'Somebody tried to join Likewell with this address. It belongs to your account, so nothing was made.',
    ),
    paragraph(`If it was you: sign in at ${site}. If you forgot your password, ask for a new one there.`),
    note('If it was somebody else, you need not do anything.'),
  ],
});
