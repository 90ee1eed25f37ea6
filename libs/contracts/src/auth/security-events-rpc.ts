import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { cursor } from '../core/page.js';
import { requestOrigin } from './origin.js';
import { securityEventPage } from './security-events.js';

/** Lists a member's own security events, newest first. `origin` is where they read them. */
export const listSecurityEvents = defineRpc({
  subject: 'rpc.auth.list-security-events',
  actor: 'memberId',
  input: z.object({ memberId, cursor: cursor.nullable(), origin: requestOrigin }),
  output: securityEventPage,
  errors: [commonErrors.INVALID_CURSOR],
});
