import { z } from 'zod';
import {
  DAY_MINUTES,
  defineTemplate,
  formatMoment,
  moment,
  notYou,
  oneLine,
  paragraph,
} from '../template.js';

/** Tells a member that somebody signed in with a kind of browser that is new to them. */
export const newDevice = defineTemplate({
  data: z.object({ device: oneLine, at: moment }),
  causedBy: 'member',
  usefulMinutes: DAY_MINUTES,
  subject: 'A new device signed in to your account',
  blocks: ({ device, at }, site) => [
    paragraph(`Somebody signed in to your account with ${device}, on ${formatMoment(at)}.`),
    paragraph('If it was you, there is nothing to do.'),
    notYou(site),
  ],
});
