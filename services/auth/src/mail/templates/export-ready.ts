import { z } from 'zod';
import { button, DAY_MINUTES, defineTemplate, link, notYou, note, paragraph } from '../template.js';

/** Tells a member that the file with their data is there. */
export const exportReady = defineTemplate({
  data: z.object({ link }),
  causedBy: 'member',
  usefulMinutes: DAY_MINUTES,
  subject: 'Your data is ready to download',
  blocks: ({ link }, site) => [
    paragraph('The file with all your data at Likewell is ready.'),
    button('Go to the download', link),
    note('It stays there for 24 hours. You have to be signed in to download it.'),
    notYou(site),
  ],
});
