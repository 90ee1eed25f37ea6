import { z } from 'zod';
import { DAY_MINUTES, defineTemplate, note, paragraph } from '../template.js';

/** Tells who was a member that their account is gone. */
export const deletionDone = defineTemplate({
  data: z.object({}),
  causedBy: 'member',
  usefulMinutes: DAY_MINUTES,
  subject: 'Your account was deleted',
  blocks: () => [
    paragraph('Your account at Likewell was deleted, as you asked. This was our last mail to you.'),
    note('The books keep their amounts, under no name. This address is free again.'),
  ],
});
