import { z } from 'zod';

/** Second factors: a code of the member's app, a recovery code, a passkey. */
export const secondFactorWay = z.enum(['totp', 'recovery-code', 'passkey']);
/** The two that somebody types. */
export const codeWay = secondFactorWay.exclude(['passkey']);
export type SecondFactorWay = z.output<typeof secondFactorWay>;
