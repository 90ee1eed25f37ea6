import { featureSwitch } from '@likewell/service-kit/database/feature-switch';

/** Switch for registrations of any kind; members can always sign in. */
export const signUpSwitch = featureSwitch(
  'sign_up_switch',
  'Signing up is paused for a while; members can log in. Please try again later.',
);
