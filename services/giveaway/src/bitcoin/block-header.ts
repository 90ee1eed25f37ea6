import { createHash } from 'node:crypto';

/** The fields of a block header as explorers show them: hashes byte-reversed, the time in seconds since 1970. */
export interface HeaderFields {
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

/** Returns the 80 bytes of a header, in hex. The first block has no previous one: its previous hash is all zeros. */
export function headerOf(fields: HeaderFields): string {
  const header = Buffer.alloc(80);
  header.writeInt32LE(fields.version | 0, 0);
  header.set(Buffer.from(fields.previousHash, 'hex').reverse(), 4);
  header.set(Buffer.from(fields.merkleRoot, 'hex').reverse(), 36);
  header.writeUInt32LE(fields.time, 68);
  header.writeUInt32LE(fields.bits, 72);
  header.writeUInt32LE(fields.nonce, 76);
  return header.toString('hex');
}

/** Returns a block's hash as explorers show it: the double SHA-256 of its header, byte-reversed. */
export function hashOfHeader(header: string): string {
  const once = createHash('sha256').update(header, 'hex').digest();
  return createHash('sha256').update(once).digest().reverse().toString('hex');
}
