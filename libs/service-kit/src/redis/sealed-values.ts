import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
/** Largest accepted difference between the clocks of a writer and a reader. */
const SKEW_MS = 5 * 60_000;
/** Format: the sealed value with its time, and the MAC of both. */
const SEALED = /^(.*) ([\w-]{22})$/s;

/**
 * Authenticates values in Redis: an attacker who can write there, but does not have the secret, can neither
 * invent a value nor move one to another key, nor restore an old one.
 */
export class SealedValues {
  constructor(private readonly secret: string) {}

  /** Returns the value in the form in which it is stored under this key. */
  seal(key: string, value: string): string {
    const text = `${value} ${Date.now()}`;
    return `${text} ${this.macOf(key, text).toString('base64url')}`;
  }

  /** Returns the value that was sealed for this key within that time; null for anything else. */
  open(key: string, sealed: string, maxAgeMs: number): string | null {
    const [, text = '', mac = ''] = SEALED.exec(sealed) ?? [];
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== MAC_BYTES || !timingSafeEqual(given, this.macOf(key, text))) return null;
    const end = text.lastIndexOf(' ');
    const ageMs = Date.now() - Number(text.slice(end));
    return ageMs < maxAgeMs + SKEW_MS && ageMs > -SKEW_MS ? text.slice(0, end) : null;
  }

  private macOf(key: string, text: string): Buffer {
    return createHmac('sha256', this.secret).update(`${key}\n${text}`).digest().subarray(0, MAC_BYTES);
  }
}
