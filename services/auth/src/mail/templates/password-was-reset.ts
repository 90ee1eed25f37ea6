import { z } from 'zod';
import { DAY_MINUTES, defineTemplate, note, paragraph } from '../template.js';

/** Tells a member that their password was set by a link in a mail. */
export const passwordWasReset = defineTemplate({
  data: z.object({}),
  causedBy: 'member',
  usefulMinutes: DAY_MINUTES,
  subject: 'Your password was changed',
  blocks: (_data, site) => [
    paragraph('A new password was set with a link that we sent to this address. Every session has ended.'),
    note(
      `Was it not you? Somebody reads your mail: secure your mailbox first, then ask for a new password at ${site}.`,
    ),
  ],
});
