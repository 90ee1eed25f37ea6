import { randomBytes } from 'node:crypto';

const BYTES = 9;

/** Makes a referral code; it is no secret, but must not be guessable from a member's id. */
export const newPublicToken = (): string => randomBytes(BYTES).toString('base64url');
