/**
 * Regtest's nBits, which every second hash meets (`powLimit` in Bitcoin Core's chainparams.cpp); the
 * stand-in's blocks use them.
 */
const MADE_UP_BITS = 0x20_7f_ff_ff;

/**
 * Easiest nBits that count as mainnet's: those of block 630,000 of 2020-05-11, difficulty 16,104,807,485,529.
 * Bitcoin's of 2024 are five times as hard, so real blocks still count when many miners leave, while a forged
 * block costs 7 · 10²² hashes.
 */
const EASIEST_BITS = 0x17_11_7a_39;

/** Proof of work of a block: real, made up for development, or missing although the block claims it. */
export type BlockWork = 'mined' | 'made-up' | 'missing';

/**
 * Returns the proof of work of a block (ADR 0060).
 * @param hash as explorers show it, calculated from the header
 * @param header 80 bytes in hex; anything else shows no work
 */
export function workOf(hash: string, header: string): BlockWork {
  const bits = bitsOf(header);
  if (BigInt(`0x${hash}`) > targetOf(bits)) return 'missing';
  if (bits === MADE_UP_BITS) return 'made-up';
  return targetOf(bits) <= targetOf(EASIEST_BITS) ? 'mined' : 'missing';
}

function bitsOf(header: string): number {
  if (!/^[0-9a-f]{160}$/.test(header)) return 0;
  const bytes = header.slice(144, 152).match(/../g) ?? [];
  return Number.parseInt(bytes.reverse().join(''), 16);
}

/**
 * Returns the highest hash that `bits` allow. The lower three bytes are digits; the upper byte is the length
 * of the whole number in bytes.
 */
const targetOf = (bits: number): bigint => BigInt(bits & 0xff_ff_ff) << BigInt(8 * ((bits >>> 24) - 3));
