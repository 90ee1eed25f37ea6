import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** Tips, in force within a second. */
export const tipSwitch = featureSwitch(
  'tip_switch',
  'Tips are paused for a while; your LIKE are safe. Please try again later.',
);
