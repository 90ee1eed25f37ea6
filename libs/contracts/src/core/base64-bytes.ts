import { z } from 'zod';

/**
 * Node's Buffer. It may be used because only processes read bytes from the bus; zod's own decoder works
 * character by character.
 */
declare const Buffer: {
  from(base64: string, encoding: 'base64'): Uint8Array<ArrayBuffer>;
  from(bytes: Uint8Array): { toString(encoding: 'base64'): string };
};

/** Schema of at most `maxBytes` bytes: base64 on the bus, a Uint8Array in code. */
export const base64Bytes = (maxBytes: number) =>
  z.codec(z.base64().max(4 * Math.ceil(maxBytes / 3)), z.instanceof(Uint8Array), {
    decode: (text) => Buffer.from(text, 'base64'),
    encode: (bytes) => Buffer.from(bytes).toString('base64'),
  });
