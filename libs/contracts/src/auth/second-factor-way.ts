import { z } from 'zod';

/** What a member can show beside their first proof: a code of their app, a recovery code, a passkey. */
export const secondFactorWay = z.enum(['totp', 'recovery-code', 'passkey']);
export type SecondFactorWay = z.output<typeof secondFactorWay>;
