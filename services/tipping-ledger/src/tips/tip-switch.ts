import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/**
 * The operators' switch for tips, and for what the ledger pays by the clock: epochs and owed bonuses. A change
 * takes effect within a second.
 */
export const tipSwitch = featureSwitch(
  'tip_switch',
  'Tips are paused for a while; your LIKE is safe. Please try again later.',
);
