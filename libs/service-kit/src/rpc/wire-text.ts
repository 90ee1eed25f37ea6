/**
 * What code holds as the JSON that contracts read: a bigint as its decimal text, bytes as base64, the rest as it
 * is. The sender trusts its own types; whoever receives it parses it by the contract, which checks it and drops
 * unknown fields.
 */
export function wireText(value: unknown): string {
  return JSON.stringify(value, asJson);
}

function asJson(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  // A Buffer comes here as what its own toJSON made of it, so look at what the object holds.
  const held = this[key];
  return held instanceof Uint8Array ? Buffer.from(held).toString('base64') : value;
}
