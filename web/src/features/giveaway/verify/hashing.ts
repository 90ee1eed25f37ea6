const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => encoder.encode(text);

export async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
}

/** Returns a function that calculates HMAC-SHA256 with a key. */
export async function hmacSha256(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

export function fromHex(hex: string): Bytes {
  const pairs = /^(?:[0-9a-f]{2})*$/.test(hex) ? (hex.match(/../g) ?? []) : [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

export const toHex = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns a block's hash in hex as explorers show it: with its bytes reversed. */
export const backwards = (bytes: Bytes): string => toHex(bytes.slice().reverse());

function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
