import { z } from 'zod';
import { button, defineTemplate, link, note, paragraph } from '../template.js';

/** Leads whoever forgot their password to a new one. */
export const resetPassword = defineTemplate({
  data: z.object({ link }),
  causedBy: 'anybody',
  usefulMinutes: 30,
  subject: 'Set a new password',
  blocks: ({ link }) => [
    paragraph('Somebody, you we hope, asked for a new password for your account.'),
    button('Set a new password', link),
    note('The link works once, for 30 minutes. Of several such mails only the newest works.'),
    note('Did you not ask for it? Then leave this mail alone: your password stays as it is.'),
  ],
});
