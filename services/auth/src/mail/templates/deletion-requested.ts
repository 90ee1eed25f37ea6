import { z } from 'zod';
import { DAY_MINUTES, defineTemplate, formatMoment, moment, note, paragraph } from '../template.js';

/** Tells a member that their account will be deleted, and until when they may return. */
export const deletionRequested = defineTemplate({
  data: z.object({ until: moment }),
  causedBy: 'member',
  usefulMinutes: 7 * DAY_MINUTES,
  subject: 'Your account will be deleted',
  blocks: ({ until }, site) => [
    paragraph(`Your account will be deleted for good on ${formatMoment(until)}. Every session has ended.`),
    paragraph(`To keep it, sign in at ${site} before then and choose to stay.`),
    note(
      'What is left of your balance by then is given up. Until then you can sign in, stay, and use it first.',
    ),
    note('Was it not you? Sign in, choose to stay, and set a new password.'),
  ],
});
