import { hashOfHeader, headerOf } from './block-header.js';

/** Real blocks of Bitcoin: the first one, and number 125,552. */
const GENESIS = {
  version: 1,
  previousHash: '0'.repeat(64),
  merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  time: 1_231_006_505,
  bits: 0x1d_00_ff_ff,
  nonce: 2_083_236_893,
};
const BLOCK_125552 = {
  version: 1,
  previousHash: '00000000000008a3a41b85b8b29ad444def299fee21793cd8b9e567eab02cd81',
  merkleRoot: '2b12fcf1b09288fcaff797d71e950e71ae42b91e8bdb2304758dfcffc2b620e3',
  time: 1_305_998_791,
  bits: 0x1a_44_b9_f2,
  nonce: 2_504_433_986,
};

it.each([
  ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f', GENESIS],
  ['00000000000000001e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1d', BLOCK_125552],
])('the hash of a real block is %s', (hash, fields) => {
  const header = headerOf(fields);
  expect(header).toHaveLength(160);
  expect(hashOfHeader(header)).toBe(hash);
});

it('a version with its highest bit set, and one that an explorer shows as negative, are the same', () => {
  const header = headerOf({ ...GENESIS, version: 0xe0_00_00_00 });
  expect(header.slice(0, 8)).toBe('000000e0');
  expect(headerOf({ ...GENESIS, version: 0xe0_00_00_00 | 0 })).toBe(header);
});
