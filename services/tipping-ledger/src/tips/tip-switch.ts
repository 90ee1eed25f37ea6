import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** The operators' switch for tips; a change takes effect within a second. */
export const tipSwitch = featureSwitch(
  'tip_switch',
  'Tips are paused for a while; your LIKE are safe. Please try again later.',
);
