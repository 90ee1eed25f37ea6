/**
 * Serializes a value as the JSON that contracts read: a bigint as its decimal text, bytes as base64, the rest
 * unchanged. The sender trusts its own types; the receiver parses the JSON by the contract, which checks it
 * and drops unknown fields.
 */
export function wireText(value: unknown): string {
  return JSON.stringify(value, asJson);
}

function asJson(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  // JSON.stringify passes a Buffer as the result of its own toJSON, so the original value is read from the
  // object.
  const held = this[key];
  return held instanceof Uint8Array ? Buffer.from(held).toString('base64') : value;
}
