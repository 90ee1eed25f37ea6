import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** The switch that pauses crediting at once; the chain is read all the same. */
export const depositSwitch = featureSwitch(
  'deposit_switch',
  'Deposits are paused for a while. LIKE that you have already sent is safe, and is credited when they resume.',
);
