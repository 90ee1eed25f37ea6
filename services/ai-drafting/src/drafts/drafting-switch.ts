import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** The operators' switch for drafting with AI; a change takes effect from the next draft on. */
export const draftingSwitch = featureSwitch(
  'drafting_switch',
  'Drafting with AI is paused for a while. Please try again later.',
);
