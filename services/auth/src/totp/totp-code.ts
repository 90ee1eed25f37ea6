import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/**
 * Number of steps before and after the current one that still count: clocks differ, and people type slowly
 * (RFC 6238, 5.2).
 */
const TOLERANCE = 1;

/** Returns the code of a step: HOTP with SHA-1, as authenticator apps compute it (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the step of a point in time in milliseconds (RFC 6238, 4.2). */
export const stepAt = (timeMs: number): number => Math.floor(timeMs / STEP_MS);

/** Returns the step whose code was typed at this time, trying the newest first; null if there is none. */
export function matchingStep(secret: Buffer, typed: string, timeMs: number): number | null {
  const now = stepAt(timeMs);
  for (let step = now + TOLERANCE; step >= now - TOLERANCE; step -= 1)
    if (isEqual(codeAt(secret, step), typed)) return step;
  return null;
}

function isEqual(code: string, typed: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(typed)];
  return a.length === b.length && timingSafeEqual(a, b);
}
