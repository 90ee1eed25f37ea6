import { z } from 'zod';
import { DAY_MINUTES, defineTemplate, notYou, oneLine, paragraph } from '../template.js';

/** Tells a member that a way to sign in, or a second factor, came or went. */
export const signInMethodChanged = defineTemplate({
  /** A whole sentence, such as `A passkey was added.` */
  data: z.object({ what: oneLine }),
  causedBy: 'member',
  usefulMinutes: DAY_MINUTES,
  subject: 'How you sign in has changed',
  blocks: ({ what }, site) => [
    paragraph(what),
    paragraph('If it was you, there is nothing to do.'),
    notYou(site),
  ],
});
