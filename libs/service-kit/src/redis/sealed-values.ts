import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
/** How far the clocks of a writer and a reader may be apart. */
const SKEW_MS = 5 * 60_000;
/** What was sealed and when, and the MAC of that. */
const SEALED = /^(.*) ([\w-]{22})$/s;

/**
 * Makes what stands in Redis believable: whoever can write there, but has not the secret, can neither make up a value nor
 * move one to another key, nor bring an old one back.
 */
export class SealedValues {
  constructor(private readonly secret: string) {}

  /** The value as it is kept under this key. */
  seal(key: string, value: string): string {
    const text = `${value} ${Date.now()}`;
    return `${text} ${this.macOf(key, text).toString('base64url')}`;
  }

  /** The value that was sealed for this key within that time; null for anything else. */
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
