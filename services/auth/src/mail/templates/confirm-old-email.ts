import { z } from 'zod';
import { button, DAY_MINUTES, defineTemplate, link, notYou, note, oneLine, paragraph } from '../template.js';

/** Asks whoever reads the present address whether it may change. */
export const confirmOldEmail = defineTemplate({
  data: z.object({ link, newEmail: oneLine }),
  causedBy: 'member',
  usefulMinutes: DAY_MINUTES,
  subject: 'Do you want to change your e-mail address?',
  blocks: ({ link, newEmail }, site) => [
    paragraph(
      `Your account is to use ${newEmail} in place of this address. It does once both have confirmed.`,
    ),
    button('Yes, change it', link),
    note('The link works once, for 24 hours. Without it your address stays as it is.'),
    notYou(site),
  ],
});
