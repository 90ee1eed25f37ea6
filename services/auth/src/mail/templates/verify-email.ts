import { z } from 'zod';
import { button, DAY_MINUTES, defineTemplate, link, note, paragraph } from '../template.js';

/** Asks whoever reads an address whether it is theirs. */
export const verifyEmail = defineTemplate({
  data: z.object({ link }),
  causedBy: 'anybody',
  usefulMinutes: DAY_MINUTES,
  subject: 'Confirm your e-mail address',
  blocks: ({ link }) => [
    paragraph(
      'Confirm that this address is yours. You can then get a new password by mail if you forget it.',
    ),
    button('Confirm my address', link),
    note('The link works once, for 24 hours. Opening it signs nobody in.'),
    note(
      'Did you not join Likewell? Then somebody typed your address by mistake: leave this mail alone, and it stays free for you.',
    ),
  ],
});
