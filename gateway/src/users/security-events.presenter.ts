import type { SecurityEvent } from '@likewell/contracts/auth/security-events';
import type { SecurityEventItem } from '@likewell/contracts/gateway/users';

/** An event of the own account, as the page shows it. */
export const securityEventView = ({
  at,
  doneBy,
  isThisNetwork,
  isThisDevice,
  ...event
}: SecurityEvent): SecurityEventItem => ({
  ...event,
  created_at: at,
  done_by: doneBy,
  this_network: isThisNetwork,
  this_device: isThisDevice,
});
