import { createHmac } from 'node:crypto';
import { api, type SignedUp } from './api.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/**
 * Returns the code of an authenticator app for a secret in base32 (RFC 6238), `steps` steps of 30 s from now.
 */
export function totpCode(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Returns a code that an app does not show for this secret, neither now nor a step earlier or later. */
export function wrongCode(secret: string): string {
  const right = [-1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !right.includes(code)) ?? '';
}

/** Sets up an authenticator app for a member; a moderator must have one. */
export async function setUpApp({ token }: SignedUp): Promise<void> {
  const { secret } = await api<{ secret: string }>('POST', '/api/users/me/totp', undefined, token);
  await api('POST', '/api/users/me/totp/confirm', { code: totpCode(secret) }, token);
}
