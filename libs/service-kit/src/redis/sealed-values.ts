import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;
/** How far the clocks of a writer and a reader may be apart. */
const SKEW_MS = 5 * 60_000;
const SEALED = /^(.*) (\d{1,15}) ([\w-]{22})$/s;

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
    const [, value, sealedAt, mac] = SEALED.exec(sealed) ?? [];
    if (value === undefined || sealedAt === undefined || mac === undefined) return null;
    const given = Buffer.from(mac, 'base64url');
    if (!timingSafeEqual(given, this.macOf(key, `${value} ${sealedAt}`))) return null;
    const ageMs = Date.now() - Number(sealedAt);
    return ageMs < maxAgeMs + SKEW_MS && ageMs > -SKEW_MS ? value : null;
  }

  private macOf(key: string, text: string): Buffer {
    return createHmac('sha256', this.secret).update(`${key}\n${text}`).digest().subarray(0, MAC_BYTES);
  }
}
