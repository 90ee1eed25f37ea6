import { z } from 'zod';
import { button, DAY_MINUTES, defineTemplate, link, note, oneLine, paragraph } from '../template.js';

/** Asks whoever reads a new address whether it is theirs. */
export const confirmNewEmail = defineTemplate({
  data: z.object({ link, newEmail: oneLine, username: oneLine }),
  causedBy: 'anybody',
  usefulMinutes: DAY_MINUTES,
  subject: 'Confirm your new e-mail address',
  blocks: ({ link, newEmail, username }) => [
    paragraph(`The member ${username} of Likewell wants to use the address ${newEmail}.`),
    button('Confirm this address', link),
    note('The link works once, for 24 hours. Opening it signs nobody in.'),
    note('Is that not you? Leave this mail alone, and nothing happens.'),
  ],
});
