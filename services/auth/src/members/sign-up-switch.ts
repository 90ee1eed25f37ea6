import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** Becoming a member, in whatever way; members sign in all the same. */
export const signUpSwitch = featureSwitch(
  'sign_up_switch',
  'Signing up is paused for a while; members can log in. Please try again later.',
);
