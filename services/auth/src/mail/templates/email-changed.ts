import { z } from 'zod';
import { button, DAY_MINUTES, defineTemplate, link, note, oneLine, paragraph } from '../template.js';

/** Tells the former address of a change, with the way back. */
export const emailChanged = defineTemplate({
  data: z.object({ undoLink: link, newEmail: oneLine }),
  causedBy: 'member',
  usefulMinutes: 7 * DAY_MINUTES,
  subject: 'Your e-mail address was changed',
  blocks: ({ undoLink, newEmail }) => [
    paragraph(`Your account now uses ${newEmail}. This address does not belong to it any more.`),
    paragraph('If you did not want that, take it back: this address returns and every session ends.'),
    button('Take the change back', undoLink),
    note('The link works once, for 7 days.'),
  ],
});
