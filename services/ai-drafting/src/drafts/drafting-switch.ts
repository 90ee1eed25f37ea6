import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** Drafting with AI, in force from the next draft on. */
export const draftingSwitch = featureSwitch(
  'drafting_switch',
  'Drafting with AI is paused for a while. Please try again later.',
);
