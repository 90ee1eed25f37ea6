/** Regtest's nBits, which every second hash meets (`powLimit` in Bitcoin Core's chainparams.cpp): the stand-in's blocks have them. */
const MADE_UP_BITS = 0x20_7f_ff_ff;

/**
 * The easiest nBits that count as mainnet's: those of its block 630,000 of 2020-05-11, difficulty 16,104,807,485,529. Bitcoin's
 * of 2024 are five times as hard, so that a block stays one when many miners leave, and whoever wants one of their own calculates
 * 7 · 10²² hashes.
 */
const EASIEST_BITS = 0x17_11_7a_39;

/** Whether a block cost work, is one made up for development, or only claims to have cost some. */
export type BlockWork = 'mined' | 'made-up' | 'missing';

/**
 * What work is behind a block (ADR 0060).
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
  return Number.parseInt(bytes.toReversed().join(''), 16);
}

/** The highest hash that `bits` allow: three bytes of digits, and above them how many bytes the whole number has. */
const targetOf = (bits: number): bigint => BigInt(bits & 0xff_ff_ff) << BigInt(8 * ((bits >>> 24) - 3));
