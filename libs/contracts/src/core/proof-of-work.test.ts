import { createHash } from 'node:crypto';
import { workOf } from './proof-of-work.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const hashOf = (header: string) =>
  sha256(sha256(Buffer.from(header, 'hex')))
    .reverse()
    .toString('hex');

/** Makes a block header that contains only the bits, from the 73rd byte on and little-endian, and the nonce. */
const headerWith = (bits: string, nonce: number) =>
  `${'00'.repeat(72)}${bits}${nonce.toString(16).padStart(8, '0')}`;
const mine = (bits: string, isFound: (hash: string) => boolean) => {
  let nonce = 0;
  while (!isFound(hashOf(headerWith(bits, nonce)))) nonce += 1;
  return headerWith(bits, nonce);
};

/** Bitcoin's block 829,704 of 2024-02-09, and its first block. */
const REAL =
  '000021238a5cc9750e187a40854067f86f6912f7072a499e5fba02000000000000000000e7fb7e91e5b6b37c1d929544508e62400b54bc9001703404a8e14e663fa2e2f2cd5ac6655dba0317714e6849';
const GENESIS =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c';

it.each([
  ['of 2024', REAL, 'mined'],
  ['of 2024 with another nonce', REAL.replace(/.$/, '8'), 'missing'],
  ['of 2009, so easy that anybody can mine one', GENESIS, 'missing'],
  ["within regtest's target", mine('ffff7f20', (hash) => hash < '7fffff'), 'made-up'],
  ["beyond regtest's target", mine('ffff7f20', (hash) => hash > '7fffff'), 'missing'],
  ["within a target of a hundredth of regtest's", mine('ff7f0020', (hash) => hash < '007f'), 'missing'],
  ['of bits beyond any number', headerWith('ffffffff', 0), 'missing'],
  ['that is cut off', REAL.slice(0, 150), 'missing'],
  ['that is empty', '', 'missing'],
])('a block %s: %s', (_, header, work) => {
  expect(workOf(hashOf(header), header)).toBe(work);
});

it.each([
  ['17117a39', 'mined'],
  ['17117a3a', 'missing'],
])(
  'a hash of zeros within the target %s is %s: no target is easier than that of block 630,000',
  (bits, work) => {
    const header = headerWith(Buffer.from(bits, 'hex').reverse().toString('hex'), 0);
    expect(workOf('0'.repeat(64), header)).toBe(work);
  },
);
