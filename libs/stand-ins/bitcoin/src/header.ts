import { hash } from 'node:crypto';

export const HEADER_BYTES = 80;
export const HASH_BYTES = 32;

/** Regtest's target: every second hash meets it. */
export const REGTEST_BITS = 0x20_7f_ff_ff;
const VERSION = 0x20_00_00_00;
/** Offsets of a header's fields, each of them little-endian. */
const AT = { version: 0, previous: 4, merkleRoot: 36, time: 68, bits: 72, nonce: 76 };

const sha256 = (bytes: Uint8Array | string) => hash('sha256', bytes, 'buffer');

/** Fields of a block's header, as explorers show them. */
export interface HeaderFields {
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

/** Returns the double SHA-256 of a header, in the order of its bytes; explorers show it reversed. */
export const hashOf = (header: Uint8Array): Buffer => sha256(sha256(header));

/**
 * Returns a header with a nonce that meets regtest's target; `salt` makes a different one at the same height.
 * Other `bits` are only claimed.
 */
export function mineHeader(previous: Uint8Array, time: number, salt: string, bits = REGTEST_BITS): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(VERSION, AT.version);
  header.set(previous, AT.previous);
  header.set(sha256(salt), AT.merkleRoot);
  header.writeUInt32LE(time, AT.time);
  header.writeUInt32LE(bits, AT.bits);
  for (let nonce = 0; ; nonce += 1) {
    header.writeUInt32LE(nonce, AT.nonce);
    if (bits !== REGTEST_BITS || (hashOf(header).at(-1) ?? 0) < 0x80) return header;
  }
}

/** Reads a header as an explorer does. */
export function readHeader(header: Buffer): HeaderFields {
  return {
    version: header.readUInt32LE(AT.version),
    previousHash: shown(header.subarray(AT.previous, AT.merkleRoot)),
    merkleRoot: shown(header.subarray(AT.merkleRoot, AT.time)),
    time: header.readUInt32LE(AT.time),
    bits: header.readUInt32LE(AT.bits),
    nonce: header.readUInt32LE(AT.nonce),
  };
}

/** Formats a hash as explorers show it: its bytes reversed, in hex. */
export const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');
