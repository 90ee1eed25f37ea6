import { z } from 'zod';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { positiveNano } from '../core/money-schema.js';
import { authErrors } from './errors.js';

/** Tip amount above which a member must confirm their identity again; null if they set no limit. */
const tipLimit = z.object({ limitNano: positiveNano.nullable() });

export const getTipLimit = defineRpc({
  subject: 'rpc.auth.get-tip-limit',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: tipLimit,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Sets the limit; it applies to all sessions of the member within a second. */
export const setTipLimit = defineRpc({
  subject: 'rpc.auth.set-tip-limit',
  actor: 'memberId',
  input: tipLimit.extend({ memberId }),
  output: tipLimit,
  errors: [authErrors.MEMBER_NOT_FOUND],
});
