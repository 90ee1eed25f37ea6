import bs58 from 'bs58';

/** Number of cached addresses: base58 is slow, and a chain repeats the same addresses. */
const KEPT = 50_000;
const texts = new Map<string, string>();
const bytes = new Map<string, Uint8Array>();

/** Encodes an address in base58. */
export function addressText(raw: Uint8Array): string {
  const key = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  return texts.get(key) ?? remember(texts, key, bs58.encode(raw));
}

/** Decodes an address from base58. */
export function addressBytes(text: string): Uint8Array {
  return bytes.get(text) ?? remember(bytes, text, bs58.decode(text));
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  if (known.size >= KEPT) known.clear();
  known.set(key, value);
  return value;
}
